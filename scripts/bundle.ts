/**
 * The second half of the build: `dist/bin`. Node takes longer to find and link fifty small modules than the command takes
 * to sort a message. So what every command needs, commander included, is in one file, commands that learn share another,
 * each other command has a file of its own, and the filter has one file with all that it needs. V8's compiled code of all
 * of these but the other commands is kept too (see `src/cli/code-cache.ts`).
 * Each file has the licences of the packages in it. The files are CommonJS, which Node starts sooner than modules. Other
 * packages are loaded from `dist/vendor` when they are needed, and worker threads have the code of the library.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { save } from "../src/model/file/save-model.js";
import { train } from "../src/model/training.js";
import { lateLoads, VENDOR } from "./bundling/late-loads.js";
import { licencesOf } from "./bundling/licences.js";
import { inlineWorkers, WORKER_PATH } from "./bundling/worker-code.js";
import { writeShellFiles } from "./shell/shell-files.js";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");
const OUTPUT = join(SOURCES, "../bin");
const COMMAND = join(OUTPUT, "thresher.cjs");
const SHARED_FILES = ["sorting", "learning"].map((name) => join(OUTPUT, `${name}.cjs`));
const FILTERS = ["commands/mail/filter", "commands/mail/filter-client", "../jobs/history-code"];
const FILTER_FILES = FILTERS.map((name) => join(OUTPUT, `${basename(name)}.cjs`));

/** The vendored packages and those that users install stay outside. */
const VENDORED = new RegExp(`^${VENDOR}`);
const PEERS = Object.keys(JSON.parse(readFileSync(join(SOURCES, "../../package.json"), "utf8")).peerDependencies);

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
      return join(SOURCES, "base/only-ours.js?start");
    }
    const isStart = importer?.endsWith("/cli/start.js") === true && source.endsWith("/safe-text.js");
    return isStart ? join(SOURCES, "base/safe-text.js?start") : null;
  },
  load: (id) => (id.endsWith("?start") ? readFileSync(id.slice(0, -"?start".length), "utf8") : null),
};

// The code that V8 has compiled is run only where nobody else can write: see code-cache.ts.
process.umask(process.umask() | 0o022);
rmSync(OUTPUT, { recursive: true, force: true });
await build([
  {
    input: { thresher: join(SOURCES, "cli/start.js") },
    platform: "node",
    external: [...PEERS, VENDORED, WORKER_PATH],
    plugins: [ownCopy, lateLoads, inlineWorkers, withoutProcesses],
    output: {
      dir: OUTPUT,
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      codeSplitting: {
        // Not with start.js: what others import must not be what runs, or a second copy of it might run.
        groups: [
          {
            name: "sorting",
            test: /\/cli\/(?:commands\/mail\/classify|main)\.js$/,
            includeDependenciesRecursively: true,
          },
          {
            name: "learning",
            test: /\/cli\/commands\/(?:learning\/(?:train|learn)|measuring\/evaluate)\.js$/,
            includeDependenciesRecursively: true,
          },
        ],
      },
      minify: MINIFY,
      footer: ({ moduleIds }) => licencesOf(moduleIds),
    },
  },
  ...FILTERS.map((name, i) => ({
    input: join(SOURCES, "cli", `${name}.js`),
    platform: "node" as const,
    // The filter includes what reads HTML, so that V8's compiled code of it is kept. It still runs only when it is needed.
    external: [...PEERS, new RegExp(`${VENDORED.source}(?!entities-decode\\.cjs$)`), WORKER_PATH],
    plugins: [lateLoads],
    output: { file: FILTER_FILES[i], format: "cjs" as const, codeSplitting: false as const, minify: true },
  })),
]);
chmodSync(COMMAND, 0o755);
await writeShellFiles(join(OUTPUT, ".."));

// Their digests, and what the first runs leave behind: what V8 made of them. See code-cache.ts.
for (const file of [...SHARED_FILES, ...FILTER_FILES]) {
  const source = escaped(readFileSync(file, "utf8"));
  writeFileSync(file, `${source}\n//${createHash("sha256").update(source).digest("hex")}`);
}
const scratch = mkdtempSync(join(tmpdir(), "thresher-"));
const model = join(scratch, "model");
const socket = join(scratch, "socket");
const letters = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }));
save(train(letters, { preset: "mail" }), model);
execFileSync(process.execPath, [COMMAND, "classify", "--model", model, "-"], { input: USUAL_MESSAGE });
const corpus = join(scratch, "corpus");
for (const file of ["ham/1", "ham/2", "spam/1", "spam/2"]) {
  mkdirSync(join(corpus, dirname(file)), { recursive: true });
  writeFileSync(join(corpus, file), `${file} ${USUAL_MESSAGE}`);
}
execFileSync(process.execPath, [COMMAND, "evaluate", corpus, "--folds", "2", "--quiet"]);
const server = spawn(process.execPath, [COMMAND, "serve", "-m", model, "--socket", socket, "--quiet"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(server.stdout, "data");
  const history = ["--model", model, "--history", join(scratch, "history")];
  for (const options of [["--model", model], ["--server", socket], history]) {
    execFileSync(process.execPath, [COMMAND, "filter", ...options], { input: USUAL_MESSAGE });
  }
} finally {
  server.kill("SIGKILL");
  rmSync(scratch, { recursive: true });
}

/** In ASCII: V8 reads a file of one byte a character in half the time, and Node need not look for longer ones. */
function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
