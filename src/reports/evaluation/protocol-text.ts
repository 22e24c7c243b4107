import { grouped, percent, plural } from "../../base/numbers.js";
import type { Evaluation, Run } from "../../evaluation/evaluate.js";
import type { AnyProtocol, ByDate, Repeated } from "../../evaluation/protocols/protocol.js";
import type { Section } from "../blocks.js";

/** Describes the protocol of an evaluation in a phrase without a full stop. @param item the word for a tested document or row */
export function protocolText(protocol: AnyProtocol, item = "document"): string {
  switch (protocol.kind) {
    case "test":
      return `tested on ${protocol.test}`;
    case "holdout":
      return `${percent(protocol.share)} of each class withheld${timesText(protocol)}`;
    case "leave-one-out":
      return `leave one out: each ${item} tested by a model of all others`;
    case "training":
      return `tested on the training ${item}s themselves, so the figures say nothing about new ones`;
    case "folds":
      return `${protocol.folds} folds${timesText(protocol)}`;
    case "by-date":
      return byDateText(protocol);
  }
}

/** Returns the end of a phrase: how often a split was drawn, its seed, and what stays on one side of it. */
function timesText({ repeats, seed, groupBy, groups = 0 }: Repeated): string {
  const times = repeats === 1 ? "" : `, ${repeats} times`;
  const what = groupBy === "from" ? "sender" : groupBy;
  const apart = what === undefined ? "" : `, no ${what} in both training and test (${plural(groups, "group")})`;
  return `${times}, seed ${seed}${apart}`;
}

/** Writes the number of right answers, or the number of runs of a mean. It follows the accuracy. */
export function rightText({ runs, resampled }: Pick<Evaluation, "runs" | "resampled">): string {
  if (runs.length > 1 && resampled) return `mean of ${runs.length} runs`;
  const [correct, total] = (["correct", "total"] as const).map((of) => runs.reduce((sum, run) => sum + run[of], 0));
  return `${grouped(correct)} of ${grouped(total)} right`;
}

/** Describes splits by time. Only a single split names its dates: `datedRuns` shows those of several. */
function byDateText({ dates, share, folds, parts: [first] }: ByDate): string {
  const source = dates === "auto" ? "" : ` of the ${dates}`;
  if (share === undefined) {
    return `by date${source}, ${folds} parts, each tested by a model of all earlier ones; times in UTC`;
  }
  const { train, test } = first;
  const span = (part: typeof train) => `from ${minute(part.from)} until ${minute(part.until)}`;
  return `by date${source}, the latest ${percent(share)} withheld: trained ${span(train)}, tested ${span(test)} UTC`;
}

/** Shows a table of the dates and the accuracy of each run. It is empty for a single run. */
export function datedRuns({ parts }: ByDate, runs: readonly Run[]): Section {
  if (runs.length < 2) return [];
  const rows = runs.map(({ accuracy }, r) => {
    const { train, test } = parts[r];
    const tested = [minute(test.from), minute(test.until), grouped(test.documents), percent(accuracy)];
    return [minute(train.until), grouped(train.documents), ...tested];
  });
  const head = ["trained until", "documents", "tested from", "until", "documents", "accuracy"];
  return [{ rows: [head, ...rows], align: "lrllrr" }];
}

/** Writes `2002-08-22T12:36:23.000Z` as `2002-08-22 12:36`. */
function minute(time: string): string {
  return time.replace(/T(\d\d:\d\d).*$/, " $1");
}
