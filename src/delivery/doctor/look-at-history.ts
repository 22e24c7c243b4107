import { DataError } from "../../base/errors.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { driftOf, driftText } from "../drift/drift.js";
import { DecisionLog } from "../review/decision-log.js";
import { fault, notice, ok, type Remarks } from "./finding.js";

/**
 * Looks at the decisions of a history: whether documents still are like those that the model has learned.
 *
 * @param models the paths of models. The one that made the latest decision is used, otherwise the first
 * @throws DataError if there is no history, or it is about other classes
 */
export function lookAtHistory(path: string, models: readonly string[]): Remarks {
  if (models.length === 0) throw new DataError("a history is compared with the model that decided: name it with -m");
  const log = new DecisionLog(path, () => undefined);
  const loaded = models.map((model) => loadIdentified(model));
  const latest = log.rows[log.rows.length - 1].model;
  const identified = loaded.find(({ id }) => id === latest) ?? loaded[0];
  log.requireClasses(identified.model.labels);
  const drift = driftOf(log.rows, identified);
  if (typeof drift === "string") return [notice(drift)];
  return [(drift.since === undefined ? ok : fault)(driftText(drift))];
}
