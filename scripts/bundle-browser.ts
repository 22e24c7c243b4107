/**
 * The fourth part of the build: `dist/browser`, the library for browsers and web workers. `texts.js` leaves out what reads
 * mail. `mail.js` adds it, and takes the rest from `texts.js`. Each file has the licences of the packages in it.
 *
 * Both are made of the same files as the library. `src/base/browser.ts` stands in for the parts of Node.js that they call,
 * and `src/base/fdlibm.ts` for the functions that browsers round otherwise than Node.js.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { licencesOf } from "./bundling/licences.js";

const DIST = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = join(DIST, "src");
const OUTPUT = join(DIST, "browser");
const NODE = join(SOURCES, "base/browser.js");
const FDLIBM = join(SOURCES, "base/fdlibm.js");
const API = join(SOURCES, "model/browser.js");

/** The globals of Node.js, and the functions of `Math`, that files get from elsewhere. */
const GLOBALS = {
  Buffer: [NODE, "Buffer"],
  process: [NODE, "process"],
  "Math.exp": [FDLIBM, "exp"],
  "Math.log": [FDLIBM, "log"],
  "Math.log1p": [FDLIBM, "log1p"],
  "Math.tanh": [FDLIBM, "tanh"],
} satisfies Record<string, [string, string]>;

/**
 * Files and packages that only `mail.js` has: a file with its function that others call, a package by the name by which
 * the library loads it. `part` is the name of a part in the message about its absence. The bundler of an application finds
 * packages where `path` says, so that they are in this package once, for Node.js and for browsers.
 */
const MAIL_FILES = [
  { file: "mail/fields/mail-reader.js", name: "mailReader", part: "reader of mail" },
  { file: "mail/read-message.js", name: "readMessage", part: "parser of mail" },
  { file: "mail/page-text.js", name: "pageText", part: "reader of pages" },
];
const MAIL_PACKAGES = [
  { name: "entities/decode", part: "character references", path: "../vendor/entities-decode.cjs" },
  { name: "#stemmers", part: "stemmers", path: "../vendor/stemmers.cjs" },
  { name: "#stop-words", part: "stop words", path: "../vendor/stop-words.cjs" },
  { name: "tldts", part: "public suffix list", path: "../vendor/tldts.cjs" },
];

/** The code of the entry that has mail. Bundlers differ in where they put the exports of a CommonJS file. */
const MAIL = `import { provide } from "${NODE}";
${MAIL_PACKAGES.map(({ path }, i) => `import * as package${i} from "${path}";`).join("\n")}
export * from "${API}";
provide({
  ${MAIL_FILES.map(({ file, part }) => `"${part}": () => require("${join(SOURCES, file)}?real"),`).join("\n")}
  ${MAIL_PACKAGES.map(({ part }, i) => `"${part}": () => package${i}.default ?? package${i},`).join("\n")}
  "older charsets": () => require("iconv-lite"),
});`;

/** Browsers decode the charsets of the WHATWG standard. */
const CHARSETS = `import { labelToName } from "@exodus/bytes/encoding-browser.js";
import { part } from "${NODE}";
const { TextDecoder } = globalThis;
const charsets = { labelToName, TextDecoder, get iconv() { return part("older charsets"); } };
export { charsets };`;

/** Browsers have no table for reading thousands of messages: `Vocabulary.inTable` makes a plain one instead. */
const WORD_TABLE = "export const WordTable = { create: () => undefined };";

/** Modules that have other code than in the library. No threads fit classifiers in a browser. */
const CODE = new Map([
  ["#mail", MAIL],
  ["#charsets", CHARSETS],
  ["text/word-table.js", WORD_TABLE],
  ["classifiers/wrappers/fit-candidates.js", calling("fitCandidates", "worker threads")],
  ...MAIL_FILES.map(({ file, name, part }) => [file, calling(name, part)] as const),
]);

/** Returns the code of a module whose one function calls that of a part. */
function calling(name: string, part: string): string {
  return `import { part } from "${NODE}"; export const ${name} = (...args) => part("${part}").${name}(...args);`;
}

