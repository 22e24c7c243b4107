/**
 * The fourth part of the build: `dist/browser`, the library for browsers and web workers. `texts.js` leaves out what reads
 * mail. `mail.js` adds it, and takes the rest from `texts.js`. Each file has the licences of what is in it.
 *
 * Both are made of the same files as the library. `src/base/browser.ts` stands in for the parts of Node.js that they call,
 * and `src/base/fdlibm.ts` for the functions that browsers round otherwise than Node.js.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The files that only `mail.js` has, with the functions of theirs that others call. */
const MAIL_FILES: Readonly<Record<string, string>> = {
  "mail/fields/mail-reader.js": "mailReader",
  "mail/read-message.js": "readMessage",
};

/**
 * The packages that only `mail.js` has, as the library names them when it loads them, and where they lie beside it. The
 * bundler of an application takes them from there, so that they are in the package once, for Node.js and for browsers.
 */
const MAIL_PACKAGES: Readonly<Record<string, string>> = {
  "#html": "../vendor/html.cjs",
  "#css-values": "../vendor/css-values.cjs",
  "#stemmers": "../vendor/stemmers.cjs",
  "#stop-words": "../vendor/stop-words.cjs",
  tldts: "tldts",
};

/** The decoders of the browser know all charsets of the WHATWG standard; older ones come with mail. */
const CHARSETS = `import { labelToName } from "@exodus/bytes/encoding-browser.js";
  import { part } from "${NODE}";
  const { TextDecoder } = globalThis;
  module.exports = { labelToName, TextDecoder, get iconv() { return part("iconv-lite"); } };`;

/** Modules with other code than in the library: no threads fit classifiers in a browser. */
const CODE: Readonly<Record<string, string>> = {
  "#charsets": CHARSETS,
  "#mail": mailCode(),
  "classifiers/wrappers/fit-candidates.js": `import { part } from "${NODE}"; export const fitCandidates = () => part("threads");`,
  ...Object.fromEntries(
    Object.entries(MAIL_FILES).map(([file, name]) => [
      file,
      `import { part } from "${NODE}"; export const ${name} = (...args) => part("${file}").${name}(...args);`,
    ]),
  ),
};

/** The charsets of several bytes a character in iconv-lite, which browsers have. */
const UNUSED = ["./dbcs-codec", "./dbcs-data", "./internal"];

/** Returns the code of the entry that has mail. A bundler may put the exports of a CommonJS file under `default`. */
function mailCode(): string {
  const packages = Object.entries(MAIL_PACKAGES).map(([name, path], i) => ({ name, path, variable: `package${i}` }));
  return [
    `import { provide } from "${NODE}";`,
    ...packages.map(({ path, variable }) => `import * as ${variable} from "${path}";`),
    `export * from "${API}";`,
    "provide({",
    ...[...Object.keys(MAIL_FILES), "iconv-lite"].map((name) => `"${name}": () => require("${name}"),`),
    ...packages.map(({ name, variable }) => `"${name}": () => ${variable}.default ?? ${variable},`),
    "});",
  ].join("\n");
}

const replacing: Plugin = {
  name: "replacing",
  async resolveId(id, importer = "") {
    if (id in CODE && !importer.endsWith("#mail")) return `\0${id}`;
    if (Object.values(MAIL_PACKAGES).includes(id)) return { id, external: true, moduleSideEffects: false };
    if (id in MAIL_FILES) return join(SOURCES, id);
    if (UNUSED.includes(id) && importer.includes("/iconv-lite/")) return "\0unused";
    if (id === "node:buffer") return NODE;
    if (id.startsWith("node:")) return { id, external: true, moduleSideEffects: false };
    if (importer.startsWith("\0")) return this.resolve(id, NODE);
    const file = id.startsWith(".") ? join(dirname(importer), id).slice(SOURCES.length + 1) : "";
    return file in CODE ? `\0${file}` : null;
  },
  load: (id) => (id === "\0unused" ? "" : id.startsWith("\0") ? (CODE[id.slice(1)] ?? null) : null),
  transform: {
    filter: { code: /createRequire/ },
    handler: (code) =>
      `import { part as late } from "${NODE}";${code
        .replace('import { createRequire } from "node:module";', "")
        .replaceAll('createRequire(import.meta.url)("#charsets")', 'require("#charsets")')
        .replaceAll("createRequire(import.meta.url)(", "late(")}`,
  },
  writeBundle(_, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== "chunk") continue;
      const foreign = output.imports.filter((path) => path.startsWith("node:"));
      if (foreign.length > 0) throw new Error(`bundle-browser: ${output.fileName} imports ${foreign.join(", ")}`);
      const path = join(OUTPUT, output.fileName);
      const modules = output.moduleIds.filter((id) => !id.startsWith("\0"));
      writeFileSync(path, `${licencesOf(modules)}\n${readFileSync(path, "utf8")}`);
if (process.env.DBG && output.type==="chunk") console.log(output.fileName,Object.entries(output.modules).map(([k,v])=>`${v.renderedLength} ${k.replace(/.*dist\/src\//,"").replace(/.*node_modules/,"N")}`).sort((a,b)=>parseInt(b)-parseInt(a)).join("\n"));
    }
  },
};

rmSync(OUTPUT, { recursive: true, force: true });
await build({
  input: { texts: API, mail: "#mail" },
  preserveEntrySignatures: "allow-extension",
  platform: "browser",
  optimization: { inlineConst: false },
  transform: { inject: GLOBALS },
  plugins: [replacing],
  output: { dir: OUTPUT, format: "es", minify: true },
});
// The types are those of the library.
const types = readFileSync(API.replace(/js$/, "d.ts"), "utf8").replaceAll(/from "\.[^"]*"/g, 'from "text-thresher"');
writeFileSync(join(OUTPUT, "index.d.ts"), types);
