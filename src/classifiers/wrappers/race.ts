import { groupedBy } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { LeftOutGrid, ReducedCounts } from "../bayes/left-out-grid.js";

/** A variant that scores documents by counts that do not include them. */
export interface Racer {
  readonly x: SparseMatrix;
  /** The counts that it uses. Several variants may share them. */
  readonly counts: ReducedCounts;
  readonly score: LeftOutGrid;
  /** How many values of alpha it has. */
  readonly alphas: number;
  /** Whether it takes part; the first one always does. */
  readonly isTried: boolean;
}

/** The number of errors of a variant with one alpha. */
export interface Result {
  /** The index of the variant. */
  readonly variant: number;
  /** The index of its alpha among those of the variant. */
  readonly alpha: number;
  /** How many documents it was tried on. The number is smaller if it was dropped early. */
  readonly documents: number;
  readonly errors: number;
}

/** How the race ended. */
export interface RaceOutcome {
  readonly winner: Result;
  /** The results of every variant with every alpha, in this order. */
  readonly results: readonly Result[];
}

/** The worst contenders are dropped after this number of documents, and each time that the number doubles. */
const FIRST_DOCUMENTS = 32;

/** The race ends after this number of documents. */
const ENOUGH_DOCUMENTS = 2000;

/** The race ends after this much work: entries of documents, times classes, times contenders. */
const MAX_WORK = 1.2e7;

/** The work of removing an entry of a document from the counts and adding it again. */
const WORK_OF_TAKING = 6;

/** The next doubling takes at most this share of the remaining work, if more than `A_FEW` contenders are left. */
const SHARE_OF_WORK = 1 / 10;
/** Minimum number of contenders kept, however slow they are. */
const A_FEW = 3;

/** A later choice wins only if it makes fewer errors by more than this number. */
const FEW_ERRORS = 2;

/** An alpha is clearly worse than another if it is behind by more than this number of standard errors. */
const STANDARD_ERRORS = 2;

/** How many documents of a group are tried. More documents of one thread add little. */
const MAX_OF_GROUP = 3;

/** Scores count as equal if they differ by less, because the order of summation may differ. */
const EQUAL = 1e-9;

/**
 * Finds the variant and alpha that make the fewest errors on documents whose group is left out. If trying all on all
 * documents takes too much work, the worst are dropped early (but never the first contender), and the best are tried on
 * many documents. The alpha is the first with which a variant is not clearly worse than the best: less smoothing has an
 * unfair advantage from text that documents of neighbouring groups share. The variant is the first that makes only a
 * few more errors with this alpha than the best.
 *
 * Source: Maron and Moore 1994 (races); Breiman, Friedman, Olshen and Stone 1984 (one standard error).
 *
 * @param groups the documents that are left out together, in the order in which they are tried
 * @param y the class of each document
 * @param work the most work: see `MAX_WORK`
 */
export function race(
  racers: readonly Racer[],
  groups: readonly Uint32Array[],
  y: ArrayLike<number>,
  classes: number,
  work = MAX_WORK,
): RaceOutcome {
  const inGroups = groups.reduce((sum, { length }) => sum + Math.min(length, MAX_OF_GROUP), 0);
  const all = Math.min(inGroups, ENOUGH_DOCUMENTS);
  const contenders = racers.flatMap(({ alphas }, variant) =>
    Array.from({ length: alphas }, (_, alpha): RaceContender => {
      return { variant, alpha, documents: 0, errors: 0, wrong: new Uint8Array(groups.length) };
    }),
  );
  let workLeft = work;
  // In the order of preference.
  let alive = contenders
    .filter(({ variant }) => racers[variant].isTried)
    .sort((a, b) => a.alpha - b.alpha || a.variant - b.variant);
  let tried = 0;
  let next = 0;
  while (next < groups.length && tried < all && workLeft > 0) {
    const until = Math.min(all, Math.max(FIRST_DOCUMENTS, 2 * tried));
    const [workBefore, triedBefore] = [workLeft, tried];
    const teams = teamsOf(racers, alive, classes);
    for (; next < groups.length && tried < until && workLeft > 0; next++) {
      workLeft -= tryGroup(teams, groups[next], next, y);
      tried += Math.min(groups[next].length, MAX_OF_GROUP);
    }
    // The work of one contender on one document.
    const each = (workBefore - workLeft) / (tried - triedBefore) / alive.length;
    // The next doubling tries as many documents again.
    const keep = Math.max(A_FEW, Math.floor((SHARE_OF_WORK * workLeft) / (tried * each)));
    // Drops contenders only if the remaining work does not suffice for trying all of them on all documents.
    if (all - tried > workLeft / (each * alive.length)) alive = bestOf(alive, keep);
  }
  return { winner: resultOf(winnerOf(alive)), results: contenders.map(resultOf) };
}

/**
 * Tries all teams on the first documents of a group, by counts without the group.
 *
 * @param groupIndex the index of the group, for `RaceContender.wrong`
 * @returns the work that this took
 */
