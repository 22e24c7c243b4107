/**
 * The second half of the build: the command, and all that sorting a message takes in one
 * file beside it. Node takes longer to find and link fifty small modules than the command takes to
 * sort; and where what measures and draws is in the file too, reading it over takes a third
 * of the time, so that each other command has files of its own. Commander goes into the file
 * for sorting; of htmlparser2 the tokenizer has a file of its own, for messages with HTML;
 * each has the licences of what is in it. Other dependencies stay outside, loaded when they
 * are asked for. The files are CommonJS, which Node starts sooner than modules.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { save, train } from "../src/index.js";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");
const FILTER = join(OUTPUT, "filter.cjs");

const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Beside the others: see `email/html/tokenizer.ts`. */
const HTML_TOKENIZER = "html-tokenizer.cjs";

/** What a file says of packages that are in it. */
function licencesOf(...names: string[]): string {
  const texts = names.map((name) => {
    const licence = readFileSync(join(folderOf(name), "LICENSE"), "utf8").trim();
    return `Includes ${name}:\n\n${licence}`;
  });
  return `/*!\n${texts.join("\n\n")}\n*/`;
}

/** Where a package lies: above what it exports. */
function folderOf(name: string): string {
  const path = createRequire(import.meta.url).resolve(name);
  return path.slice(0, path.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
}

/** The first HTML loads the file of the tokenizer alone: the package takes four times as long, for its parser and trees. */
const tokenizerAlone: Plugin = {
  name: "tokenizer-alone",
  transform: {
    filter: { id: /\/email\/html\/tokenizer\.js$/ },
    handler(code) {
      const changed = code.replace('("htmlparser2")', `("./${HTML_TOKENIZER}")`);
      if (changed === code) throw new Error("bundle: required one place where htmlparser2 is loaded, found none");
      return changed;
    },
  },
};

const ONLY_TOKENIZER = "only-tokenizer";

/** The one thing that is taken of htmlparser2. */
const onlyTokenizer: Plugin = {
  name: "only-tokenizer",
  resolveId: (id) => (id === ONLY_TOKENIZER ? id : null),
  load(id) {
    if (id !== ONLY_TOKENIZER) return null;
    const from = createRequire(import.meta.url).resolve("htmlparser2");
    return { code: `export { Tokenizer } from ${JSON.stringify(from)};`, moduleType: "js" };
  },
};

rmSync(OUTPUT, { recursive: true, force: true });
await build([
  {
    input: { thresher: join(SOURCES, "cli/start.js") },
    platform: "node",
    external: ["vega", "vega-lite"],
    plugins: [tokenizerAlone],
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
      minify: MINIFY,
      footer: ({ name }) => (name === "sorting" ? licencesOf("commander") : ""),
    },
  },
  {
    input: join(SOURCES, "cli/filter.js"),
    platform: "node",
    plugins: [tokenizerAlone],
    output: { file: FILTER, format: "cjs", codeSplitting: false, minify: true },
  },
  {
    input: join(SOURCES, "parallel-worker.js"),
    platform: "node",
    plugins: [tokenizerAlone],
    output: { file: join(OUTPUT, "parallel-worker.js"), codeSplitting: false },
  },
  {
    input: ONLY_TOKENIZER,
    platform: "node",
    plugins: [onlyTokenizer],
    output: {
      file: join(OUTPUT, HTML_TOKENIZER),
      format: "cjs",
      codeSplitting: false,
      minify: MINIFY,
      footer: licencesOf("htmlparser2", "entities"),
    },
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
