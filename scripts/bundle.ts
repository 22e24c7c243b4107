/**
 * The second half of the build: the command, and all that sorting a message takes in one
 * file beside it. Node takes longer to find and link fifty small modules than the command takes to
 * sort; and where what measures and draws is in the file too, reading it over takes a third
 * of the time, so that each other command has files of its own. Commander goes into the file
 * for sorting. What takes mail apart has a file of its own, for models of mail, and what reads
 * HTML, with the tokenizer of htmlparser2, another, for messages that have some. Each has the
 * licences of what is in it. Other dependencies stay outside, loaded when they are asked for.
 * The files are CommonJS, which Node starts sooner than modules.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { save, train } from "../src/index.js";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");
const FILTERS = ["filter", "filter-client"].map((name) => join(OUTPUT, `${name}.cjs`));

const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Beside the others. */
const MAIL = "mail.cjs";
const HTML = "html.cjs";

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

/** A plugin that changes what one file of ours says. */
function changing(path: string, change: (code: string) => string): Plugin {
  return {
    name: path,
    transform: {
      filter: { id: new RegExp(`/${path.replaceAll(".", "\\.")}$`) },
      handler(code) {
        const changed = change(code);
        if (changed === code) throw new Error(`bundle: ${path}: required what is to be changed, found none of it`);
        return changed;
      },
    },
  };
}

/** What takes mail apart, and what reads HTML, stay outside, each loaded when there is some. */
const mailApart = changing("email/mail/mail-text.js", (code) => apart(code, "mailText", "options", MAIL));
const htmlApart = changing("email/html.js", (code) => apart(code, "readHtml", "html", HTML));

/** A module whose one function is in another file. */
function apart(code: string, name: string, parameter: string, file: string): string {
  if (!code.includes(`export function ${name}(`)) return code;
  return `import { createRequire } from "node:module";
    let apart;
    export function ${name}(${parameter}) {
      apart ??= createRequire(import.meta.url)("./${file}");
      return apart.${name}(${parameter});
    }`;
}

/** Of htmlparser2 the tokenizer goes into that file: its parser and its trees would make it three times as large. */
const withTokenizer = changing("email/html/tokenizer.js", (code) =>
  code.replace(
    /^import .*([\s\S]*)createRequire\(import\.meta\.url\)\("htmlparser2"\)/,
    'import { Tokenizer } from "htmlparser2";$1{ Tokenizer }',
  ),
);

rmSync(OUTPUT, { recursive: true, force: true });
await build([
  {
    input: { thresher: join(SOURCES, "cli/start.js") },
    platform: "node",
    external: ["vega", "vega-lite"],
    plugins: [mailApart],
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
  ...FILTERS.map((file) => ({
    input: join(SOURCES, "cli", `${basename(file, ".cjs")}.js`),
    platform: "node" as const,
    plugins: [mailApart],
    output: { file, format: "cjs" as const, codeSplitting: false, minify: true },
  })),
  {
    input: join(SOURCES, "parallel-worker.js"),
    platform: "node",
    plugins: [mailApart],
    output: { file: join(OUTPUT, "parallel-worker.js"), codeSplitting: false },
  },
  {
    input: join(SOURCES, "email/mail/mail-text.js"),
    platform: "node",
    plugins: [htmlApart],
    output: { file: join(OUTPUT, MAIL), format: "cjs", codeSplitting: false, minify: MINIFY },
  },
  {
    input: join(SOURCES, "email/html.js"),
    platform: "node",
    plugins: [withTokenizer],
    output: {
      file: join(OUTPUT, HTML),
      format: "cjs",
      codeSplitting: false,
      minify: MINIFY,
      footer: licencesOf("htmlparser2", "entities"),
    },
  },
]);
chmodSync(COMMAND, 0o755);

// Their digests, and what the first runs leave behind: what V8 made of them. See code-cache.ts.
for (const file of FILTERS) {
  appendFileSync(file, `\n//${createHash("sha256").update(readFileSync(file)).digest("hex")}`);
}
const scratch = mkdtempSync(join(tmpdir(), "thresher-"));
const model = join(scratch, "model");
const socket = join(scratch, "socket");
save(train(["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }))), model);
const server = spawn(process.execPath, [COMMAND, "serve", "-m", model, "--socket", socket, "--quiet"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(server.stdout, "data");
  const input = "Subject: a letter\n\nDear all,\n";
  for (const option of ["--model", "--server"]) {
    execFileSync(process.execPath, [COMMAND, "filter", option, option === "--model" ? model : socket], { input });
  }
} finally {
  server.kill("SIGKILL");
  rmSync(scratch, { recursive: true });
}
