import { groupedBy } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Search } from "../../evaluation/search/search.js";
import type { Candidate } from "../../evaluation/studies/tuning-grid.js";

/** A search, and what it had to leave out. */
export interface SearchContext {
  readonly search: Omit<Search, "tuning">;
  /** The limit. */
  readonly minutes: number;
  /** Kinds of terms that the corpus is too large for, in words. */
  readonly left: readonly string[];
}

/** Why the candidate was chosen, in a sentence without a full stop. */
export function searchWhy({ search: { isWhole, candidates, refinements, rounds } }: SearchContext): string {
  const of = `of ${plural(candidates + refinements, "candidate")}`;
  if (isWhole) return `the best ${of}, found on samples and compared on all folds`;
  const documents = rounds.findLast(({ tested }) => tested > 0)?.documents ?? 0;
  return `the best ${of} that learned from ${plural(documents, "document")}: there was no time for all folds, so try more --minutes`;
}

/** How the search went, and what it did not try, in sentences. */
export function searchSentences(context: SearchContext): string[] {
  const { rounds, refinements } = context.search;
  const went = rounds
    .filter(({ tested }) => tested > 0)
    .map(({ tested, documents }) => `${grouped(tested)} on ${grouped(documents)} documents`);
  const near = refinements === 0 ? "" : `; then ${grouped(refinements)} next to the best`;
  return [`Candidates tested: ${went.join(", ")}${near}.`, `Not tried: ${untriedText(context)}.`];
}

/** A search as JSON. */
export function searchJson({ search, minutes, left }: SearchContext): object {
  return { minutes, ...search, tooLarge: left };
}

function untriedText({ search: { untried, unfinished }, minutes, left }: SearchContext): string {
  const parts = [
    ...(untried.length > 0 ? [`for want of time, ${methodsText(untried)}`] : []),
    ...(unfinished.length > 0 ? [`on all folds, for want of time, ${plural(unfinished.length, "candidate")}`] : []),
    ...(left.length > 0 ? [`for the size of the corpus, ${left.join(" and ")}`] : []),
  ];
  return parts.length === 0 ? `nothing for want of time (limit ${plural(minutes, "minute")})` : parts.join("; ");
}

/** How many candidates of each method. */
function methodsText(candidates: readonly Candidate[]): string {
  const of = groupedBy(candidates, ({ preset, classifier }) => preset ?? classifier);
  return [...of].map(([name, some]) => `${grouped(some.length)} ${name}`).join(", ");
}
