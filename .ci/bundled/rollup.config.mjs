import commonjs from "@rollup/plugin-commonjs";
import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: "program.mjs",
  external: /^node:/,
  plugins: [nodeResolve({ preferBuiltins: true }), commonjs()],
  output: [
    { file: "rollup/program.mjs", format: "es" },
    { file: "rollup/program.cjs", format: "cjs" },
  ],
};
