import { grouped, plural } from "../../../base/numbers.js";
import type { Filer } from "../../../delivery/filing/filer.js";
import { NOT_CHOSEN, UNSURE } from "../../../delivery/filing/policy.js";
import type { TextModel } from "../../../model/text-model.js";
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
import { printDone, terminalStyle } from "../../output/output.js";
import { progressBar } from "../../output/progress.js";
import { hasHeadings } from "./sort-decision.js";
import { shortPath } from "./sort-inputs.js";
import { tellCopied, tellLeft, tellStopped, workThrough } from "./work-through.js";

/** Documents to sort, one at a time. */
export interface Sorting<T> {
  readonly items: Iterable<T> | AsyncIterable<T>;
  /** The name of one item, for messages. */
  readonly unit: "file" | "message";
  /** The names of all files, or messages on a server. */
  readonly names: readonly string[];
  readonly model: TextModel;
  readonly filer: Filer;
  /** Decides about a document, and files it. */
  step(item: T): Promise<SortedMessage>;
  /** As in `Work`. */
  readonly stop?: (() => void) | undefined;
  /** The first fields of the JSON. */
  readonly about: object;
  /** The text if there was nothing to sort. */
  readonly empty: string;
  /** Returns the command that undoes a journal. */
  undo(journal: string): string;
  /** Returns a line on what else can be done with a journal; may be empty. */
  more?(journal: string): string;
}

/**
 * Sorts documents, and prints the results. A signal ends it after the document at hand. `done` is how many files or
 * messages are done with an item, that of the item included.
 */
export async function sortThrough<T extends { readonly done: number }>(
  sorting: Sorting<T>,
  options: CommonOptions & EachOption & Flags<"dryRun">,
): Promise<void> {
  const { items, names, model, filer, about, empty, stop } = sorting;
  const { dryRun = false } = options;
  const progress = progressBar("sorting", names.length, options);
  const step = async (item: T): Promise<SortedMessage> => {
    const sorted = await sorting.step(item);
    progress.update(item.done);
    return sorted;
  };
  const finish = () => {
    filer.finish();
    progress.stop();
  };
  const style = terminalStyle();
  const lineOf = filingLines(names, model.labels, style, hasHeadings(model));
  const { results, lines, stopped } = await workThrough(items, { step, finish, stop, lineOf, isOrdinary }, options);

  const counts = filingCounts(results, model.labels);
  const journal = filer.hasJournal ? shortPath(filer.journal) : undefined;
  const undo = journal === undefined ? undefined : sorting.undo(journal);
  const asText = () => {
    if (counts.length === 0) return stopped === undefined ? empty : "";
    const isOver = journal !== undefined && stopped === undefined;
    const next = isOver ? `To undo it: ${undo}\n${sorting.more?.(journal) ?? ""}` : "";
    const parts = [filingCountsText(counts, filer.mode, dryRun, style), lines.restText(journal), next];
    return (lines.text === "" ? "" : "\n") + parts.filter((part) => part !== "").join("\n");
  };
  const asJson = () => ({
    ...about,
    dryRun,
    journal: filer.hasJournal ? filer.journal : null,
    stopped: stopped?.signal ?? null,
    messages: results.map(sortedJson),
    classes: counts,
  });
  await printDone(options, { asJson, asText });
  const left = results.filter(({ outcome, why }) => outcome === "left" && why !== UNSURE && why !== NOT_CHOSEN);
  const named = left.map(({ path, why }) => `${path} (${why})`);
  tellLeft(`${plural(left.length, "document")} in place`, named);
  tellCopied(options, results);
  if (stopped === undefined) return;
  const at = `${sorting.unit} ${grouped(stopped.next?.done ?? results.length + 1)} of ${grouped(names.length)}`;
  tellStopped(stopped.signal, stoppedText(at, counts, filer.mode, dryRun, undo));
}
