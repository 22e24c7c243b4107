import { DataError } from "../../base/errors.js";
import { grouped, plural } from "../../base/numbers.js";
import type { CorpusData } from "../../features/corpus/dataset.js";
import type { Split } from "../../model/fitting/splits.js";
import type { OnTraining, Protocol } from "../../reports/evaluation/evaluation-json.js";
import { namesOf, unlearnedText } from "./notices.js";

/**
 * The lines on classes that are never tested, or tested without having been learned: both change what the figures mean.
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
    return notice(alone, "class has", "classes have", "one document, which is always wrong when it is left out");
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
          "in no test part, and not measured",
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
    ...(neverFound.length === 0
      ? []
      : [`thresher: ${unlearnedText(neverFound.length, often)}: ${namesOf(neverFound.map((c) => labels[c]))}`]),
  ];
}

/** @throws DataError if no training part has a class of its test part, so that every answer would be wrong. */
export function requireCommonClass(y: ArrayLike<number>, splits: readonly Split[], kind: Protocol["kind"]): void {
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
      "no split has a class in both its training and its test part: add documents to the classes, or choose another protocol",
    );
  }
}

/** The number of documents of each class among rows. */
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

/** A number of folds, and lines for the user. */
export interface FoldCount {
  readonly folds: number;
  readonly notices: readonly string[];
}

/**
 * The wanted number of folds, or the largest possible one. If no folds are possible, the number stays, and making
 * the folds fails with the reason.
 *
 * @param most the largest possible number
 * @param why the reason for it, such as "6 documents"
 * @param least the least number of folds
 */
export function foldCount(wanted: number, most: number, why: string, least = 2): FoldCount {
  if (wanted <= most || most < least) return { folds: wanted, notices: [] };
  return {
    folds: most,
    notices: [`thresher: ${why} are too few for ${grouped(wanted)} folds: using ${plural(most, "fold")}`],
  };
}

/** A protocol with a possible number of folds, and lines for the user. */
export function foldsThatFit<P extends Protocol | OnTraining>(
  protocol: P,
  most: number,
  why: string,
): { readonly protocol: P; readonly notices: readonly string[] } {
  if (protocol.kind !== "folds") return { protocol, notices: [] };
  const { folds, notices } = foldCount(protocol.folds, most, why);
  return { protocol: { ...protocol, folds }, notices };
}
