/**
 * The third part of the build: the library as it is published, and packages of which it needs a part.
 *
 * `dist/lib` has one module and one declaration file for each entry of the package, so that the package has few files
 * and loads quickly. `dist/vendor` has the parsers of HTML and CSS, the colours and calculations of CSS, the decoders of
 * @exodus/bytes and iconv-lite, the stemmers of natural, the lists of stopword, and vega with vega-lite, each in one file
 * with its licences: natural itself would bring database drivers and a dictionary of 35 MB, which nothing here uses. The
 * package finds them under the names in `imports` of package.json.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { STEMMER_NAMES } from "../src/text/words/stemming.js";

const DIST = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = join(DIST, "src");

/** The entries of the package, each by the file that has its names. */
const ENTRIES = {
  index: "index",
  mail: "delivery/index",
  evaluation: "reports/index",
  classifiers: "classifiers/index",
  features: "features/index",
};

const entries = (ending: string) =>
  Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(SOURCES, `${file}${ending}`)]));

/** Transforms of Vega that no plot here uses: maps, trees, clouds of words and the like. */
const UNDRAWN = ["crossfilter", "force", "geo", "hierarchy", "label", "regression", "voronoi", "wordcloud"].map(
  (name) => `vega-${name}`,
);

/** The dependencies of the package and `dist/vendor` stay outside. */
const { dependencies } = JSON.parse(readFileSync(join(DIST, "../package.json"), "utf8"));
const external = [...Object.keys(dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)), /^node:/, /^#/];

/** The packages that `src/mail/html/tree/standards.ts` loads for a message with HTML, as one file: it loads sooner than a hundred. */
const HTML = `export { html, Parser, Tokenizer } from "parse5";
  export { default as parseCss } from "css-tree/parser";`;

/** The packages that `src/mail/html/tree/standards.ts` loads for calculations and for colours in modern syntax. */
const CSS_VALUES = `export { calc } from "@csstools/css-calc";
  export { color, serializeRGB } from "@csstools/css-color-parser";
  export { parseComponentValue } from "@csstools/css-parser-algorithms";
  export { tokenize } from "@csstools/css-tokenizer";`;

rmSync(join(DIST, "lib"), { recursive: true, force: true });
rmSync(join(DIST, "vendor"), { recursive: true, force: true });
await build([
  {
    // A worker finds its file beside the module that starts it.
    input: {
      ...entries(".js"),
      "parallel-worker": join(SOURCES, "features/corpus/parallel-worker.js"),
      "fit-candidates-worker": join(SOURCES, "classifiers/fit-candidates-worker.js"),
      "train-worker": join(SOURCES, "model/train-worker.js"),
      "trial-worker": join(SOURCES, "evaluation/search/trial-worker.js"),
    },
    platform: "node",
    external,
    // The declarations have the docstrings.
    output: { dir: join(DIST, "lib"), format: "es", chunkFileNames: "[name].js", comments: { jsdoc: false } },
  },
  {
    input: entries(".d.ts"),
    platform: "node",
    external,
    plugins: [dts({ dtsInput: true })],
    output: { dir: join(DIST, "lib"), format: "es", chunkFileNames: "[name].d.ts" },
  },
  // Without the charsets of several bytes a character in iconv-lite, which the other library has.
  vendored("charsets.cjs", charsets(), ["./dbcs-codec", "./dbcs-data", "./internal"]),
  vendored("html.cjs", HTML),
  vendored("css-values.cjs", CSS_VALUES),
  // Stop words, with which the stemmers would stem whole texts.
  vendored("stemmers.cjs", stemmers(), ["stopwords-iso"]),
  vendored("stop-words.cjs", 'module.exports = require("stopword");'),
  vendored("vega.js", vega(), UNDRAWN),
]);

/**
 * One file with what a few lines take from packages, and the licences of all packages that are in it.
 *
 * @param without packages that stay out, though others import them
 */
function vendored(file: string, code: string, without: readonly string[] = []): BuildOptions {
  const entry = `\0${file}${/^(?:im|ex)port /.test(code) ? ".mjs" : ""}`;
  return {
    input: { [file]: entry },
    platform: "node",
    // Vega draws on it where it is installed; Thresher makes SVG without it.
    external: ["canvas"],
    plugins: [
      {
        name: file,
        resolveId: (id, importer) => {
          if (id === entry) return id;
          if (without.includes(id)) return `\0${id}`;
          return importer === entry ? { id: fileURLToPath(import.meta.resolve(id)) } : null;
        },
        load: (id) => (id === entry ? code : id.startsWith("\0") && without.includes(id.slice(1)) ? "" : null),
        writeBundle(_, bundle) {
          const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
          const path = join(DIST, "vendor", file);
          writeFileSync(path, `${licencesOf(modules)}\n${readFileSync(path, "utf8")}`);
        },
      },
    ],
    output: {
      dir: join(DIST, "vendor"),
      format: file.endsWith(".cjs") ? "cjs" : "es",
      entryFileNames: "[name]",
      codeSplitting: false,
      minify: true,
    },
  };
}

/** The functions that `src/base/decode.ts` calls. */
function charsets(): string {
  return `const { labelToName, TextDecoder } = require("@exodus/bytes/encoding.js");
    module.exports = { labelToName, TextDecoder, get iconv() { return require("iconv-lite"); } };`;
}

/** The functions that `src/reports/plots/svg.ts` calls. */
function vega(): string {
  return `import { parse, resetSVGDefIds, textMetrics, View } from "vega";
    import { compile } from "vega-lite";
    export const vega = { parse, resetSVGDefIds, textMetrics, View };
    export const lite = { compile };`;
}

function stemmers(): string {
  const lines = STEMMER_NAMES.map((name) => {
    const file = name.length === 2 ? `porter_stemmer_${name}` : `${name}_stemmer`;
    return `exports[${JSON.stringify(name)}] = require("natural/lib/natural/stemmers/${file}.js");`;
  });
  return lines.join("\n");
}

/** The licence texts of the packages that some modules are from, as one comment. */
function licencesOf(modules: readonly string[]): string {
  const roots = new Set<string>();
  for (const id of modules) {
    const [root] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
    if (root !== undefined) roots.add(root);
  }
  const texts = Array.from(roots, (root) => {
    const { name, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    return `Includes ${name} (${license}):\n\n${file === undefined ? "" : readFileSync(join(root, file), "utf8").trim()}`;
  });
  return `/*!\n${texts.sort().join("\n\n").replaceAll("*/", "* /")}\n*/`;
}