/** The charsets of several bytes a character in iconv-lite, which browsers have. */
const UNUSED = ["./dbcs-codec", "./dbcs-data", "./internal"];

/** Begins the names of modules in `CODE`, as is usual for modules that are no files. */
const MADE = "\0";

/** The names in `CODE` that nothing has imported so far. */
const missing = new Set(CODE.keys());

const replacing: Plugin = {
  name: "replacing",
  resolveId(id, importer = "") {
    if (MAIL_PACKAGES.some(({ path }) => path === id)) return { id, external: true, moduleSideEffects: false };
    if (id.endsWith("?real")) return id.slice(0, -"?real".length);
    if (id === "node:buffer") return NODE;
    if (id.startsWith("node:")) return { id, external: true, moduleSideEffects: false };
    if (UNUSED.includes(id) && importer.includes("/iconv-lite/")) return `${MADE}unused`;
    const name = id.startsWith(".") ? relative(SOURCES, join(dirname(importer), id)) : id;
    if (CODE.has(name)) return `${MADE}${name}`;
    return importer.startsWith(MADE) ? this.resolve(id, NODE) : null;
  },
  load(id) {
    if (id === `${MADE}unused`) return "";
    const name = id.startsWith(MADE) ? id.slice(MADE.length) : "";
    missing.delete(name);
    return CODE.get(name) ?? null;
  },
  transform: { filter: { code: /import\.meta/ }, handler: withParts },
  writeBundle(_, bundle) {
    if (missing.size > 0) throw new Error(`bundle-browser: nothing imports ${[...missing].join(", ")}`);
    for (const output of Object.values(bundle)) {
      if (output.type !== "chunk") continue;
      const foreign = output.imports.filter((path) => !path.endsWith("js"));
      if (foreign.length > 0) throw new Error(`bundle-browser: ${output.fileName} imports ${foreign.join(", ")}`);
      const path = join(OUTPUT, output.fileName);
      const modules = output.moduleIds.filter((id) => !id.startsWith(MADE));
      writeFileSync(path, `${licencesOf(modules)}\n${readFileSync(path, "utf8")}`);
    }
  },
};

/** Returns the code of a file that takes parts in the place of packages that it loads late, and starts no threads. */
function withParts(code: string, id: string): string {
  const changed = code
    .replace('import { createRequire } from "node:module";', "")
    .replaceAll(/createRequire\(import\.meta\.url\)\("([^"]+)"\)/g, (whole, name) => {
      if (name === "#charsets") return "charsets";
      const found = MAIL_PACKAGES.find((each) => each.name === name);
      return found === undefined ? whole : `part("${found.part}")`;
    })
    .replaceAll(/new URL\("[^"]+", import\.meta\.url\)/g, "undefined");
  if (changed.includes("import.meta")) throw new Error(`bundle-browser: no part for a package in ${id}`);
  return `import { part } from "${NODE}"; import { charsets } from "#charsets"; ${changed}`;
}

rmSync(OUTPUT, { recursive: true, force: true });
await build({
  input: { texts: API, mail: "#mail" },
  // `mail.js` takes from `texts.js` what else it needs.
  preserveEntrySignatures: "allow-extension",
  platform: "browser",
  // The public suffix list would be in the code several times.
  optimization: { inlineConst: false },
  transform: { inject: GLOBALS },
  plugins: [replacing],
  output: { dir: OUTPUT, format: "es", minify: true },
});
// The other entries, for browsers: a file that no bundler can resolve. Its error names the entry to import. With null in
// package.json in place of this file, vite takes the entry for Node.js.
const wrong = "./text-thresher/browser is the entry for browsers, because the others read files";
writeFileSync(join(OUTPUT, "no-entry.js"), `export * from ${JSON.stringify(wrong)};\n`);
// The types are those of the library.
const types = readFileSync(API.replace(/js$/, "d.ts"), "utf8").replaceAll(/from "\.[^"]*"/g, 'from "text-thresher"');
writeFileSync(join(OUTPUT, "index.d.ts"), types);
