import { DataError, UsageError } from "../errors.js";
import { classSizes } from "./class-sizes.js";
import { type Random, STREAMS, seededRandom, shuffle } from "./random.js";
import { requireHoldout, requireRepeats, type Split, splitOf } from "./splits.js";

/**
 * Hold-out in which no group of documents stands on both sides. Of each class about the
 * share is withheld, as exactly as whole groups allow: groups are dealt out from the
 * largest to the smallest, of one size in random order, each to the side that it draws as
 * long as that side has room for it, else to the other. Where every document is a group
 * of its own, each class gives as many documents as in `holdouts`.
 *
 * @param y one class index a row
 * @param groups one group number a row
 * @param share above 0, below 1
 * @param repeats whole number, at least 1
 * @throws UsageError if share or repeats is out of range, DataError if there are not two groups.
 */
export function groupedHoldouts(
  y: ArrayLike<number>,
  groups: ArrayLike<number>,
  share: number,
  repeats: number,
  seed: number,
): Split[] {
  requireHoldout(share, repeats);
  const all = groupsOf(y, groups);
  requireTwo(all);
  const sizes = classSizes(y);
  const withheld = sizes.map((n) => (n < 2 ? 0 : Math.min(n - 1, Math.max(1, Math.round(n * share)))));
  const room = [sizes.map((n, c) => n - withheld[c]), withheld];
  return Array.from({ length: repeats }, (_, repeat) => {
    const random = seededRandom(seed, STREAMS.groupedHoldouts + repeat);
    const order = largestFirst(all, random);
    const filled = room.map((side) => side.map(() => 0));
    const side = order.map((group) => {
      const drawn = random(2 ** 32) < share * 2 ** 32 ? 1 : 0;
      const fitting = [drawn, 1 - drawn].find((s) => group.counts.every(([c, n]) => filled[s][c] + n <= room[s][c]));
      const over = filled.map((own, s) => overflow(group, own, room[s], sizes));
      const chosen = fitting ?? (over[1] < over[0] ? 1 : 0);
      for (const [c, n] of group.counts) filled[chosen][c] += n;
      return chosen;
    });
    // What does not fit anywhere may all have gone to one side; the last group is of the smallest ones.
    if (side.every((s) => s === side[0])) side[side.length - 1] = 1 - side[0];
    return splitOf(partOfRows(order, side, y.length), 1);
  });
}

/**
 * K folds in which no group of documents stands in two of them. Every document is tested
 * once a repeat, and the folds have equal shares of each class as nearly as whole groups
 * allow: from the largest group to the smallest, of one size in random order, each goes
 * to the fold that has least of its classes, as scikit-learn's StratifiedGroupKFold does
 * it. The folds of repeat r come first to last.
 *
 * @param y one class index a row
 * @param groups one group number a row
 * @param k number of folds, from 2 to the number of groups
 * @throws UsageError if k or repeats is out of range, DataError if there are not two groups.
 */
export function groupedFolds(
  y: ArrayLike<number>,
  groups: ArrayLike<number>,
  k: number,
  seed: number,
  repeats = 1,
): Split[] {
  const all = groupsOf(y, groups);
  requireTwo(all);
  if (!(Number.isInteger(k) && k >= 2 && k <= all.length)) {
    throw new UsageError(`folds: required a whole number from 2 to the number of groups, ${all.length}, got ${k}`);
  }
  requireRepeats(repeats);
  const sizes = classSizes(y);
  return Array.from({ length: repeats }, (_, repeat) => {
    const order = largestFirst(all, seededRandom(seed, STREAMS.groupedFolds + repeat));
    const counts = Array.from({ length: k }, () => new Float64Array(sizes.length));
    const documents = new Float64Array(k);
    const fold = order.map((group) => {
      // What the sum over classes and folds of (share of the class in the fold)² grows by, but for what is the same in all.
      const growth = counts.map((own) => group.counts.reduce((sum, [c, n]) => sum + (own[c] * n) / sizes[c] ** 2, 0));
      let chosen = 0;
      for (let f = 1; f < k; f++) {
        const [cost, least] = [growth[f], growth[chosen]];
        if (cost < least || (cost === least && documents[f] < documents[chosen])) chosen = f;
      }
      for (const [c, n] of group.counts) counts[chosen][c] += n;
      documents[chosen] += group.rows.length;
      return chosen;
    });
    const part = partOfRows(order, fold, y.length);
    return Array.from({ length: k }, (_, f) => splitOf(part, f));
  }).flat();
}

interface Group {
  readonly rows: number[];
  /** Classes and their number of documents. */
  readonly counts: readonly (readonly [c: number, n: number])[];
}

function groupsOf(y: ArrayLike<number>, groups: ArrayLike<number>): Group[] {
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < y.length; row++) {
    const rows = rowsOf.get(groups[row]);
    if (rows === undefined) rowsOf.set(groups[row], [row]);
    else rows.push(row);
  }
  return [...rowsOf.values()].map((rows) => {
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(y[row], (counts.get(y[row]) ?? 0) + 1);
    return { rows, counts: [...counts] };
  });
}

function requireTwo(groups: readonly Group[]): void {
  if (groups.length < 2) {
    throw new DataError(
      `groups: required at least two, found ${groups.length === 0 ? "none" : "one that all documents are in"}: group by something else, or measure without groups`,
    );
  }
}

function largestFirst(groups: readonly Group[], random: Random): Group[] {
  const order = shuffle(Uint32Array.from(groups.keys()), random);
  return Array.from(order, (g) => groups[g]).sort((a, b) => b.rows.length - a.rows.length);
}

/** By what share of its classes a group would go over the room of a side. */
function overflow(
  { counts }: Group,
  filled: ArrayLike<number>,
  room: ArrayLike<number>,
  sizes: ArrayLike<number>,
): number {
  return counts.reduce((sum, [c, n]) => sum + Math.max(0, filled[c] + n - room[c]) / sizes[c], 0);
}

/** The part of each row, given that of each group. */
function partOfRows(groups: readonly Group[], part: readonly number[], rows: number): Uint32Array {
  const result = new Uint32Array(rows);
  for (const [g, group] of groups.entries()) for (const row of group.rows) result[row] = part[g];
  return result;
}
