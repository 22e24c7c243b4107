import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { type Plugin, rolldown } from "rolldown";
import { lateLoads, nodeModules, VENDOR } from "./late-loads.js";
import { TEXTS } from "./vendored.js";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

/** The modules that worker threads run. */
const WORKERS = [
  "classifiers/fit-candidates-worker.js",
  "delivery/serving/answer-worker.js",
  "features/corpus/parallel-worker.js",
  "labelling/engine/engine-worker.js",
  "model/train-worker.js",
];

/** The file of `workerModule`. */
export const WORKER_PATH = join(SOURCES, "../lib/worker-code.cjs");

/** How our compiled sources name the file of a worker. */
const WORKER_URL = /\bnew URL\("\.\/([\w-]+-worker)\.js", import\.meta\.url\)/g;

/** Starts workers with the code in `workerModule`, because a bundle has no separate files for workers. */
export const inlineWorkers: Plugin = {
  name: "workers",
  transform: {
    filter: { code: WORKER_URL },
    handler: (code) => code.replace(WORKER_URL, `require("${WORKER_PATH}").workerCode("$1")`),
  },
};

/** In a worker, takes vendored packages from `VENDORED`, which `workerModule` adds, when they are needed. */
const packagesOfStarter: Plugin = {
  name: "packages of the starter",
  load: {
    filter: { id: new RegExp(`^${VENDOR}`) },
    handler(path) {
      const file = basename(path);
      return `const { brotliDecompressSync } = require("node:zlib");
        const code = brotliDecompressSync(Buffer.from(VENDORED.packages["${file}"], "base64")).toString();
        const load = require("node:vm").compileFunction(code, ["module", "exports", "require"], { filename: "thresher:${file}" });
        load(module, exports, (path) => VENDORED.texts[path]);`;
    },
  },
};

/** The source of a function that returns a worker as `newWorker` takes it. `codes` has the codes by their names. */
const WORKER_CODE = `(vendored, name) => {
  const { brotliDecompressSync } = process.getBuiltinModule("node:zlib");
  const codes = JSON.parse(brotliDecompressSync(Buffer.from(vendored.codes, "base64")));
  return { text: codes[name], vendored };
}`;

/** In a worker, which may start others, `VENDORED` comes from its starter. */
const inWorker: Plugin = {
  name: "in a worker",
  resolveId: (id) => (id === WORKER_PATH ? id : null),
  load: (id) =>
    id === WORKER_PATH
      ? `const workerCode = ${WORKER_CODE}; exports.workerCode = (name) => workerCode(VENDORED, name);`
      : null,
};

/**
 * Returns the source of a module that has the code of all workers. It is compressed, and that of vendored packages is
 * expanded only in the worker that needs it.
 */
export async function workerModule(): Promise<string> {
  const codes: Record<string, string> = {};
  for (const worker of WORKERS) {
    const plugins = [inWorker, lateLoads, inlineWorkers, packagesOfStarter, nodeModules];
    const bundle = await rolldown({ input: join(SOURCES, worker), platform: "node", plugins });
    const { output } = await bundle.generate({ format: "cjs", codeSplitting: false, minify: true, comments: false });
    const vendored = 'const VENDORED = process.getBuiltinModule("node:worker_threads").workerData.vendored;';
    codes[basename(worker, ".js")] = `${vendored}\n${output[0].code}`;
  }
  const all = JSON.stringify(codes);
  const files = readdirSync(VENDOR).filter((file) => all.includes(`thresher:${file}`));
  const packages = files.map((file) => {
    const source = readFileSync(join(VENDOR, file), "utf8").replace(/^\/\*!.*?\*\//s, "");
    return [file, compressed(source)];
  });
  const texts = Object.keys(TEXTS).map((file) => `"../vendor/${file}": require("../vendor/${file}")`);
  return `// The code of the worker threads. The licences of the packages in it are in ../vendor.
const codes = "${compressed(all)}";
const packages = ${JSON.stringify(Object.fromEntries(packages))};
const workerCode = ${WORKER_CODE};
const found = {};
exports.workerCode = (name) => (found[name] ??= workerCode({ codes, packages, texts: { ${texts.join(", ")} } }, name));
`;
}

const compressed = (code: string) => brotliCompressSync(code).toString("base64");
