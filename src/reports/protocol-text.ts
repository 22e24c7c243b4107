import type { Evaluation } from "../evaluation/evaluate.js";
import { byDateText } from "./dated-parts.js";
import type { Grouped, OnTraining, Protocol } from "./evaluation-json.js";
import { grouped, percent, plural } from "./numbers.js";
import { safeText } from "./safe-text.js";

/**
 * How an evaluation was made, in words safe for a terminal.
 *
 * @param item what was tested
 */
export function protocolText(protocol: Protocol | OnTraining, item = "document"): string {
  switch (protocol.kind) {
    case "test":
      return `tested on ${safeText(protocol.test)}`;
    case "holdout":
      return `${percent(protocol.share)} of each class withheld${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}${groupedText(protocol)}`;
    case "leave-one-out":
      return `each ${item} tested on what was learned from all others`;
    case "training":
      return `tested on the ${item}s that it was learned from, which says nothing of others`;
    case "folds":
      return `${protocol.folds} folds${protocol.repeats === 1 ? "" : `, ${protocol.repeats} times`}, seed ${protocol.seed}${groupedText(protocol)}`;
    case "by-date":
      return byDateText(protocol);
  }
}

function groupedText({ groupBy, groups = 0 }: Grouped): string {
  if (groupBy === undefined) return "";
  return `, no ${groupBy === "from" ? "sender" : groupBy} on both sides (${plural(groups, "group")})`;
}

/** How many were right, or of how many runs an accuracy is the mean: to follow it, after a comma. */
export function rightText({ runs, resampled }: Pick<Evaluation, "runs" | "resampled">): string {
  if (runs.length > 1 && resampled) return `, mean of ${runs.length} runs`;
  const [correct, total] = (["correct", "total"] as const).map((of) => runs.reduce((sum, run) => sum + run[of], 0));
  return `, ${grouped(correct)} of ${grouped(total)} right`;
}
