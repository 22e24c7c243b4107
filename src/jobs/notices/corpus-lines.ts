import { realpathSync } from "node:fs";
import { DataError } from "../../base/errors.js";
import { firstFew, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import { alikeClasses } from "../../documents/alike-classes.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import type { Problem, ProblemKind } from "../../documents/problem.js";
import type { CorpusCounts, CorpusData } from "../../features/corpus/read-corpus.js";
import { areRowsEqual } from "../../features/dataset.js";
import { areClassesAlike } from "../../features/document-sums.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { severalLabelsNotice } from "../../model/multi-label.js";

/** The number of names that fit on a line. */
const NAMED = 3;

/** Returns the first few names, made safe, and how many more there are. */
export function namesOf(names: readonly string[], most = NAMED): string {
  return firstFew(names.map(safeText), most);
}

/** Returns a line about classes or documents that names the first few; empty if there are no names. */
export function namedLines(names: readonly string[], textOf: (n: number) => string, most = NAMED): string[] {
  return names.length === 0 ? [] : [`${textOf(names.length)}: ${namesOf(names, most)}`];
}

/** How many special folders a line names: more than others, because the user may want some of them. */
const NAMED_FOLDERS = 12;

/** For each kind of problem, a sentence for a number of cases. In the order of the lines. */
const SENTENCES: Readonly<Record<ProblemKind, (n: number) => string>> = {
  unreadable: (n) => `left out ${plural(n, "file or folder", "files or folders")} that cannot be read`,
  damaged: (n) => `read ${plural(n, "damaged archive")} only up to the fault`,
  malformed: (n) => `left out ${plural(n, "line")} without a class or a text`,
  binary: (n) => `left out ${plural(n, "binary file")} (text has no NUL bytes)`,
  mailbox: (n) => `read ${plural(n, "file")} as ${n === 1 ? "a mailbox" : "mailboxes"}, each message as a document`,
  unlabelled: (n) =>
    `left out ${plural(n, "message")} without a label (labels that Gmail sets by itself, such as Inbox, do not count)`,
  "several labels": (n) => `took the first label of ${plural(n, "message")} with several (--multi-label learns all)`,
  truncated: (n) => `read only the first ${MAX_DOCUMENT_BYTES / 2 ** 20} MiB of ${plural(n, "file")}`,
  "no id": (n) => `took the row number as id of ${plural(n, "row")} whose id is missing or that of another row`,
  "no class": (n) => `left out ${plural(n, "file")} directly under the corpus (the class of a document is its folder)`,
  beside: (n) =>
    `left out ${plural(n, "tar archive")} beside other files of a class (it may hold the same documents: unpack it, or move them)`,
  sidecar: (n) =>
    `left out ${plural(n, "file")} beside ${n === 1 ? "a message" : "messages"} of the same name, without a header`,
  "empty class": (n) => `left out ${plural(n, "class", "classes")} without documents`,
  deleted: (n) =>
    `left out ${plural(n, "deleted message")} (the mail program has not removed ${n === 1 ? "it" : "them"} yet)`,
  unsent: (n) => `left out ${plural(n, "message")} that the server does not send whole`,
  "special folder": (n) => `left out ${plural(n, "special folder")} (--include NAME makes one a class)`,
  "Maildir folder": (n) => `left out ${plural(n, "folder")} of a Maildir (name each to make it a class, too)`,
  unmatched: (n) => `nothing matches ${plural(n, "pattern")}`,
};

/** Returns a line for each kind of problem, with how many there are and some names. */
export function problemLines(problems: readonly Problem[]): string[] {
  return (Object.keys(SENTENCES) as ProblemKind[]).flatMap((kind) => {
    const ofKind = problems.filter((problem) => problem.kind === kind);
    const names = ofKind.map(({ where, detail }) => (detail === undefined ? where : `${where} (${detail})`));
    return namedLines(names, SENTENCES[kind], kind === "special folder" ? NAMED_FOLDERS : NAMED);
  });
}

/** Returns the line on the form of a corpus that is not a folder of plain files for each class. */
export function formLines({ root, form, size }: Pick<Corpus, "root" | "form" | "size">): string[] {
  if (form === undefined) return [];
  const many = size === undefined ? "" : `, ${plural(size, form.unit)}`;
  return [`reading ${root}: ${form.title}${many}`];
}

/** Returns the notice on a test folder that is the training corpus. */
export function sameFolderLines(corpus: string, test: string): string[] {
  if (realpathSync(corpus) !== realpathSync(test)) return [];
  return [`${test} is also the training corpus, so every answer is known: test on other documents`];
}

/** The notice on a model without terms. */
export const NO_TERMS =
  "no term is left, so every document looks alike: loosen the options that choose words and terms";

/** Documents with the numbers of their classes, and the names of these. */
type Labelled = Pick<Dataset, "labels" | "y">;

/**
 * Returns the lines on classes that only the test documents have, or only the training documents.
 *
 * @param path the test corpus
 * @throws DataError if they have no class in common: most likely the path is wrong.
 */
export function testClassLines(train: Labelled, test: Labelled, path: string | undefined): string[] {
  const present = new Set(Array.from({ length: test.y.length }, (_, row) => test.labels[test.y[row]]));
  const others = [...present].filter((label) => !train.labels.includes(label));
  if (others.length === present.size) {
    throw new DataError(`${path} has no class of the training documents: it has ${namesOf(others)}`);
  }
  const untested = train.labels.filter((label) => !present.has(label));
  return [
    ...namedLines(others, (n) => unlearnedText(n)),
    ...namedLines(untested, (n) => `${plural(n, "class is", "classes are")} not in the test set, and not measured`),
  ];
}

/** "2 classes of the test set are not in training, so their documents count as wrong" @param where in which splits */
export function unlearnedText(classes: number, where = ""): string {
  const [are, their] = classes === 1 ? ["is", "its"] : ["are", "their"];
  const which = plural(classes, "class", "classes");
  return `${which} of the test set ${are} not in training${where}, so ${their} documents count as wrong`;
}

/** Returns the notice on classes that have the same terms equally often. */
export function alikeLines(data: CorpusData | CorpusCounts): string[] {
  if (data.vocabulary.size === 0 || !("x" in data ? areRowsEqual(data.x) : areClassesAlike(data))) return [];
  return [
    "the classes have the same terms equally often, so nothing tells them apart: check the files, and the options that choose words",
  ];
}

/** Returns the line on classes with names that people may take for one another. */
export function sameNameLines(labels: readonly string[]): string[] {
  const found = alikeClasses(labels).map((names) => names.map(safeText).join(" and "));
  if (found.length === 0) return [];
  return [
    `classes whose names look alike are learned as different ones: ${found.join(", ")}: rename them if they are one`,
  ];
}

/** If a column has more classes and most of them have one document, it is probably the wrong column. */
const MANY_CLASSES = 50;

/**
 * Returns the lines on the classes in a column: they may be several labels, or the column may be the wrong one.
 *
 * @param column undefined if the classes are not in a column
 * @param multiLabel as the option says
 * @param needsOneClass whether the command cannot learn several labels
 * @throws DataError if a class clearly holds several labels, and `multiLabel` does not say what to do.
 */
export function labelColumnLines(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  column: string | undefined,
  multiLabel?: boolean,
  needsOneClass = false,
): string[] {
  if (column === undefined) return [];
  const { text, separator = ";" } = severalLabelsNotice(labels, sizes, column, multiLabel, needsOneClass) ?? {};
  const option = separator === ";" ? "--multi-label" : `--label-separator ${shellWord(separator)}`;
  const advice = needsOneClass ? "" : `: if these are several labels, use ${option}`;
  const several = text === undefined ? [] : [text + advice];
  const single = Array.from(sizes).filter((documents) => documents === 1).length;
  if (labels.length <= MANY_CLASSES || single <= labels.length / 2) return several;
  const what = `${plural(labels.length, "class", "classes")}, most of them of one document`;
  return [...several, `column ${JSON.stringify(column)} has ${what}: if it is the wrong one, use --label-column`];
}
