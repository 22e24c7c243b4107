import { DataError } from "../../base/errors.js";
import { grouped, plural } from "../../base/numbers.js";
import type { CorpusData } from "../../features/corpus/dataset.js";
import { classSizes, type Split } from "../../model/fitting/splits.js";
import type { OnTraining, Protocol } from "../../reports/evaluation/evaluation-json.js";
import { namedLines, unlearnedText } from "./notices.js";

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
  if (splits.length === 0 && protocol.kind !== "leave-one-out") return [];
  const documents = classSizes(y, labels.length);
  const present = [...labels.keys()].filter((c) => documents[c] > 0);
  const named = (isMeant: (c: number) => boolean) => present.filter(isMeant).map((c) => labels[c]);
  const having = (isMeant: (c: number) => boolean, what: string) =>
    namedLines(named(isMeant), (n) => `${plural(n, "class has", "classes have")} ${what}`);
  const isSingle = (c: number) => documents[c] === 1;
  if (protocol.kind === "leave-one-out") {
    return having(isSingle, "one document, which is always wrong when it is left out");
  }
  const tested = splits.map(({ test }) => classesOf(y, test));
  const isUntested = (c: number) => !tested.some((part) => part.has(c));
  const unlearned = splits.map(({ train }, s) => {
    const learned = classesOf(y, train);
    return [...tested[s]].filter((c) => !learned.has(c));
  });
  const inOneGroup = new Set(groups === undefined ? [] : present.filter((c) => isOneGroup(c, y, groups)));
  const neverFound = named((c) => !inOneGroup.has(c) && unlearned.some((classes) => classes.includes(c)));
  const times = unlearned.filter((classes) => classes.length > 0).length;
  const often = splits.length === 1 ? "" : ` in ${times} of ${splits.length} splits`;
  const folds = protocol.kind === "folds" ? protocol.folds : 0;
  const isFew = (c: number) => documents[c] < folds;
  const skipped = `some folds do not test ${named(isFew).length === 1 ? "it" : "them"}`;
  const untested =
    protocol.kind === "holdout" && groups === undefined
      ? having((c) => isUntested(c) && isSingle(c), "one document, learned from and never tested")
      : namedLines(
          named((c) => isUntested(c) && !inOneGroup.has(c)),
          (n) => `${plural(n, "class is", "classes are")} in no test part, and not measured`,
        );
  return [
    ...untested,
    ...having(isFew, `fewer documents than the ${folds} folds: ${skipped}`),
    ...namedLines(
      named((c) => inOneGroup.has(c)),
      (n) => `${plural(n, "class lies", "classes lie")} in one group only, never both learned and tested`,
    ),
    ...namedLines(neverFound, (n) => unlearnedText(n, often)),
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

/** The classes of rows. */
function classesOf(y: ArrayLike<number>, rows: Uint32Array): ReadonlySet<number> {
  const classes = new Set<number>();
  for (const row of rows) classes.add(y[row]);
  return classes;
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
    notices: [`${why} are too few for ${grouped(wanted)} folds: using ${plural(most, "fold")}`],
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
