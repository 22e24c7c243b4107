import { groupedBy } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { SearchSummary } from "../../evaluation/corpora/tuned-corpus.js";
import type { Candidate } from "../../evaluation/studies/tuning-grid.js";

/** A search and its time limit, as `thresher tune --json` prints it. */
export interface SearchContext extends SearchSummary {
  readonly minutes: number;
}

/** Explains why a candidate was chosen, in a sentence without its full stop. */
export function searchWhy({ isWhole, candidates, refinements, rounds }: SearchContext): string {
  const among = `of ${plural(candidates + refinements, "candidate")}`;
  if (isWhole) return `the best ${among}, found on samples and compared on all folds`;
  const documents = rounds.findLast(({ tested }) => tested > 0)?.documents ?? 0;
  return `the best ${among} that learned from ${plural(documents, "document")}: there was no time for all folds, so try more --minutes`;
}

/** Explains what the search tested and what it did not try. */
export function searchSentences(context: SearchContext): string[] {
  const { rounds, refinements } = context;
  const tests = rounds
    .filter(({ tested }) => tested > 0)
    .map(({ tested, documents }) => `${grouped(tested)} on ${grouped(documents)} documents`);
  const refined = refinements === 0 ? "" : `; then ${grouped(refinements)} next to the best`;
  return [`Candidates tested: ${tests.join(", ")}${refined}.`, untriedText(context)];
}

/** Names the candidates that were left out because of the time limit or the size of the corpus. */
function untriedText({ untried, unfinished, minutes, tooLarge }: SearchContext): string {
  const parts = [
    ...(untried.length > 0 ? [`for lack of time, ${methodsText(untried)}`] : []),
    ...(unfinished.length > 0 ? [`on all folds, for lack of time, ${plural(unfinished.length, "candidate")}`] : []),
    ...(tooLarge.length > 0 ? [`for the size of the corpus, ${tooLarge.join(" and ")}`] : []),
  ];
  if (parts.length > 0) return `Not tried: ${parts.join("; ")}.`;
  return `No candidate was left out for lack of time (limit ${plural(minutes, "minute")}).`;
}

/** Writes the number of candidates of each preset or method. */
function methodsText(candidates: readonly Candidate[]): string {
  const groups = groupedBy(candidates, ({ preset, classifier }) => preset ?? classifier);
  return [...groups].map(([name, group]) => `${grouped(group.length)} ${name}`).join(", ");
}
