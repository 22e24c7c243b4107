import { orElse } from "../../base/errors.js";
import { fileStamp } from "../../documents/files/open-file.js";
import { type IdentifiedModel, loadIdentified } from "../../model/file/model-file.js";
import type { DecisionEntry } from "../history/history.js";
import { DecisionLog } from "../review/decision-log.js";
import { type Drift, driftOf } from "./drift.js";

/** The most decisions that are kept in memory. */
const MAX_DECISIONS = 20_000;
/** Milliseconds before the decisions are compared again. */
const PAUSE = 60_000;

/**
 * Follows a history and the file of the model that decides.
 *
 * @returns a function that compares the decisions so far, once a minute at most. Undefined if there are too few, or a file
 *   cannot be read
 */
export function followedDrift(history: string, path: string): () => Drift | undefined {
  let log: DecisionLog | undefined;
  let model: IdentifiedModel | undefined;
  let [stamp, next] = ["", 0];
  let latest: Drift | undefined;
  const compare = () => {
    log ??= new DecisionLog(history, () => undefined);
    log.refresh();
    log.rows = log.rows.slice(-MAX_DECISIONS).map(withoutTexts);
    if (model === undefined || fileStamp(path) !== stamp) [stamp, model] = [fileStamp(path), loadIdentified(path)];
    const drift = driftOf(log.rows, model);
    return typeof drift === "string" ? undefined : drift;
  };
  return () => {
    if (Date.now() < next) return latest;
    latest = orElse(compare, undefined);
    next = Date.now() + PAUSE;
    return latest;
  };
}

/** Returns a decision with the facts that are compared, to save memory. */
function withoutTexts(row: DecisionEntry): DecisionEntry {
  return { ...row, id: "", from: "", terms: [], filed: undefined, into: undefined };
}
