import { DataError, UsageError } from "../base/errors.js";
import { ascending, sumOf } from "../base/lists.js";
import { jointLogLikelihoods } from "../classifiers/classifier.js";
import { type PartlyLabelled, partlyLabelled } from "../classifiers/unlabelled/opinions.js";
import { type AloneScores, pooledLabels } from "../classifiers/unlabelled/pooled-labels.js";
import { openClasses } from "../documents/corpora/class-paths.js";
import { type Content, contentOf, type GivenText, idOf, type LabelledText } from "../documents/given-text.js";
import type { CorpusData } from "../features/corpus/collections.js";
import { firstEqualRows, someRows } from "../features/dataset.js";
import { type Dataset, UNLABELLED } from "../features/sparse-matrix.js";
import { Fold, testSubset } from "./fitting/fold.js";
import { TrainingSubset } from "./fitting/training-subset.js";
import { requireClasses } from "./reading.js";
import { resolve, type Settings } from "./settings.js";
import type { TrainingMode } from "./train-on.js";

/**
 * Documents without labels: the path of a folder, Maildir, mailbox or tar archive, or an iterable of texts, such as a
 * corpus. Labels that they have are ignored.
 */
export type UnlabelledDocuments = string | Iterable<Content | GivenText>;

/** The class under which documents without labels are read. A NUL cannot be part of a file name. */
const NO_LABEL = "\0unlabelled";

/** @throws UsageError if a model with these settings cannot learn from documents without labels. */
export function requireTakesUnlabelled({ multiLabel }: Settings, { keepDocuments, remember }: TrainingMode): void {
  const other = multiLabel ? "multiLabel" : remember ? "remember" : keepDocuments ? "keepDocuments" : undefined;
  if (other === undefined) return;
  throw new UsageError(
    `${other} and unlabelled cannot be combined: documents whose class is a guess cannot be kept; leave out one of the two`,
    { options: [other, "unlabelled"] },
  );
}

/** Yields labelled documents, and then those without labels. */
export function* withUnlabelled(
  labelled: Iterable<LabelledText>,
  unlabelled: UnlabelledDocuments,
): Generator<LabelledText> {
  yield* labelled;
  let place = 0;
  for (const given of typeof unlabelled === "string" ? openClasses([unlabelled]) : unlabelled) {
    const id = idOf(given, ++place);
    const content = contentOf(given, id);
    yield { id, label: NO_LABEL, ...(typeof content === "string" ? { text: content } : { bytes: content }) };
  }
}

/**
 * Returns documents read by `withUnlabelled`, with `UNLABELLED` as the class of those without labels. Of these, a copy of an
 * earlier document is left out, so that documents that are also among the labelled ones count once, with their label.
 *
 * @param read these documents, then a test corpus if there is one
 * @throws DataError if there are fewer than two classes, or no document is left without a label.
 */
export function withoutClass(read: readonly CorpusData[]): CorpusData[] {
  const noLabel = read[0].labels.indexOf(NO_LABEL);
  if (noLabel < 0)
    throw new DataError(
      "there is no document without a label that can be read: leave out the unlabelled documents, or add some",
    );
  const [train, ...tests] = read.map((corpus) => {
    const labels = corpus.labels.filter((_, c) => c !== noLabel);
    const y = Uint32Array.from(corpus.y, (c) => (c === noLabel ? UNLABELLED : c > noLabel ? c - 1 : c));
    return { ...corpus, labels, y };
  });
  const { labels, y, ids } = train;
  const first = firstEqualRows(train.x);
  const rows = ascending(y.length).filter((row) => y[row] !== UNLABELLED || first[row] === row);
  requireClasses(labels, y.filter((c) => c !== UNLABELLED).length);
  if (rows.every((row) => y[row] !== UNLABELLED)) {
    throw new DataError(
      "every document without a label is a copy of a labelled one: leave out the unlabelled documents, or add others",
    );
  }
  return [{ ...train, ...someRows(train, rows), ids: Array.from(rows, (row) => ids[row]) }, ...tests];
}

/** The shares of the classes among the documents without labels, by label. */
export type ClassShares = Readonly<Record<string, number>>;

/** How far the sum of shares may be from 1, because they were rounded. */
const TOLERANCE = 0.011;

/**
 * Returns shares in the order of the labels, with sum 1.
 *
 * @throws UsageError if a share is not above 0, a name is no label, a label has no share, or they do not add up to 1
 */
export function sharesOf(labels: readonly string[], shares: ClassShares): number[] {
  const refuse = (problem: string): never => {
    throw new UsageError(`shares: ${problem}`, { options: ["shares"] });
  };
  const known = `the classes are ${labels.join(", ")}`;
  for (const [name, share] of Object.entries(shares)) {
    if (!labels.includes(name)) refuse(`there is no class ${JSON.stringify(name)}; ${known}`);
    if (!(share > 0 && share <= 1)) refuse(`the share of ${name} must be above 0 and at most 1, not ${share}`);
  }
  const missing = labels.find((label) => !Object.hasOwn(shares, label));
  if (missing !== undefined) refuse(`${JSON.stringify(missing)} has none; give one for each class: ${known}`);
  const given = labels.map((label) => shares[label]);
  const sum = sumOf(given);
  if (Math.abs(sum - 1) > TOLERANCE) refuse(`they add up to ${Number(sum.toFixed(3))}; they must add up to 1`);
  return given.map((share) => share / sum);
}

/** Returns the function that scores all documents by a model that learns from the labelled ones alone. */
function scoresAlone(data: Dataset, settings: Settings): AloneScores {
  const { classifier, rules } = resolve(settings);
  const { length: classes } = data.labels;
  return (y) => {
    const labelled = ascending(y.length).filter((row) => y[row] !== UNLABELLED);
    const fold = new Fold(new TrainingSubset(someRows({ ...data, y }, labelled)), testSubset(data), rules);
    const model = fold.fit(classifier);
    // Classes without a label stay at -∞.
    const scores = new Float64Array(y.length * classes).fill(Number.NEGATIVE_INFINITY);
    for (const [row, own] of jointLogLikelihoods(model, fold.test).entries()) {
      for (const [i, score] of own.entries()) scores[row * classes + fold.classes[i]] = score;
    }
    return scores;
  };
}

/**
 * Gives documents without a label their likeliest class, with a weight: see `pooledLabels`.
 *
 * @param settings those of the model that is to learn from them
 * @param shares of the classes among the documents without labels, if they are known
 * @param rows the result of `partlyLabelled` for the same data, if it is known already
 * @returns all documents with a class each, or the labelled ones if the others are not used, and how this was chosen
 * @throws the error of `sharesOf`
 */
export function withGuessedClasses<
  D extends Pick<CorpusData, "x" | "y" | "labels" | "kinds" | "groups"> & Partial<Pick<CorpusData, "ids">>,
>(data: D, settings: Settings, shares?: ClassShares, rows?: PartlyLabelled) {
  const given = shares && sharesOf(data.labels, shares);
  const compared = rows ?? partlyLabelled(data);
  const alone = scoresAlone(data, settings);
  const { y, weights, choice } = pooledLabels(compared, Uint32Array.from(data.y), alone, data.groups, given);
  if (choice.isUsed) return { data: { ...data, y, weights }, choice };
  // The terms of documents that are not used would still change how terms are weighted.
  const labelled = ascending(y.length).filter((row) => data.y[row] !== UNLABELLED);
  const { ids: all } = data;
  const ids = all && Array.from(labelled, (row) => all[row]);
  return { data: { ...data, ...someRows(data, labelled), ...(ids && { ids }) }, choice };
}
