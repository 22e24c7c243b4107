/**
 * The second half of the build: `dist/bin`. Node takes longer to find and link fifty small modules
 * than the command takes to sort a message. So what every command needs, commander included, is in
 * one file, each other command has a file of its own, and the filter has one file with all that it
 * needs. V8's compiled code of the first and of the filter is kept too (see `src/cli/code-cache.ts`).
 * Each file has the licences of what is in it. Other dependencies are loaded when they are needed. The files are
 * CommonJS, which Node starts sooner than modules.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { save } from "../src/model/file/save-model.js";
import { train } from "../src/model/training.js";
import { writeShellFiles } from "./shell/shell-files.js";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");
const SORTING = join(OUTPUT, "sorting.cjs");
const FILTERS = ["filter", "filter-client"].map((name) => join(OUTPUT, `${name}.cjs`));

const WORKER = join(OUTPUT, "parallel-worker.cjs");

const MINIFY = { compress: true, mangle: true, codegen: { removeWhitespace: true } } as const;

/** A message like most. V8 keeps the compiled code of the functions that run for it, and compiles others when they run. */
const USUAL_MESSAGE = `Return-Path: <anna@example.org>
Received: from mail.example.org (mail.example.org [192.0.2.1])
\tby mx.example.net with ESMTPS id 1; Mon, 4 Mar 2024 09:12:01 +0100
Date: Mon, 4 Mar 2024 09:12:00 +0100
From: "Anna M=C3=BCller, office" <anna@example.org>
To: Ben <ben@example.net>, list@example.net
Reply-To: anna@example.org
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= from
 the office
Message-ID: <1@example.org>
X-Mailer: Example Mail 1.0
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Dear Ben,

gr=C3=BC=C3=9Fe aus dem B=C3=BCro: see https://www.example.org/letters?id=3D1 and write to anna@example.org.

> What you wrote last week, don't forget.

-- =20
Anna
--inner
Content-Type: text/html; charset=iso-8859-1

<html><head><title>Letter</title><style>p { color: #333 }</style></head><body bgcolor="#ffffff"><p>Dear <b>Ben</b>,
<br>gr&uuml;&szlig;e: <a href="https://www.example.org/letters">letters</a> &amp; more
<table><tr><td width=10>one<td style="display:none; font-size: 1px">two</table><img src="https://www.example.org/a.png" alt="a picture"></body></html>
--inner--
--outer
Content-Type: application/pdf; name="letter.pdf"
Content-Disposition: attachment; filename="letter.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQKJcOkw7zDtsOfCjIgMCBvYmoKPDwvTGVuZ3RoIDMgMCBSPj4K
--outer--
`;

/** The comment that names the packages in a file. */
function licencesOf(names: readonly string[]): string {
  const texts = names.map((name) => {
    const folder = folderOf(name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e$/i.test(entry)) ?? "LICENSE";
    const licence = readFileSync(join(folder, file), "utf8").trim();
    return `Includes ${name}:\n\n${licence}`;
  });
  return `/*!\n${texts.join("\n\n")}\n*/`;
}

/** Returns the folder of a package: it lies above the file that the package exports. */
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
        if (changed === code) throw new Error(`bundle: ${path} has changed: nothing to replace in it`);
        return changed;
      },
    },
  };
}

/** The filter includes what reads HTML, so that V8's compiled code of it is kept. It still runs only when it is needed. */
const withParsers = changing("mail/html/tree/standards.js", (code) =>
  code.replace(
    'createRequire(import.meta.url)("#html")',
    `require(${JSON.stringify(join(OUTPUT, "../vendor/html.cjs"))})`,
  ),
);

/** commander can start other programs, and loads for it what takes longer to load than itself: here, if ever it does. */
const withoutProcesses = changing("commander/lib/command.js", (code) =>
  code.replace(
    /require\('node:child_process'\)/,
    "{ spawn: (...args) => require('node:child_process').spawn(...args) }",
  ),
);

