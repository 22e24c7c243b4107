/** Vega and Vega-Lite, which the build puts into one file of the package: see `imports` in package.json. */
declare module "#vega" {
  export * as vega from "vega";
  export * as lite from "vega-lite";
}
