import { join } from "node:path";
import { lazily } from "../../base/lazily.js";
import type { reasonsOf } from "../../classifiers/explain/reasons.js";
import type { FilterOptions, MessageAnswer } from "../../delivery/filter/decide.js";
import { loadCached } from "../code-cache.js";

/** What `filter-history.cjs` exports. */
interface HistoryCode {
  readonly reasonsOf: typeof reasonsOf;
  /** Adds a decision to a history. */
  keepDecision(
    path: string,
    message: Uint8Array,
    answer: MessageAnswer,
    options: FilterOptions,
    tell: (line: string) => void,
  ): void;
}

/** The code of the filter that only --history needs. It is in another file, so that the filter starts as fast without it. */
export const historyCode = lazily(() => loadCached<HistoryCode>(join(import.meta.dirname, "filter-history.cjs")));
