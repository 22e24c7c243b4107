/**
 * The second half of the build: the command, and all that sorting a message takes in one
 * file beside it. Node takes longer to find and link fifty small modules than the command takes to
 * sort; and where what measures and draws is in the file too, reading it over takes a third
 * of the time, so that each other command has files of its own. Commander goes into the file
 * for sorting. What takes mail apart has a file of its own, for models of mail, and what reads
 * HTML, with the tokenizer of htmlparser2, another, for messages that have some. Each has the
 * licences of what is in it. Other dependencies stay outside, loaded when they are asked for.
 * The files are CommonJS, which Node starts sooner than modules.
 *
 * The filter has mail in its own file, since what V8 made of it is kept: it reads over none of
 * it. What it does not run costs it nothing, and one file is found sooner than two.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const MINIFY = { compress: true, mangle: true, codegen: { removeWhitespace: true } } as const;

/** Beside the others. */
const MAIL = "mail.cjs";
const HTML = "html.cjs";
/** The files that are kept as V8 made them, too. */
const CACHED = [...FILTERS, join(OUTPUT, HTML)];

/** What most messages have: what V8 made of the functions that it takes is kept, of others it is made when they are. */
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
const mailApart = changing("email/mail/mail-text.js", (code) => apart(code, "mailText", "options", required(MAIL)));
const htmlApart = changing("email/html.js", (code) => apart(code, "readHtml", "html", required(HTML)));
/** The same for the filter, which keeps what V8 made of it. */
const htmlCached = changing("email/html.js", (code) => apart(code, "readHtml", "html", cached(HTML)));

/** A module whose one function is in another file. */
function apart(
  code: string,
  name: string,
  parameter: string,
  loading: readonly [imports: string, load: string],
): string {
  if (!code.includes(`export function ${name}(`)) return code;
  const [imports, load] = loading;
  return `${imports}
    let apart;
    export function ${name}(${parameter}) {
      apart ??= ${load};
      return apart.${name}(${parameter});
    }`;
}

function required(file: string): [string, string] {
  return ['import { createRequire } from "node:module";', `createRequire(import.meta.url)("./${file}")`];
}

function cached(file: string): [string, string] {
  return [
    `import { join } from "node:path";
    import { loadCached } from ${JSON.stringify(join(SOURCES, "cli/code-cache.js"))};
    function load() {
      const { exports, keep } = loadCached(join(import.meta.dirname, "${file}"));
      process.once("exit", keep);
      return exports;
    }`,
    "load()",
  ];
}

/** Of htmlparser2 the tokenizer goes into that file: its parser and its trees would make it three times as large. */
const withTokenizer = changing("email/html/tokenizer.js", (code) =>
  code.replace(
    /^import .*([\s\S]*)createRequire\(import\.meta\.url\)\("htmlparser2"\)/,
    'import { Tokenizer } from "htmlparser2";$1{ Tokenizer }',
  ),
);

/** A package that htmlparser2 has, whether or not we see it. */
const ENTITIES = createRequire(createRequire(import.meta.url).resolve("htmlparser2")).resolve("entities/decode");
const { htmlDecodeTree } = (await import(ENTITIES)) as { htmlDecodeTree: Uint16Array };

/** Its table of entities, unpacked: to unpack it takes longer than to read a message. */
const withTable = changing("generated/decode-data-html.js", (code) => {
  const bytes = Buffer.from(htmlDecodeTree.buffer, htmlDecodeTree.byteOffset, htmlDecodeTree.byteLength);
  const table = `new Uint16Array(Uint8Array.from(Buffer.from("${bytes.toString("base64")}", "base64")).buffer)`;
  return code.replace(/^import .*$/m, "").replace(/(htmlDecodeTree = ).*$/m, (_, start) => `${start}${table};`);
});

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
    plugins: [htmlCached],
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
    plugins: [withTokenizer, withTable],
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
for (const file of CACHED) {
  const source = escaped(readFileSync(file, "utf8"));
  writeFileSync(file, `${source}\n//${createHash("sha256").update(source).digest("hex")}`);
}
const scratch = mkdtempSync(join(tmpdir(), "thresher-"));
const model = join(scratch, "model");
const socket = join(scratch, "socket");
const letters = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }));
save(train(letters, { preset: "mail" }), model);
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
