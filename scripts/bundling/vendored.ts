import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { STEMMER_NAMES } from "../../src/text/words/stemming.js";

/** How to make a file of `dist/vendor`. */
interface Vendored {
  /** The source of a module that exports what is needed. Default: it exports the whole package. */
  readonly code?: string;
  /** Packages and files that are imported but not needed. They are replaced by empty modules. */
  readonly without?: readonly string[];
  /** The names in `TEXTS` of JSON files that the package loads, by the paths with which it loads them. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** The functions that `src/base/decode.ts` calls. */
const CHARSETS = `const { labelToName, TextDecoder } = require("@exodus/bytes/encoding.js");
  module.exports = { labelToName, TextDecoder, get iconv() { return require("iconv-lite"); } };`;

/** The functions that `src/reports/plots/svg.ts` calls. */
const VEGA = `import { parse, resetSVGDefIds, textMetrics, View } from "vega";
  import { compile } from "vega-lite";
  export const vega = { parse, resetSVGDefIds, textMetrics, View };
  export const lite = { compile };`;

/** Transforms of Vega that no plot here uses: maps, trees, clouds of words and the like. */
const UNDRAWN = ["crossfilter", "force", "geo", "hierarchy", "label", "regression", "voronoi", "wordcloud"].map(
  (name) => `vega-${name}`,
);

/** The stemmers of natural, which would bring database drivers and a dictionary of 35 MB. */
const STEMMERS = STEMMER_NAMES.map((name) => {
  const file = name.length === 2 ? `porter_stemmer_${name}` : `${name}_stemmer`;
  return `exports[${JSON.stringify(name)}] = require("natural/lib/natural/stemmers/${file}.js");`;
}).join("\n");

/**
 * The packages that our sources load only when they are needed, by the name with which they load them. Names with `#`
 * are parts of packages, and are listed in `imports` of package.json.
 */
export const VENDORED: Readonly<Record<string, Vendored>> = {
  // The multi-byte charsets of iconv-lite are left out, because @exodus/bytes has them.
  "#charsets": {
    code: CHARSETS,
    without: ["./dbcs-codec", "./dbcs-data", "./internal"],
    texts: {
      "./multi-byte.encodings.json": "charset-tables.cjs",
      "./sbcs-data-generated": "older-charsets.cjs",
    },
  },
  // The stemmers need stop words only for whole texts.
  "#stemmers": { code: STEMMERS, without: ["stopwords-iso"] },
  "#stop-words": { code: 'module.exports = JSON.parse(require("../vendor/stop-word-lists.cjs"));' },
  "#vega": { code: VEGA, without: UNDRAWN },
  "csv-parse/sync": {},
  "entities/decode": {},
  "fast-glob": {},
  minizlib: {},
  picomatch: {},
  // From its modules, of which one has nothing but data.
  tldts: {
    code: 'module.exports = require("tldts/dist/es6/index.js");',
    texts: { "./data/trie": "public-suffixes.cjs" },
  },
};

/** Long JSON that a vendored package parses. */
interface VendoredText {
  readonly text: string;
  /** The file that it was made from. */
  readonly from: string;
}

/**
 * Files of `dist/vendor` that export a text. The thread that starts a worker sends them to it, so that the code of the
 * workers need not have them again.
 */
export const TEXTS: Readonly<Record<string, VendoredText>> = {
  "charset-tables.cjs": jsonOf("@exodus/bytes/encoding.js", "./fallback/multi-byte.encodings.json"),
  "older-charsets.cjs": jsonOf("iconv-lite", "../encodings/sbcs-data-generated.js"),
  "public-suffixes.cjs": jsonOf("tldts", "./src/data/trie.js"),
  "stop-word-lists.cjs": jsonOf("stopword"),
};

/** Returns the exports of a package, or those of a file beside its main file, as JSON. Typed arrays become lists. */
function jsonOf(name: string, file?: string): VendoredText {
  const main = import.meta.resolve(name);
  const from = fileURLToPath(file === undefined ? main : new URL(file, main));
  const exported = createRequire(import.meta.url)(from);
  return {
    text: JSON.stringify(exported, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value)),
    from,
  };
}

/** Returns the name of the file of a vendored package. @param name as in `VENDORED` */
export function vendoredFile(name: string): string {
  return `${name.replace("#", "").replace("/", "-")}.cjs`;
}
