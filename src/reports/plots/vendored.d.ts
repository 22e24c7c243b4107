/** What the build takes from Vega and Vega-Lite into one file of the package: see `imports` in package.json. */
declare module "#vega" {
  export const vega: Pick<typeof import("vega"), "parse" | "View">;
  export const lite: Pick<typeof import("vega-lite"), "compile">;
}
