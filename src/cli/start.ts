#!/usr/bin/env node
/**
 * Where the command starts. The filter runs once for every message: it has a file of its own
 * beside this one, with nothing in it of what reads the command lines of the others.
 */
import { join } from "node:path";
import { loadCached } from "./code-cache.js";

const [, , command, ...rest] = process.argv;

if (command === "filter" && !rest.includes("--help") && !rest.includes("-h")) {
  const { exports, keep } = loadCached<typeof import("./filter.js")>(join(import.meta.dirname, "filter.cjs"));
  process.exitCode = exports.filter(rest);
  keep();
} else {
  void import("./main.js").then(({ main }) => main());
}
