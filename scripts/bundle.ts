/**
 * The second half of the build: the command, and all that sorting a message takes in one
 * file beside it. Node takes longer to find and link fifty small modules than the command takes to
 * sort; and where what measures and draws is in the file too, reading it over takes a third
 * of the time, so that each other command has files of its own. Commander goes into the file
 * for sorting, with its licence; other dependencies stay outside, loaded when they are asked for.
 * The files are CommonJS, which Node starts sooner than modules.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { save, train } from "../src/index.js";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");
const FILTER = join(OUTPUT, "filter.cjs");

const commander = dirname(createRequire(import.meta.url).resolve("commander"));
const licence = readFileSync(join(commander, "LICENSE"), "utf8").trim();

rmSync(OUTPUT, { recursive: true, force: true });
await build([
  {
    input: { thresher: join(SOURCES, "cli/start.js") },
    platform: "node",
    external: ["vega", "vega-lite"],
    output: {
      dir: OUTPUT,
      format: "cjs",
      entryFileNames: "[name].cjs",
      // Beside the command: the path of the worker is taken from the file that starts it.
      chunkFileNames: "[name].cjs",
      codeSplitting: {
        // Not with start.js: what others import must not be what runs, or a second copy of it might run.
        groups: [{ name: "sorting", test: /\/cli\/(?:classify|main)\.js$/, includeDependenciesRecursively: true }],
      },
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      footer: ({ name }) => (name === "sorting" ? `/*!\nIncludes commander:\n\n${licence}\n*/` : ""),
    },
  },
  {
    input: join(SOURCES, "cli/filter.js"),
    platform: "node",
    output: { file: FILTER, format: "cjs", codeSplitting: false, minify: true },
  },
  {
    input: join(SOURCES, "parallel-worker.js"),
    platform: "node",
    output: { file: join(OUTPUT, "parallel-worker.js"), codeSplitting: false },
  },
]);
chmodSync(COMMAND, 0o755);

// Its digest, and what the first run leaves behind: what V8 made of it. See code-cache.ts.
appendFileSync(FILTER, `\n//${createHash("sha256").update(readFileSync(FILTER)).digest("hex")}`);
const scratch = mkdtempSync(join(tmpdir(), "thresher-"));
const model = join(scratch, "model");
save(train(["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }))), model);
execFileSync(process.execPath, [COMMAND, "filter", "-m", model], { input: "Subject: a letter\n\nDear all,\n" });
rmSync(scratch, { recursive: true });
