import { requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { ascending, countedBy, groupedBy } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { type Random, seededRandom, shuffle } from "../../base/random.js";
import { threadsOf } from "../../mail/header/threads.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import { classSizes, requireHoldout, type Split, STREAMS, splitOf } from "../../model/fitting/splits.js";

export const GROUPINGS = ["from", "subject", "thread", "group"] as const;

/** Ways to group documents: by sender, by subject without `Re:`, by thread, or by the group column of a table. */
export type Grouping = (typeof GROUPINGS)[number];

/** The groups of documents that belong together, so that splits keep them on one side. */
export type DocumentGroups = ReturnType<typeof groupsBy>;

/**
 * Groups documents by their headers, or by their column of groups in a table.
 *
 * @returns the group of each document, numbered from 0 in order of appearance, the number of groups, and the number of
 *   documents that lack the fields, so that each is its own group
 * @throws DataError if no document has what they are to be grouped by.
 */
export function groupsBy(facts: readonly MessageFacts[], grouping: Grouping) {
  const [keyOf, fields] = KEYS[grouping];
  const keys = facts.map(keyOf);
  const alone = keys.filter((key) => key === undefined).length;
  if (alone === facts.length) {
    throw new DataError(
      `group-by ${grouping}: none of the ${plural(facts.length, "document")} has ${fields}; measure without groups`,
      { options: grouping === "group" ? ["groupColumn"] : [] },
    );
  }
  const groups = grouping === "thread" ? threadsOf(facts) : numbered(keys);
  return { groups, count: new Set(groups).size, alone };
}

/**
 * For each grouping, a text for the group of a message, undefined if its header has none, and the fields or the column by
 * which documents are grouped, for errors. For threads, the text only shows whether the header has one of the fields;
 * `threadsOf` makes the groups.
 */
const KEYS: Readonly<Record<Grouping, readonly [keyOf: (facts: MessageFacts) => string | undefined, fields: string]>> =
  {
    from: [({ sender }) => sender, "From in its header"],
    subject: [({ subject }) => subject, "Subject in its header"],
    thread: [
      ({ messageId, references: [reference], subject }) => messageId ?? reference ?? subject,
      "Message-ID, References, In-Reply-To or Subject in its header",
    ],
    group: [({ group }) => group, "a group in a column; name the column with groupColumn"],
  };

/** Numbers keys. Equal keys get equal numbers; each undefined key gets its own number. */
function numbered(keys: readonly (string | undefined)[]): Uint32Array {
  const groups = new Uint32Array(keys.length);
  const alike = groupedBy(keys.keys(), (i) => keys[i] ?? i).values();
  for (const [number, own] of [...alike].entries()) for (const i of own) groups[i] = number;
  return groups;
}

/**
 * Makes hold-out splits in which no group of documents is on both sides. Withholds about `share` of each class, as
 * closely as whole groups allow. Groups are placed from the largest to the smallest, in random order among equals: each
 * on a randomly drawn side if it has room, otherwise on the other. If every document is its own group, class sizes are
 * those of `holdouts`.
 *
 * @param y class index by row
 * @param groups group number by row
 * @param share above 0, below 1
 * @param repeats whole number, at least 1
 * @throws UsageError if share or repeats is out of range; DataError if there are fewer than two groups.
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
  const sizes = classSizes(y);
  // As in `holdouts`: at least one document of each class, but not all.
  const withheld = sizes.map((n) => (n < 2 ? 0 : Math.min(n - 1, Math.max(1, Math.round(n * share)))));
  const room = [sizes.map((n, c) => n - withheld[c]), withheld];
  return Array.from({ length: repeats }, (_, repeat) => {
    const random = seededRandom(seed, STREAMS.groupedHoldouts + repeat);
    const order = largestFirst(all, random);
    const side = sidesOf(order, room, share, random);
    // If all groups are on one side, the last one, which is one of the smallest, moves to the other.
    if (side.every((s) => s === side[0])) side[side.length - 1] = 1 - side[0];
    return splitOf(partOfRows(order, side, y.length), 1);
  });
}

/**
 * Chooses a side for each group, in their order.
 *
 * @param room number of documents by side and class
 * @returns by group, 0 for the training set and 1 for the test set
 */
function sidesOf(groups: readonly Group[], room: readonly Uint32Array[], share: number, random: Random): number[] {
  const filled = room.map((side) => side.map(() => 0));
  return groups.map(({ counts }) => {
    // With the probability `share`, the side is the test set.
    const drawn = random(2 ** 32) < share * 2 ** 32 ? 1 : 0;
    const fitting = [drawn, 1 - drawn].find((s) => counts.every(([c, n]) => filled[s][c] + n <= room[s][c]));
    // How much the group would exceed the room on each side, as a share of its classes.
    const over = filled.map((own, s) =>
      counts.reduce((sum, [c, n]) => sum + Math.max(0, own[c] + n - room[s][c]) / (room[0][c] + room[1][c]), 0),
    );
    const chosen = fitting ?? (over[1] < over[0] ? 1 : 0);
    for (const [c, n] of counts) filled[chosen][c] += n;
    return chosen;
  });
}

/**
 * Makes k folds in which no group of documents is in two folds. Every document is tested once per repeat, and classes
 * are spread as evenly as whole groups allow. Groups are placed from the largest to the smallest, in random order among
 * equals, in the fold with the least of their classes, much as in scikit-learn's StratifiedGroupKFold.
 *
 * @param y class index by row
 * @param groups group number by row
 * @param k number of folds, from 2 to the number of groups
 * @returns the folds of the first repeat, then of the next
 * @throws UsageError if k or repeats is out of range; DataError if there are fewer than two groups.
 */
export function groupedFolds(
  y: ArrayLike<number>,
  groups: ArrayLike<number>,
  k: number,
  seed: number,
  repeats = 1,
): Split[] {
  const all = groupsOf(y, groups);
  if (!(Number.isInteger(k) && k >= 2 && k <= all.length)) {
    throw new UsageError(`folds: ${k} is not a whole number from 2 to ${all.length}, the number of groups`);
  }
  requireWhole("repeats", repeats, 1);
  const sizes = classSizes(y);
  return Array.from({ length: repeats }, (_, repeat) => {
    const order = largestFirst(all, seededRandom(seed, STREAMS.groupedFolds + repeat));
    const part = partOfRows(order, foldsOf(order, k, sizes), y.length);
    return Array.from({ length: k }, (_, f) => splitOf(part, f));
  }).flat();
}

/** Chooses the fold of each group, in their order. @param sizes number of documents by class */
function foldsOf(groups: readonly Group[], k: number, sizes: Uint32Array): number[] {
  const classCounts = Array.from({ length: k }, () => new Float64Array(sizes.length));
  const documents = new Float64Array(k);
  return groups.map(({ rows, counts }) => {
    // How much the sum of squared class shares grows in each fold, up to a constant: (a + n)² - a² = 2an + n², and n²
    // is the same in every fold.
    const growth = classCounts.map((ofFold) =>
      counts.reduce((sum, [c, n]) => sum + (ofFold[c] * n) / sizes[c] ** 2, 0),
    );
    // The group goes into the fold with the least growth or, if several have it, with the fewest documents.
    let chosen = 0;
    for (let f = 1; f < k; f++) {
      const isTied = growth[f] === growth[chosen];
      if (growth[f] < growth[chosen] || (isTied && documents[f] < documents[chosen])) chosen = f;
    }
    for (const [c, n] of counts) classCounts[chosen][c] += n;
    documents[chosen] += rows.length;
    return chosen;
  });
}

/** Documents that must not be separated. */
interface Group {
  readonly rows: number[];
  /** Number of documents by class, for the classes that occur. */
  readonly counts: readonly (readonly [c: number, n: number])[];
}

/** Returns the groups in order of their first row. @throws DataError if there are fewer than two. */
function groupsOf(y: ArrayLike<number>, groups: ArrayLike<number>): Group[] {
  const all = [...groupedBy(ascending(y.length), (row) => groups[row]).values()];
  if (all.length < 2) {
    const found = all.length === 0 ? "there are no documents" : "all documents are in one group";
    throw new DataError(`groups: ${found}; group by something else, or measure without groups`);
  }
  return all.map((rows) => ({ rows, counts: [...countedBy(rows, (row) => y[row])] }));
}

/** Sorts groups by their number of documents, in random order among equals. */
function largestFirst(groups: readonly Group[], random: Random): Group[] {
  const order = shuffle(Uint32Array.from(groups.keys()), random);
  return Array.from(order, (g) => groups[g]).sort((a, b) => b.rows.length - a.rows.length);
}

/** Assigns rows to the sides or folds of their groups. */
function partOfRows(groups: readonly Group[], part: readonly number[], rows: number): Uint32Array {
  const result = new Uint32Array(rows);
  for (const [g, group] of groups.entries()) for (const row of group.rows) result[row] = part[g];
  return result;
}
