import type { Dataset } from "../classifiers/classifier.js";
import type { Problem, ProblemKind } from "../documents/document.js";
import { MAX_DOCUMENT_BYTES } from "../documents/document.js";
import { DataError } from "../errors.js";
import { plural } from "../reports/numbers.js";
import { safeText } from "../reports/safe-text.js";
import type { CommonOptions } from "./options.js";

/** As many names as fit a line that somebody reads. */
const NAMED = 3;

const SENTENCES: Readonly<Record<ProblemKind, (n: number) => string>> = {
  unreadable: (n) => `left out ${plural(n, "file or folder", "files or folders")} that cannot be read`,
  damaged: (n) => `read ${plural(n, "damaged archive")} only up to the fault`,
  malformed: (n) => `left out ${plural(n, "line")} without a class or a text`,
  binary: (n) => `left out ${plural(n, "binary file")} (text has no NUL bytes)`,
  truncated: (n) => `read only the first ${MAX_DOCUMENT_BYTES / 2 ** 20} MiB of ${plural(n, "file")}`,
  "no class": (n) => `left out ${plural(n, "file")} directly under the corpus (the class of a document is its folder)`,
  beside: (n) =>
    `left out ${plural(n, "tar archive")} beside other files of a class (they may be what is in it: unpack it, or move them)`,
  "empty class": (n) => `left out ${plural(n, "class", "classes")} without documents`,
};

/** Says something on standard error, a line each, unless it is to be quiet. */
export function tell({ quiet }: Pick<CommonOptions, "quiet">, ...lines: readonly string[]): void {
  if (!quiet) for (const line of lines) console.error(line);
}

/** What a model without terms comes to. */
export const NO_TERMS =
  "thresher: no term is left, so every document looks alike: loosen the options that choose words and terms";

/** One line for each kind of problem: how many, and which. */
export function problemLines(problems: readonly Problem[]): string[] {
  const kinds = Object.keys(SENTENCES) as ProblemKind[];
  return kinds.flatMap((kind) => {
    const ofKind = problems.filter((problem) => problem.kind === kind);
    if (ofKind.length === 0) return [];
    const names = ofKind.map(({ where, detail }) => (detail === undefined ? where : `${where} (${detail})`));
    return `thresher: ${SENTENCES[kind](ofKind.length)}: ${namesOf(names)}`;
  });
}

type Labelled = Pick<Dataset, "labels" | "y">;

/**
 * Classes of the test part that training lacks, and the reverse.
 *
 * @param path of the test part
 * @throws DataError if all are: a folder above or beside the right one would be measured as all wrong.
 */
export function testClassLines(train: Labelled, test: Labelled, path: string | undefined): string[] {
  return testClassSentences(train, test, path).map((sentence) => `thresher: ${sentence}`);
}

/** As `testClassLines`, without the name of the program before each. */
export function testClassSentences(train: Labelled, test: Labelled, path: string | undefined): string[] {
  const present = new Set(Array.from({ length: test.y.length }, (_, row) => test.labels[test.y[row]]));
  const others = [...present].filter((label) => !train.labels.includes(label));
  if (others.length === present.size) {
    throw new DataError(`${path}: required classes of the training part, found only others: ${namesOf(others)}`);
  }
  const untested = train.labels.filter((label) => !present.has(label));
  const unlearned = plural(others.length, "class", "classes");
  return [
    ...(others.length === 0
      ? []
      : [`${unlearned} of the test part cannot be found, not being in training: ${namesOf(others)}`]),
    ...(untested.length === 0
      ? []
      : [
          `${plural(untested.length, "class is", "classes are")} not in the test part and so not measured: ${namesOf(untested)}`,
        ]),
  ];
}

/** The first few names, made safe, and how many more there are. */
export function namesOf(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${plural(names.length - NAMED, "more", "more")}` : "";
  return `${names.slice(0, NAMED).map(safeText).join(", ")}${more}`;
}
