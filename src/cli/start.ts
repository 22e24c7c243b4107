#!/usr/bin/env node
/**
 * Where the command starts. The filter runs once for every message, and loads nothing of
 * what reads the command lines of the others.
 */
const [, , command, ...rest] = process.argv;

if (command === "filter" && !rest.includes("--help") && !rest.includes("-h")) {
  void import("./filter.js").then(({ filter }) => {
    process.exitCode = filter(rest);
  });
} else {
  void import("./main.js").then(({ main }) => main());
}
