/**
 * Builds the library as it is published, and the packages that it needs.
 *
 * `dist/lib` has one module and one declaration file for each entry of the package. `dist/vendor` has the packages, or
 * parts of them, each in one file with its licences: see `bundling/vendored.ts`. All of it is CommonJS: Node.js starts it
 * sooner than ES modules, and `require` loads a package when it is needed, without a promise. Bundlers follow `require`
 * too. The library works in a bundle of either format, because modules of Node.js come from `process`, worker threads
 * have their code in a string, and nothing asks for the path of its file. `.ci/bundles` tests this.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { lateLoads, nodeModules, VENDOR } from "./bundling/late-loads.js";
import { licencesOf } from "./bundling/licences.js";
import { TEXTS, VENDORED, vendoredFile } from "./bundling/vendored.js";
import { inlineWorkers, WORKER_PATH, workerModule } from "./bundling/worker-code.js";

const DIST = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = join(DIST, "src");

/** The entries of the package, each by the file that has its names. */
const ENTRIES = {
  index: "index",
  mail: "delivery/index",
  evaluation: "jobs/index",
  classifiers: "classifiers/index",
  features: "features/index",
};

const entries = (ending: string) =>
  Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(SOURCES, `${file}${ending}`)]));

const { peerDependencies } = JSON.parse(readFileSync(join(DIST, "../package.json"), "utf8"));

rmSync(join(DIST, "lib"), { recursive: true, force: true });
rmSync(join(DIST, "vendor"), { recursive: true, force: true });
await build(Object.keys(VENDORED).map(vendored));
for (const [file, { text, from }] of Object.entries(TEXTS)) {
  const code = `module.exports = '${text.replaceAll(/[\\']/g, "\\$&")}';\n`;
  writeFileSync(join(DIST, "vendor", file), `${licencesOf([from])}\n${code}`);
}
await build([
  {
    input: entries(".js"),
    platform: "node",
    external: [...Object.keys(peerDependencies), new RegExp(`^${VENDOR}`), WORKER_PATH],
    // The library has in one file what commands load late.
    checks: { ineffectiveDynamicImport: false },
    plugins: [lateLoads, inlineWorkers, nodeModules],
    output: {
      dir: join(DIST, "lib"),
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      // Node.js looks for names to export in an entry and nowhere else. Entries are short, because that takes long.
      codeSplitting: {
        groups: [{ name: "code", test: (id) => !Object.values(entries(".js")).includes(id), entriesAware: true }],
      },
      // The declarations have the docstrings. Lines stay, because Node.js prints the line that throws an uncaught error.
      minify: { compress: true, mangle: { keepNames: { class: true, function: false } }, codegen: false },
      comments: { jsdoc: false },
      footer: ({ moduleIds }) => licencesOf(moduleIds),
    },
  },
  {
    input: entries(".d.ts"),
    platform: "node",
    external: [/^node:/],
    // It warns that making the declarations takes most of the time.
    checks: { pluginTimings: false },
    plugins: [dts({ dtsInput: true })],
    output: {
      dir: join(DIST, "lib"),
      format: "es",
      entryFileNames: "[name].d.cts",
      chunkFileNames: "[name].d.cts",
    },
  },
]);
writeFileSync(WORKER_PATH, await workerModule());

/** Builds the file of a vendored package, with the licences of all packages that are in it. @param name as in `VENDORED` */
function vendored(name: string): BuildOptions {
  const { code = `module.exports = require("${name}");`, without = [], texts = {} } = VENDORED[name];
  const file = vendoredFile(name);
  const entry = `\0${file}${/^(?:im|ex)port /.test(code) ? ".mjs" : ""}`;
  return {
    input: { [file]: entry },
    platform: "node",
    plugins: [
      {
        name: file,
        resolveId: (id, importer) => {
          if (id === entry) return id;
          if (id.startsWith("../vendor/")) return { id, external: "absolute" };
          if (without.includes(id) || id in texts) return `\0${id}`;
          return importer === entry ? { id: fileURLToPath(import.meta.resolve(id)) } : null;
        },
        load(id) {
          if (!id.startsWith("\0")) return null;
          if (id === entry) return code;
          const text = texts[id.slice(1)];
          const parsed = text === undefined ? "" : `module.exports = JSON.parse(require("../vendor/${text}"));`;
          return { code: parsed, moduleType: "js" };
        },
        // Vega draws on a canvas where one is installed. Thresher makes SVG without it.
        transform: {
          filter: { code: "await import('canvas')" },
          handler: (code) => code.replace("await import('canvas')", "null"),
        },
        writeBundle(_, bundle) {
          const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
          const path = join(DIST, "vendor", file);
          writeFileSync(path, `${licencesOf(modules)}\n${readFileSync(path, "utf8")}`);
        },
      },
      nodeModules,
    ],
    output: {
      dir: join(DIST, "vendor"),
      format: "cjs",
      entryFileNames: "[name]",
      codeSplitting: false,
      minify: true,
    },
  };
}
