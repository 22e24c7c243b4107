import { groupedBy } from "../../base/lists.js";
import { type Classifier, rowsFor } from "../../classifiers/classifier.js";
import { type Explanation, explainRow } from "../../classifiers/explain/explain.js";
import type { TextSettings } from "../../features/analyzer.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { selectRows } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import { mailReader } from "../../mail/fields/mail-reader.js";
import { headerFields } from "../../mail/header/header.js";
import { subjectLine } from "../../mail/header/subject.js";
import { headerDecoder } from "../../mail/message-facts.js";
import { isMessage, stripMessage } from "../../mail/news.js";
import { type Fold, splitFolds, testFold } from "../../model/fitting/fold.js";
import type { Split, Splits } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import type { Evaluation } from "../evaluate.js";
import type { Prediction } from "../metrics/outcome.js";

/** A document whose predicted class is wrong, and the reason. */
export type Mistake = ReturnType<typeof explainMistakes>[number];

/** The inputs of an evaluation that are needed to explain its mistakes. */
export interface MistakeSources {
  readonly settings: Settings;
  /** The training documents. With splits, they include the test documents. */
  readonly data: CorpusData;
  /** The test documents, if they are a separate corpus. */
  readonly test?: CorpusData | undefined;
  /** The splits from `splitsFor`, one per run; empty with `test`. */
  readonly splits: Splits;
  /** Returns the bytes of a test document, or undefined if it can no longer be read. */
  readonly read: (id: string) => Uint8Array | undefined;
}

/** Maximum number of mistakes to explain. */
const MAX_MISTAKES = 12;

/** The longest excerpt, in characters: about four lines. */
const MAX_EXCERPT = 320;

/** The most bytes to read for an excerpt. White space and non-ASCII characters take more than one byte a character. */
const MAX_EXCERPT_BYTES = 1 << 13;

/**
 * Finds the wrong predictions with the largest odds against the actual class, one per document, and explains them. The
 * models that made them are trained again for that.
 */
export function explainMistakes(evaluation: Evaluation, sources: MistakeSources) {
  const { data, test = data, settings, read } = sources;
  const surest = surestMistakes(evaluation);
  const explanations = new Map<Prediction, Explanation>();
  const predictions = surest.map(({ prediction }) => prediction);
  for (const [fold, ofFold] of foldsOf(predictions, sources)) {
    const explain = foldExplainer(fold, resolve(settings).classifier, data.vocabulary);
    for (const prediction of ofFold) {
      explanations.set(prediction, explain(prediction.row, prediction.predicted, prediction.actual));
    }
  }
  return surest.map(({ prediction, margin }) => ({
    prediction,
    /** ln (P(predicted class) / P(actual class)); infinite if the model rules out the actual class. */
    margin,
    ...excerptOf(read(test.ids[prediction.row]), settings),
    // The folds of the splits have made all predictions.
    explanation: explanations.get(prediction) as Explanation,
  }));
}

/** Returns the wrong predictions with the largest margins, largest first; of each document only its surest one. */
function surestMistakes({ predictions, logProbabilities, labels }: Evaluation) {
  const logOf = (p: number, c: number) => logProbabilities[p * labels.length + c];
  const wrong = predictions.flatMap((prediction, p) => {
    const { actual, predicted } = prediction;
    return actual === predicted ? [] : { prediction, margin: logOf(p, predicted) - logOf(p, actual) };
  });
  // The difference of two infinite margins is NaN, so `||` then compares the rows.
  wrong.sort((a, b) => b.margin - a.margin || a.prediction.row - b.prediction.row);
  const ofDocument = groupedBy(wrong, ({ prediction: { row } }) => row).values();
  return Array.from(ofDocument, ([surest]) => surest).slice(0, MAX_MISTAKES);
}

/** Prepares the folds that made these predictions again. Yields each fold with its predictions. */
function* foldsOf(
  predictions: readonly Prediction[],
  { data, test, settings, splits }: MistakeSources,
): Generator<[Fold, readonly Prediction[]]> {
  const { rules } = resolve(settings);
  if (test !== undefined) {
    yield [testFold(data, test, rules), predictions];
    return;
  }
  const rows = Uint32Array.from(data.ids.keys());
  const splitOf = ({ row, run }: Prediction): Split => {
    if (splits !== "leave one out") return splits[run];
    return { train: rows.filter((other) => other !== row), test: Uint32Array.of(row) };
  };
  const bySplit = groupedBy(predictions, splitOf);
  // The folds come in the order of these splits.
  const ofFold = bySplit.values();
  for (const fold of splitFolds(data, bySplit.keys(), rules)) yield [fold, ofFold.next().value ?? []];
}

/**
 * Trains the model of a fold. Returns a function that explains why a test row is of one class and not of another. If
 * training has no document of the other class, the second best takes its place.
 */
export function foldExplainer(fold: Fold, classifier: Classifier, vocabulary: Vocabulary, jobs?: number) {
  const model = fold.fit(classifier, undefined, jobs);
  const rows = rowsFor(model, fold.test);
  const termOf = (term: number) => vocabulary.term(fold.terms[term]);
  return (row: number, c: number, against: number): Explanation => {
    const [label, other] = [c, against].map((one) => model.labels[fold.classes.indexOf(one)]);
    const x = selectRows(rows, [fold.rows.indexOf(row)]);
    return explainRow(model, x, termOf, other === undefined ? {} : { label, against: other });
  };
}

/**
 * Returns the subject of a message, and the beginning of the text without the header of the message. Both are undefined if
 * the document can no longer be read.
 */
function excerptOf(bytes: Uint8Array | undefined, settings: TextSettings) {
  if (bytes === undefined) return { subject: undefined, excerpt: undefined };
  const text = headerDecoder(settings)(bytes);
  const hasHeader = isMessage(text, settings);
  const body = hasHeader ? stripMessage(text, ["headers"]) : text;
  const readable = settings.as === "mail" ? displayedText(bytes) : body;
  const words = new TextDecoder().decode(readable.subarray(0, MAX_EXCERPT_BYTES)).replace(/\s+/g, " ").trim();
  return { subject: hasHeader ? subjectLine(headerFields(text)) : undefined, excerpt: shortened(words) };
}

/** Returns the text of a message as a mail program displays it. */
function displayedText(bytes: Uint8Array): Uint8Array {
  const pieces = mailReader({ fields: [], strip: [] })(bytes);
  return Buffer.concat(pieces.flatMap(({ text = new Uint8Array() }) => [text, Buffer.from("\n")]));
}

/** Shortens a text, if possible between words, and never inside a surrogate pair. */
function shortened(text: string): string {
  if (text.length <= MAX_EXCERPT) return text;
  const end = text.lastIndexOf(" ", MAX_EXCERPT);
  return `${text.slice(0, end > 0 ? end : MAX_EXCERPT).replace(/[\ud800-\udbff]$/, "")} …`;
}
