import { grouped, plural } from "../../../base/numbers.js";
import { MOVED_BACK, NOT_CHOSEN, UNSURE } from "../../../delivery/filing/policy.js";
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
import type { Outcome } from "../../output/output.js";
import { terminalStyle } from "../../output/output.js";
import { tellLeft, tellStopped, withLines } from "./shown-work.js";

/** The least width of a terminal for lines with sender and subject. */
const ROOM_FOR_HEADINGS = 110;

/** A command that sorts. */
interface Sorting {
  /** Sorts, and follows the progress with these options. */
  run(following: Pick<SortingOptions, "signal" | "onStart" | "onSorted">): Promise<Sorted>;
  /** The name of one item, for messages. */
  readonly unit: "file" | "message";
  /** The first fields of the JSON. */
  readonly about: object;
  /** The text if there was nothing to sort. */
  readonly empty?: string;
  /** Returns the command that undoes a journal. */
  undo(journal: string): string;
  /** Returns a line on what else can be done afterwards; may be empty. */
  more?(sorted: Sorted): string;
}

/** Sorts documents, and prints a line for each. A signal stops it after the current document. */
export async function sortAndReport(
  options: CommonOptions & EachOption & Flags<"dryRun">,
  sorting: Sorting,
): Promise<Outcome> {
  const { dryRun = false } = options;
  const style = terminalStyle();
  let lineOf = (_: SortedMessage) => "";
  let total = 0;
  const onStart: SortingOptions["onStart"] = (model, names) => {
    total = names.length;
    const hasHeadings = model.settings.as === "mail" && (style.columns ?? ROOM_FOR_HEADINGS) >= ROOM_FOR_HEADINGS;
    lineOf = filingLines(names, model.labels, style, hasHeadings);
  };
  const { outcome, lines, signal } = await withLines(
    (signal, onSorted: (sorted: SortedMessage) => void) => sorting.run({ signal, onSorted, onStart }),
    (sorted) => lineOf(sorted),
    isOrdinary,
    options,
  );
  const { results, model, mode, stopped, inputs } = outcome;
  const counts = filingCounts(results, model.labels);
  const journal = outcome.journal && shortPath(outcome.journal);
  const undo = journal && sorting.undo(journal);
  return {
    isDone: true,
    inputs,
    json: () => ({
      ...sorting.about,
      dryRun,
      journal: outcome.journal ?? null,
      stopped: stopped === undefined ? null : (signal ?? null),
      messages: results.map(sortedJson),
      classes: counts,
    }),
    text() {
      if (counts.length === 0) return stopped === undefined ? (sorting.empty ?? "") : "";
      // If the sorting was stopped, `tellAfter` says how to undo it.
      const isDone = undo !== undefined && stopped === undefined;
      const next = isDone ? `To undo it: ${undo}\n${sorting.more?.(outcome) ?? ""}` : "";
      const parts = [filingCountsText(counts, mode, dryRun, style), lines.restText(journal), next];
      return (lines.text === "" ? "" : "\n") + parts.filter((part) => part !== "").join("\n");
    },
    tellAfter() {
      const isIntended = (why = "") => [UNSURE, NOT_CHOSEN, MOVED_BACK].includes(why);
      const left = results.filter(({ outcome, why }) => outcome === "left" && !isIntended(why));
      const names = left.map(({ path, why }) => `${path} (${why})`);
      tellLeft(`${plural(left.length, "document")} in place`, names);
      if (stopped === undefined || signal === undefined) return;
      const at = `${sorting.unit} ${grouped(stopped.at)} of ${grouped(total)}`;
      tellStopped(signal, stoppedText(at, counts, mode, dryRun, undo));
    },
  };
}
