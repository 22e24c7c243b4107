import { grouped, plural } from "../../../base/numbers.js";
import { NOT_CHOSEN, UNSURE } from "../../../delivery/filing/policy.js";
import { shortPath } from "../../../jobs/filing/repairs.js";
import type { Sorted, SortingOptions } from "../../../jobs/filing/sorting.js";
import {
  filingCounts,
  filingCountsText,
  filingLines,
  isOrdinary,
  type SortedMessage,
  sortedJson,
  stoppedText,
} from "../../../reports/filing/filing-text.js";
import type { CommonOptions, Flags } from "../../options/options.js";
import type { EachOption } from "../../output/document-lines.js";
import { say, tell } from "../../output/notices.js";
import { printDone, terminalStyle } from "../../output/output.js";
import { type Progress, progressBar } from "../../output/progress.js";
import { tellCopied, tellLeft, tellStopped, withLines } from "./shown-work.js";

/** The least width of a terminal for lines with sender and subject. */
const ROOM_FOR_HEADINGS = 110;

/** A command that sorts. */
export interface Sorting<T extends Sorted> {
  /** Sorts, and follows the progress with these options. */
  run(following: Omit<SortingOptions, "model">): Promise<T>;
  /** The name of one item, for messages. */
  readonly unit: "file" | "message";
  /** The first fields of the JSON. */
  readonly about: object;
  /** The text if there was nothing to sort. */
  readonly empty?: string;
  /** Returns the command that undoes a journal. */
  undo(journal: string): string;
  /** Returns a line on what else can be done afterwards; may be empty. */
  more?(sorted: T): string;
}

/** Sorts documents, and prints the results. A signal ends it after the present document. */
export async function sortAndReport<T extends Sorted>(
  sorting: Sorting<T>,
  options: CommonOptions & EachOption & Flags<"dryRun">,
): Promise<T> {
  const { about, empty = "", unit } = sorting;
  const { dryRun = false } = options;
  const style = terminalStyle();
  let bar: Progress | undefined;
  let lineOf = (_: SortedMessage) => "";
  let total = 0;
  const run = async (signal: AbortSignal, onResult: (sorted: SortedMessage) => void) => {
    try {
      return await sorting.run({
        signal,
        onNotice: (line) => tell(options, line),
        onFault: say,
        onStart: (model, names) => {
          total = names.length;
          bar = progressBar("sorting", total, options);
          const hasHeadings = model.settings.as === "mail" && (style.columns ?? ROOM_FOR_HEADINGS) >= ROOM_FOR_HEADINGS;
          lineOf = filingLines(names, model.labels, style, hasHeadings);
        },
        onSorted: (sorted, done) => {
          onResult(sorted);
          bar?.update(done);
        },
      });
    } finally {
      bar?.stop();
    }
  };
  const shown = { run, lineOf: (sorted: SortedMessage) => lineOf(sorted), isOrdinary };
  const { outcome, lines, signal } = await withLines(shown, options);
  const { results, model, mode, stopped } = outcome;

  const counts = filingCounts(results, model.labels);
  const journal = outcome.journal === undefined ? undefined : shortPath(outcome.journal);
  const undo = journal === undefined ? undefined : sorting.undo(journal);
  const asText = () => {
    if (counts.length === 0) return stopped === undefined ? empty : "";
    const isOver = journal !== undefined && stopped === undefined;
    const next = isOver ? `To undo it: ${undo}\n${sorting.more?.(outcome) ?? ""}` : "";
    const parts = [filingCountsText(counts, mode, dryRun, style), lines.restText(journal), next];
    return (lines.text === "" ? "" : "\n") + parts.filter((part) => part !== "").join("\n");
  };
  const asJson = () => ({
    ...about,
    dryRun,
    journal: outcome.journal ?? null,
    stopped: (stopped && signal) ?? null,
    messages: results.map(sortedJson),
    classes: counts,
  });
  await printDone(options, { asJson, asText });
  const left = results.filter(({ outcome, why }) => outcome === "left" && why !== UNSURE && why !== NOT_CHOSEN);
  tellLeft(
    `${plural(left.length, "document")} in place`,
    left.map(({ path, why }) => `${path} (${why})`),
  );
  tellCopied(options, results);
  if (stopped !== undefined && signal !== undefined) {
    const at = `${unit} ${grouped(stopped.at)} of ${grouped(total)}`;
    tellStopped(signal, stoppedText(at, counts, mode, dryRun, undo));
  }
  return outcome;
}
