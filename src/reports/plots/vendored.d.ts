/** The parts of Vega and Vega-Lite that the build bundles into one file: see `imports` in package.json. */
declare module "#vega" {
  import type { parse, View } from "vega";
  import type { compile } from "vega-lite";
  export const vega: { readonly parse: typeof parse; readonly View: typeof View };
  export const lite: { readonly compile: typeof compile };
}
