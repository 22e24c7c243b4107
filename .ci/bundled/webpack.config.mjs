import { resolve } from "node:path";

const bundle = { entry: "./program.mjs", target: "node", mode: "production" };
const path = resolve("webpack");

export default [
  {
    ...bundle,
    experiments: { outputModule: true },
    output: { path, filename: "program.mjs", module: true, library: { type: "module" } },
  },
  { ...bundle, output: { path, filename: "program.cjs", library: { type: "commonjs2" } } },
];
