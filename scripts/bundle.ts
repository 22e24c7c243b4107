/**
 * The second half of the build: the command in one file. Node takes longer to find and
 * link fifty small modules than the command takes to sort a message. Commander goes into
 * the file, with its licence; other dependencies stay outside, loaded when they are asked for.
 * The file is CommonJS, which Node starts sooner than a module.
 */
import { chmodSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");

const commander = dirname(createRequire(import.meta.url).resolve("commander"));
const licence = readFileSync(join(commander, "LICENSE"), "utf8").trim();

await build([
  {
    input: join(SOURCES, "cli/main.js"),
    platform: "node",
    external: ["vega", "vega-lite"],
    output: {
      file: COMMAND,
      format: "cjs",
      codeSplitting: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      footer: `/*!\nIncludes commander:\n\n${licence}\n*/`,
    },
  },
  {
    input: join(SOURCES, "parallel-worker.js"),
    platform: "node",
    output: { file: join(OUTPUT, "parallel-worker.js"), codeSplitting: false },
  },
]);
chmodSync(COMMAND, 0o755);
