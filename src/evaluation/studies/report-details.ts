import { groupedBy } from "../../base/lists.js";
import { classCounts } from "../../classifiers/bayes/class-counts.js";
import { rowsFor } from "../../classifiers/classifier.js";
import { type Explanation, explainRow } from "../../classifiers/explain/explain.js";
import { strongestTerms } from "../../classifiers/explain/strongest.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { TextSettings } from "../../features/analyzer.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { selectRows } from "../../features/sparse-matrix.js";
import { mailReader } from "../../mail/fields/mail-reader.js";
import { headerFields } from "../../mail/header/header.js";
import { subjectLine } from "../../mail/header/subject.js";
import { headerDecoder } from "../../mail/message-facts.js";
import { isMessage, stripMessage } from "../../mail/news.js";
import { Fold, splitFolds, testFold } from "../../model/fitting/fold.js";
import type { Split, Splits } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { resolve, type Settings } from "../../model/settings.js";
import type { Evaluation } from "../evaluate.js";
import type { Prediction } from "../metrics/outcome.js";

/** The parts of a report for which the documents are read again. */
export interface ReportDetails {
  /** The terms with the most evidence for each class, by class of the training documents. */
  readonly strongest: readonly ClassTerms[];
  /** The wrong predictions with the highest confidence. */
  readonly mistakes: readonly Mistake[];
}

/** A class, with the terms that have the most evidence for it. */
export interface ClassTerms {
  readonly label: string;
  readonly documents: number;
  /** Strongest first. */
  readonly terms: readonly {
    readonly term: string;
    /** Number of occurrences in the class; in a model of presences, number of documents. */
    readonly count: number;
    /** In nats; see `strongestTerms`. */
    readonly strength: number;
  }[];
}

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
   * predicted class is compared with the second best. Only for linear models.
   */
  readonly explanation: Explanation | undefined;
}

/** The inputs of an evaluation that are needed for the details. */
export interface ReportSources {
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
  /** Number of terms to list for each class. Default 10. */
  readonly terms?: number;
}

/**
 * Computes the strongest terms of each class over all training documents, and finds the most confident mistakes. The
 * model that made a mistake is trained again to explain it.
 */
export function reportDetails(evaluation: Evaluation, sources: ReportSources): ReportDetails {
  return { strongest: strongestByClass(sources), mistakes: explainedMistakes(evaluation, sources) };
}

/** Creates a function that reads documents again, for `ReportSources.read`. */
export function documentReader(corpus: Corpus): (id: string) => Uint8Array | undefined {
  return (id) => {
    // The document may have been deleted since it was tested.
    for (const { bytes } of corpus.only(new Set([id]))) return bytes;
    return undefined;
  };
}

function strongestByClass({ data, settings, terms: howMany = 10 }: ReportSources): ClassTerms[] {
  const { rules, ...method } = resolve(settings);
  const presence = method.isCounting && method.classifier.binary;
  const fold = new Fold(TrainingSubset.of(data), undefined, rules);
  const counts = classCounts(fold.train, presence);
  return strongestTerms(counts, presence, howMany).map((strongest, c) => {
    const terms = strongest.map(({ term, ...found }) => ({ term: data.vocabulary.term(fold.terms[term]), ...found }));
    return { label: counts.labels[c], documents: counts.documents[c], terms };
  });
}

/** Finds the wrong predictions with the largest odds against the actual class, one per document. */
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

function explainedMistakes(evaluation: Evaluation, sources: ReportSources): Mistake[] {
  const { data, test = data, settings, read, mistakes = 12 } = sources;
  const surest = surestMistakes(evaluation, mistakes);
  const explanations = new Map<Prediction, Explanation>();
  const predictions = surest.map(({ prediction }) => prediction);
  for (const [fold, ofFold] of foldsOf(predictions, sources)) {
    for (const [i, explanation] of explanationsOf(fold, ofFold, sources).entries())
      explanations.set(ofFold[i], explanation);
  }
  return surest.map(({ prediction, margin }) => ({
    prediction,
    margin,
    ...excerptOf(read(test.ids[prediction.row]), settings),
    explanation: explanations.get(prediction),
  }));
}

/** Prepares the folds that made these predictions again. Yields each fold with its predictions. */
function* foldsOf(
  predictions: readonly Prediction[],
  { data, test, settings, splits }: ReportSources,
): Generator<[Fold, readonly Prediction[]]> {
  const { rules } = resolve(settings);
  if (test !== undefined) {
    yield [testFold(data, test, rules), predictions];
    return;
  }
  const rows = Uint32Array.from(data.ids.keys());
  const groups = groupedBy(
    predictions,
    ({ row, run }): Split =>
      splits === "leave one out"
        ? { train: rows.filter((other) => other !== row), test: Uint32Array.of(row) }
        : splits[run],
  );
  const ofFold = groups.values();
  for (const fold of splitFolds(data, groups.keys(), rules)) yield [fold, ofFold.next().value ?? []];
}

/** Explains why the model put each document into the predicted class and not into the actual one. */
function explanationsOf(fold: Fold, predictions: readonly Prediction[], { data, settings }: ReportSources) {
  const model = fold.fit(resolve(settings).classifier);
  const rows = rowsFor(model, fold.test);
  return predictions.map(({ row, actual, predicted }) => {
    const pair = [fold.classes.indexOf(predicted), fold.classes.indexOf(actual)] as const;
    const x = selectRows(rows, [fold.rows.indexOf(row)]);
    const termOf = (term: number) => data.vocabulary.term(fold.terms[term]);
    return explainRow(model, x, termOf, pair[1] < 0 ? undefined : pair);
  });
}

/** Returns the subject of a message, and the beginning of the text without the header of the message. */
function excerptOf(bytes: Uint8Array | undefined, settings: TextSettings): Pick<Mistake, "subject" | "excerpt"> {
  if (bytes === undefined) return { subject: undefined, excerpt: undefined };
  const text = headerDecoder(settings)(bytes);
  const message = isMessage(text, settings);
  const body = message ? stripMessage(text, ["headers"]) : text;
  const readable = settings.as === "mail" ? displayedText(bytes) : body;
  const words = new TextDecoder().decode(readable.subarray(0, MAX_EXCERPT_BYTES)).replace(/\s+/g, " ").trim();
  const end = words.lastIndexOf(" ", MAX_EXCERPT);
  return {
    subject: message ? subjectLine(headerFields(text)) : undefined,
    excerpt:
      words.length <= MAX_EXCERPT ? words : `${words.slice(0, end > 0 ? end : MAX_EXCERPT).replace(HALF_PAIR, "")} …`,
  };
}

/** Returns the text of a message as a mail program displays it. */
function displayedText(bytes: Uint8Array): Uint8Array {
  const pieces = mailReader({ fields: [], strip: [] })(bytes);
  return Buffer.concat(pieces.flatMap(({ text = new Uint8Array() }) => [text, Buffer.from("\n")]));
}

/** The longest excerpt, in characters: about four lines. */
const MAX_EXCERPT = 320;

/** The first half of a surrogate pair at the end of a text. */
const HALF_PAIR = /[\ud800-\udbff]$/;

/** The most bytes to read for an excerpt. White space and non-ASCII characters take more than one byte a character. */
const MAX_EXCERPT_BYTES = 1 << 13;