/** Copies the code that the start of the command needs into it, so that it starts the filter without other files. */
const ownCopy: Plugin = {
  name: "own copy",
  resolveId(source, importer) {
    if (importer?.endsWith("/cli/code-cache.js") === true && source.endsWith("/only-ours.js")) {
      return join(SOURCES, "documents/files/only-ours.js?start");
    }
    const isStart = importer?.endsWith("/cli/start.js") === true && source.endsWith("/safe-text.js");
    return isStart ? join(SOURCES, "base/safe-text.js?start") : null;
  },
  load: (id) => (id.endsWith("?start") ? readFileSync(id.slice(0, -"?start".length), "utf8") : null),
};

/** The thread that reads is CommonJS in the command, which Node starts sooner than a module. */
const withCommonWorker = changing("features/corpus/parallel.js", (code) =>
  code.replace("./parallel-worker.js", `./${basename(WORKER)}`),
);

// The code that V8 has compiled is run only where nobody else can write: see code-cache.ts.
process.umask(process.umask() | 0o022);
rmSync(OUTPUT, { recursive: true, force: true });
await build([
  {
    input: { thresher: join(SOURCES, "cli/start.js") },
    platform: "node",
    external: [/^#/],
    plugins: [ownCopy, withCommonWorker, withoutProcesses],
    output: {
      dir: OUTPUT,
      format: "cjs",
      entryFileNames: "[name].cjs",
      // Beside the command: the path of the worker is taken from the file that starts it.
      chunkFileNames: "[name].cjs",
      codeSplitting: {
        // Not with start.js: what others import must not be what runs, or a second copy of it might run.
        groups: [
          {
            name: "sorting",
            test: /\/cli\/(?:commands\/mail\/classify|main)\.js$/,
            includeDependenciesRecursively: true,
          },
        ],
      },
      minify: MINIFY,
      footer: ({ name }) => (name === "sorting" ? licencesOf(["commander", "get-east-asian-width"]) : ""),
    },
  },
  ...FILTERS.map((file) => ({
    input: join(SOURCES, "cli/commands/mail", `${basename(file, ".cjs")}.js`),
    platform: "node" as const,
    external: [/^#css-values$/],
    plugins: [withParsers],
    output: { file, format: "cjs" as const, codeSplitting: false as const, minify: true },
  })),
  {
    input: join(SOURCES, "features/corpus/parallel-worker.js"),
    platform: "node",
    external: [/^#/],
    output: { file: WORKER, format: "cjs", codeSplitting: false, minify: MINIFY },
  },
  {
    // These share most of their code, and take long: one file more to load is nothing to them.
    input: [join(SOURCES, "classifiers/fit-candidates-worker.js"), join(SOURCES, "evaluation/search/trial-worker.js")],
    platform: "node",
    output: { dir: OUTPUT, chunkFileNames: "learning.js", minify: MINIFY },
  },
]);
chmodSync(COMMAND, 0o755);
await writeShellFiles(join(OUTPUT, ".."));

// Their digests, and what the first runs leave behind: what V8 made of them. See code-cache.ts.
for (const file of [SORTING, ...FILTERS]) {
  const source = escaped(readFileSync(file, "utf8"));
  writeFileSync(file, `${source}\n//${createHash("sha256").update(source).digest("hex")}`);
}
const scratch = mkdtempSync(join(tmpdir(), "thresher-"));
const model = join(scratch, "model");
const socket = join(scratch, "socket");
const letters = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }));
save(train(letters, { preset: "mail" }), model);
execFileSync(process.execPath, [COMMAND, "classify", "--model", model, "-"], { input: USUAL_MESSAGE });
const server = spawn(process.execPath, [COMMAND, "serve", "-m", model, "--socket", socket, "--quiet"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(server.stdout, "data");
  for (const option of ["--model", "--server"]) {
    const arguments_ = [COMMAND, "filter", option, option === "--model" ? model : socket];
    execFileSync(process.execPath, arguments_, { input: USUAL_MESSAGE });
  }
} finally {
  server.kill("SIGKILL");
  rmSync(scratch, { recursive: true });
}

/** In ASCII: V8 reads a file of one byte a character in half the time, and Node need not look for longer ones. */
function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
