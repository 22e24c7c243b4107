import type { Run } from "../evaluation/evaluate.js";
import type { ByDate } from "./evaluation-json.js";
import { grouped, percent } from "./numbers.js";
import { textTable } from "./table.js";

/** A protocol by date in one line. */
export function byDateText({ dates, share, folds, parts: [first] }: ByDate): string {
  const source = dates === "auto" ? "" : ` of the ${dates}`;
  if (share === undefined) {
    return `by date${source}, ${folds} parts, each tested after learning from all before it; times in UTC`;
  }
  const { train, test } = first;
  const span = (part: typeof train) => `from ${minute(part.from)} until ${minute(part.until)}`;
  return `by date${source}, the latest ${percent(share)} withheld: learned ${span(train)}, tested ${span(test)} UTC`;
}

/** When each run learned and tested, and how accurate it was; nothing for a single run. */
export function datedRuns({ parts }: ByDate, runs: readonly Run[]): string[] {
  if (runs.length < 2) return [];
  return textTable(
    [
      ["learned until", "documents", "tested from", "until", "documents", "accuracy"],
      ...runs.map(({ accuracy }, r) => {
        const { train, test } = parts[r];
        return [
          ...[minute(train.until), grouped(train.documents)],
          ...[minute(test.from), minute(test.until), grouped(test.documents), percent(accuracy)],
        ];
      }),
    ],
    "lrllrr",
  );
}

/** `2002-08-22T12:36:23.000Z` as `2002-08-22 12:36`. */
function minute(time: string): string {
  return time.replace(/T(\d\d:\d\d).*$/, " $1");
}
