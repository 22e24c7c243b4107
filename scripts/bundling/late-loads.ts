import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { VENDORED, vendoredFile } from "./vendored.js";

const DIST = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the vendored packages. */
export const VENDOR = join(DIST, "vendor/");

/** Loads a package when it is needed. Our compiled sources are ES modules, which have no `require`. */
const LATE_LOAD = /\bcreateRequire\(import\.meta\.url\)\("([^"]+)"\)/g;

/** A call of `require` for a module of Node.js. */
const NODE_MODULE = new RegExp(`\\brequire\\((["'\`])(?:node:)?(${builtinModules.join("|")})\\1\\)`, "g");

/**
 * Replaces late loads by `require("…")`, which every bundler follows. Vendored packages are loaded from `dist/vendor`,
 * others from `node_modules`. The output must lie in a folder of `dist`.
 */
export const lateLoads: Plugin = {
  name: "late loads",
  transform: {
    filter: { code: "createRequire(import.meta.url)(" },
    handler: (code) =>
      code.replace(LATE_LOAD, (_, name) => `require("${name in VENDORED ? VENDOR + vendoredFile(name) : name}")`),
  },
  renderChunk: (code) => code.replaceAll(`"${DIST}`, '"../'),
};

/** Gets modules of Node.js from `process`, because there is no `require` in an ES module that esbuild writes. */
export const nodeModules: Plugin = {
  name: "modules of Node.js",
  renderChunk: (code) => code.replace(NODE_MODULE, "process.getBuiltinModule($1node:$2$1)"),
};
