import { join } from "node:path";
import { lazily } from "../../base/lazily.js";
import { loadCached } from "../code-cache.js";

/** The code of the filter that only --history needs. It is in another file, so that the filter starts as fast without it. */
export const historyCode = lazily(() =>
  loadCached<typeof import("./filter-history.js")>(join(import.meta.dirname, "filter-history.cjs")),
);
