import { createRequire } from "node:module";

/** The version of this package. */
export const VERSION = (createRequire(import.meta.url)("thresher/package.json") as { version: string }).version;
