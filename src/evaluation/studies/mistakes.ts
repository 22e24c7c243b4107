import { groupedBy } from "../../base/lists.js";
import { rowsFor } from "../../classifiers/classifier.js";
import { type Explanation, explainRow } from "../../classifiers/explain/explain.js";
import type { TextSettings } from "../../features/analyzer.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { selectRows } from "../../features/sparse-matrix.js";
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
export interface Mistake {
  readonly prediction: Prediction;
  /** ln (P(predicted class) / P(actual class)); infinite if the model rules out the actual class. */
  readonly margin: number;
  /** The subject of a message; undefined for other documents. */
  readonly subject: string | undefined;
  /** The beginning of the text; undefined if the document can no longer be read. */
  readonly excerpt: string | undefined;
  /**
   * Why the model predicted this class and not the actual one. If training has no document of the actual class, the
   * predicted class is compared with the second best.
   */
  readonly explanation: Explanation | undefined;
}

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
  /** Maximum number of mistakes to explain. Default 12. */
  readonly mistakes?: number;
}

/** The longest excerpt, in characters: about four lines. */
const MAX_EXCERPT = 320;

/** The most bytes to read for an excerpt. White space and non-ASCII characters take more than one byte a character. */
const MAX_EXCERPT_BYTES = 1 << 13;

/**
 * Finds the wrong predictions with the largest odds against the actual class, one per document, and explains them. The
 * models that made them are trained again for that.
 */
export function explainMistakes(evaluation: Evaluation, sources: MistakeSources): Mistake[] {
  const { data, test = data, settings, read, mistakes = 12 } = sources;
  const surest = surestMistakes(evaluation, mistakes);
  const explanations = new Map<Prediction, Explanation>();
  const predictions = surest.map(({ prediction }) => prediction);
  for (const [fold, ofFold] of foldsOf(predictions, sources)) {
    const explain = explainer(fold, sources);
    for (const prediction of ofFold) explanations.set(prediction, explain(prediction));
  }
  return surest.map(({ prediction, margin }) => ({
    prediction,
    margin,
    ...excerptOf(read(test.ids[prediction.row]), settings),
    explanation: explanations.get(prediction),
  }));
}

/** Returns the wrong predictions with the largest margins, largest first; of each document only its surest one. */
function surestMistakes({ predictions, logProbabilities, labels }: Evaluation, howMany: number) {
  const logOf = (p: number, c: number) => logProbabilities[p * labels.length + c];
  const wrong = predictions.flatMap((prediction, p) => {
    const { actual, predicted } = prediction;
    return actual === predicted ? [] : { prediction, margin: logOf(p, predicted) - logOf(p, actual) };
  });
  // The difference of two infinite margins is NaN, so `||` then compares the rows.
  wrong.sort((a, b) => b.margin - a.margin || a.prediction.row - b.prediction.row);
  const ofDocument = groupedBy(wrong, ({ prediction: { row } }) => row).values();
  return Array.from(ofDocument, ([surest]) => surest).slice(0, howMany);
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
  const ofFold = bySplit.values();
  for (const fold of splitFolds(data, bySplit.keys(), rules)) yield [fold, ofFold.next().value ?? []];
}

/** Trains the model of a fold again. Returns a function that explains its wrong predictions. */
function explainer(fold: Fold, { data, settings }: MistakeSources) {
  const model = fold.fit(resolve(settings).classifier);
  const rows = rowsFor(model, fold.test);
  const termOf = (term: number) => data.vocabulary.term(fold.terms[term]);
  return ({ row, actual, predicted }: Prediction): Explanation => {
    const x = selectRows(rows, [fold.rows.indexOf(row)]);
    const known = fold.classes.indexOf(actual);
    return explainRow(model, x, termOf, known < 0 ? undefined : [fold.classes.indexOf(predicted), known]);
  };
}

/** Returns the subject of a message, and the beginning of the text without the header of the message. */
function excerptOf(bytes: Uint8Array | undefined, settings: TextSettings): Pick<Mistake, "subject" | "excerpt"> {
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
