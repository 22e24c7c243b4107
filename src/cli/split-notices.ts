import type { CorpusData } from "../dataset.js";
import { DataError } from "../errors.js";
import type { Split } from "../evaluation/splits.js";
import type { Protocol } from "../reports/evaluation-json.js";
import { plural } from "../reports/numbers.js";
import { namesOf } from "./notices.js";

/**
 * What splits do to the classes of a corpus that somebody should know: a class that is
 * never tested, or tested where nothing of it was learned, changes what the figures mean.
 *
 * @param groups the group of each row, if the splits keep groups together
 */
export function splitNotices(
  { y, labels }: CorpusData,
  splits: readonly Split[],
  protocol: Protocol,
  groups?: ArrayLike<number>,
): string[] {
  const notice = (classes: readonly number[], one: string, many: string, what: string) => {
    if (classes.length === 0) return [];
    const named = namesOf(classes.map((c) => labels[c]));
    return [`thresher: ${plural(classes.length, one, many)} ${what}: ${named}`];
  };
  if (splits.length === 0 && protocol.kind !== "leave-one-out") return [];
  const documents = classesOf(
    y,
    Array.from({ length: y.length }, (_, row) => row),
  );
  const present = [...documents.keys()].sort((a, b) => a - b);
  if (protocol.kind === "leave-one-out") {
    const alone = present.filter((c) => documents.get(c) === 1);
    return notice(alone, "class has", "classes have", "one document, which cannot be found when it is left out");
  }
  const tested = splits.map(({ test }) => classesOf(y, test));
  const untested = present.filter((c) => !tested.some((part) => part.has(c)));
  const unlearned = splits.map(({ train }, s) => {
    const learned = classesOf(y, train);
    return [...tested[s].keys()].filter((c) => !learned.has(c));
  });
  const inOneGroup = groups === undefined ? [] : present.filter((c) => isOneGroup(c, y, groups));
  const neverFound = [...new Set(unlearned.flat())].filter((c) => !inOneGroup.includes(c)).sort((a, b) => a - b);
  const times = unlearned.filter((classes) => classes.length > 0).length;
  const often = splits.length === 1 ? "" : ` in ${times} of ${splits.length} splits`;
  const few = protocol.kind === "folds" ? present.filter((c) => (documents.get(c) as number) < protocol.folds) : [];
  const single = untested.filter((c) => documents.get(c) === 1);
  const plain = protocol.kind === "holdout" && groups === undefined;
  return [
    ...(plain
      ? notice(single, "class has", "classes have", "one document, learned from and never tested")
      : notice(
          untested.filter((c) => !inOneGroup.includes(c)),
          "class is",
          "classes are",
          "in no test part and so not measured",
        )),
    ...(protocol.kind === "folds"
      ? notice(
          few,
          "class has",
          "classes have",
          `fewer documents than the ${protocol.folds} folds: some folds do not test ${few.length === 1 ? "it" : "them"}`,
        )
      : []),
    ...notice(inOneGroup, "class lies", "classes lie", "in one group only, never both learned and tested"),
    ...notice(neverFound, "class", "classes", `of the test part cannot be found${often}, not being in training`),
  ];
}

/** @throws DataError if no training part has a class of its test part: every answer would be wrong. */
export function requireLearnable(y: ArrayLike<number>, splits: readonly Split[], kind: Protocol["kind"]): void {
  if (kind === "test") return;
  const learnable =
    kind === "leave-one-out"
      ? new Set(Array.from(y)).size < y.length
      : splits.some(({ train, test }) => {
          const learned = classesOf(y, train);
          return test.some((row) => learned.has(y[row]));
        });
  if (!learnable) {
    throw new DataError(
      "evaluate: required a class that is both learned and tested, found none in any split: add documents to the classes, or split in another way",
    );
  }
}

/** How many documents of each class there are among rows. */
function classesOf(y: ArrayLike<number>, rows: ArrayLike<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) counts.set(y[rows[i]], (counts.get(y[rows[i]]) ?? 0) + 1);
  return counts;
}

function isOneGroup(c: number, y: ArrayLike<number>, groups: ArrayLike<number>): boolean {
  const own = new Set<number>();
  for (let row = 0; row < y.length; row++) if (y[row] === c) own.add(groups[row]);
  return own.size === 1;
}