function tryGroup(teams: readonly Team[], group: Uint32Array, groupIndex: number, y: ArrayLike<number>): number {
  const distinct = new Set(teams.map(({ counts }) => counts));
  let work = WORK_OF_TAKING * entriesOf(teams[0].x, group) * distinct.size;
  for (const counts of distinct) counts.take(group);
  for (const row of group.subarray(0, MAX_OF_GROUP)) {
    for (const team of teams) {
      tryOn(team, row, y[row], groupIndex);
      work += ((1 + entriesOf(team.x, [row])) * team.scores.length * team.members.length) / team.alphas;
    }
  }
  for (const counts of distinct) counts.putBack();
  return work;
}

/** Returns the number of entries of some rows. */
function entriesOf({ starts }: SparseMatrix, rows: ArrayLike<number>): number {
  return Array.from(rows).reduce((sum, row) => sum + starts[row + 1] - starts[row], 0);
}

/** Returns the result of a contender without its errors by group. */
function resultOf({ variant, alpha, documents, errors }: RaceContender): Result {
  return { variant, alpha, documents, errors };
}

/** Returns the first alpha that is not clearly worse, with the first variant that makes only a few more errors. */
function winnerOf(alive: readonly RaceContender[]): RaceContender {
  const best = fewest(alive);
  const { alpha } = alive.find((contender) => !isWorse(contender, best)) ?? best;
  const withAlpha = alive.filter((contender) => contender.alpha === alpha);
  const least = fewest(withAlpha).errors;
  return withAlpha.find(({ errors }) => errors <= least + FEW_ERRORS) ?? best;
}

/** A result that changes during the race. */
interface RaceContender extends Result {
  documents: number;
  errors: number;
  /** How many documents of each group it classified wrongly. */
  readonly wrong: Uint8Array;
}

/** A racer, and its contenders that are left. They score a document together. */
interface Team extends Racer {
  readonly members: readonly RaceContender[];
  /** The indices of their alphas. */
  readonly chosen: Uint32Array;
  /** Scratch: a number per class and alpha. */
  readonly scores: Float64Array;
}

/** Returns the teams of the contenders that are left. */
function teamsOf(racers: readonly Racer[], alive: readonly RaceContender[], classes: number): Team[] {
  const teams = racers.map((racer, variant) => {
    const members = alive.filter((contender) => contender.variant === variant);
    const chosen = Uint32Array.from(members, ({ alpha }) => alpha);
    return { ...racer, members, chosen, scores: new Float64Array(classes * racer.alphas) };
  });
  return teams.filter(({ members }) => members.length > 0);
}

/** Scores a document with all contenders of a team, and counts their errors. @param own the class of the document */
function tryOn({ x, counts, alphas, chosen, scores, members, score }: Team, row: number, own: number, group: number) {
  // Without the group, its class may have no documents left. Then no contender can be right.
  if (counts.documents[own] === 0) return;
  score(x, row, chosen, scores);
  for (const contender of members) {
    const isWrong = isHighest(scores, own * alphas + contender.alpha, alphas) ? 0 : 1;
    contender.wrong[group] += isWrong;
    contender.errors += isWrong;
    contender.documents++;
  }
}

/**
 * Whether a score is clearly higher than those of all other classes with the same alpha.
 *
 * @param own the index of the score
 * @param alphas the distance from a score to that of the next class
 */
function isHighest(scores: Float64Array, own: number, alphas: number): boolean {
  const least = scores[own] - EQUAL * Math.max(1, Math.abs(scores[own]));
  for (let at = own % alphas; at < scores.length; at += alphas) if (at !== own && scores[at] >= least) return false;
  return true;
}

/**
 * Returns the first contender, the contenders with the fewest errors, and the best one of each variant that is not
 * clearly worse. A few documents cannot tell variants apart.
 */
function bestOf(alive: readonly RaceContender[], howMany: number): RaceContender[] {
  const best = fewest(alive);
  const byErrors = [...alive].sort((a, b) => a.errors - b.errors);
  const ofVariants = groupedBy(byErrors, ({ variant }) => variant);
  const candidates = [...ofVariants.values()].map(([first]) => first).filter((first) => !isWorse(first, best));
  const kept = new Set([alive[0], ...byErrors.slice(0, howMany - 1), ...candidates]);
  return alive.filter((contender) => kept.has(contender));
}

/** Returns the first contender with the fewest errors. */
function fewest(contenders: readonly RaceContender[]): RaceContender {
  return contenders.reduce((best, other) => (other.errors < best.errors ? other : best));
}

/**
 * Whether a contender makes more errors than the best by more than `FEW_ERRORS` plus two standard errors of the
 * difference. Documents of a group tend to be right or wrong together, so the error is that of the sums over groups.
 */
function isWorse(contender: RaceContender, best: RaceContender): boolean {
  let squares = 0;
  for (let group = 0; group < best.wrong.length; group++) squares += (contender.wrong[group] - best.wrong[group]) ** 2;
  return contender.errors - best.errors > STANDARD_ERRORS * Math.sqrt(squares) + FEW_ERRORS;
}
