import { analyzerFor, asItStands, isMessage, type TextSettings } from "./analyzer.js";
import { classCounts } from "./classifiers/class-counts.js";
import { rowsFor } from "./classifiers/classifier.js";
import { isCounting } from "./classifiers/counting-classifier.js";
import { type Explanation, explainRow } from "./classifiers/explain.js";
import { strongestTerms } from "./classifiers/strongest.js";
import { classifierFor } from "./classifiers/table.js";
import type { CorpusData } from "./dataset.js";
import type { Corpus } from "./documents/corpus.js";
import { mailText } from "./email/mail/mail-text.js";
import { stripMessage } from "./email/news.js";
import { subjectLine } from "./email/subject-line.js";
import type { Evaluation } from "./evaluation/evaluate.js";
import type { Prediction } from "./evaluation/outcome.js";
import type { Split } from "./evaluation/splits.js";
import { splitTrials, type Trial, testTrial } from "./evaluation/trial.js";
import { selectRows } from "./features/sparse-matrix.js";
import type { ClassTerms, Mistake, ReportDetails } from "./reports/html/report-input.js";
import { rulesOf, type Settings } from "./settings.js";
import { unmarkedText } from "./text/marked-text.js";

/** What an evaluation was made of. */
export interface ReportSources {
  readonly settings: Settings;
  /** What was learned from; with splits, what was tested on too. */
  readonly data: CorpusData;
  /** The test documents, if they are a corpus of their own. */
  readonly test?: CorpusData | undefined;
  /** One a run; none with `test`, nor where each document was tested on what all others taught. */
  readonly splits: readonly Split[];
  /** The bytes of a test document; undefined if it can no longer be read. */
  readonly read: (id: string) => Uint8Array | undefined;
  /** How many of the surest mistakes to explain. Default 12. */
  readonly mistakes?: number;
  /** How many terms to name for each class. Default 10. */
  readonly terms?: number;
}

/**
 * Gathers what a report shows beside the figures: the strongest terms of each class over
 * all documents learned from, and the documents that were most confidently put into a
 * wrong class. Each of these is explained by the model that judged it, trained again.
 */
export function reportDetails(evaluation: Evaluation, sources: ReportSources): ReportDetails {
  return { strongest: classTerms(sources), mistakes: explainedMistakes(evaluation, sources) };
}

/** Reads documents of a corpus again, for `ReportSources`; undefined for one that is gone. */
export function documentReader(corpus: Corpus): (id: string) => Uint8Array | undefined {
  return (id) => {
    // It was there when it was tested: the figures stand without its text.
    for (const { bytes } of corpus.only(new Set([id]))) return bytes;
    return undefined;
  };
}

function classTerms({ data, settings, terms: howMany = 10 }: ReportSources): ClassTerms[] {
  const classifier = classifierFor(settings);
  const presence = isCounting(classifier) && classifier.binary;
  // What is learned from all documents is not used: their counts are, which every method has.
  const all = { train: Uint32Array.from(data.ids.keys()), test: new Uint32Array() };
  const [trial] = splitTrials(data, [all], rulesOf(settings));
  const counts = classCounts(trial.train, presence);
  return strongestTerms(counts, presence, howMany).map((terms, c) => ({
    label: counts.labels[c],
    documents: counts.documents[c],
    terms: terms.map(({ term, count, strength }) => ({
      term: data.vocabulary.term(trial.terms[term]),
      count,
      strength,
    })),
  }));
}

/** The wrong predictions with the largest odds against the truth, one a document. */
function surestMistakes({ predictions, logProbabilities, labels }: Evaluation, howMany: number) {
  const logOf = (p: number, c: number) => logProbabilities[p * labels.length + c];
  const wrong = predictions.flatMap((prediction, p) => {
    const { actual, predicted } = prediction;
    return actual === predicted ? [] : { prediction, margin: logOf(p, predicted) - logOf(p, actual) };
  });
  const seen = new Set<number>();
  return wrong
    .sort((a, b) => descending(a.margin, b.margin) || a.prediction.row - b.prediction.row)
    .filter(({ prediction: { row } }) => !seen.has(row) && seen.add(row))
    .slice(0, howMany);
}

function explainedMistakes(evaluation: Evaluation, sources: ReportSources): Mistake[] {
  const { data, test = data, settings, read, mistakes = 12 } = sources;
  const surest = surestMistakes(evaluation, mistakes);
  const predictions = surest.map(({ prediction }) => prediction);
  const explanations = new Map<Prediction, Explanation>();
  for (const [trial, ofTrial] of trialsOf(predictions, sources)) {
    explained(trial, ofTrial, sources).forEach((explanation, i) => {
      explanations.set(ofTrial[i], explanation);
    });
  }
  return surest.map(({ prediction, margin }) => ({
    prediction,
    margin,
    ...excerptOf(read(test.ids[prediction.row]), settings),
    explanation: explanations.get(prediction),
  }));
}

/** The trials that made some predictions, each made again, with those of its predictions. */
function* trialsOf(
  predictions: readonly Prediction[],
  { data, test, settings, splits }: ReportSources,
): Generator<[Trial, readonly Prediction[]]> {
  const rules = rulesOf(settings);
  if (test !== undefined) {
    yield [testTrial(data, test, rules), predictions];
    return;
  }
  const groups = new Map<Split, Prediction[]>();
  for (const prediction of predictions) {
    const split = splits.length === 0 ? withoutRow(data, prediction.row) : splits[prediction.run];
    groups.set(split, [...(groups.get(split) ?? []), prediction]);
  }
  const ofTrial = groups.values();
  for (const trial of splitTrials(data, groups.keys(), rules)) yield [trial, ofTrial.next().value ?? []];
}

function withoutRow({ ids }: CorpusData, row: number): Split {
  return { train: Uint32Array.from(ids.keys()).filter((other) => other !== row), test: Uint32Array.of(row) };
}

/** Why each document was put into its class and not into its own. */
function explained(trial: Trial, predictions: readonly Prediction[], { data, settings }: ReportSources) {
  const model = trial.fit(classifierFor(settings));
  const rows = rowsFor(model, trial.test);
  return predictions.map(({ row, actual, predicted }) => {
    const pair = [trial.classes.indexOf(predicted), trial.classes.indexOf(actual)] as const;
    const x = selectRows(rows, [trial.rows.indexOf(row)]);
    const termOf = (term: number) => data.vocabulary.term(trial.terms[term]);
    return explainRow(model, x, termOf, pair[1] < 0 ? undefined : pair);
  });
}

/** The subject of a message, and the first words of any document: nothing left out, so that a reader can judge. */
function excerptOf(bytes: Uint8Array | undefined, settings: TextSettings): Pick<Mistake, "subject" | "excerpt"> {
  if (bytes === undefined) return { subject: undefined, excerpt: undefined };
  const text = analyzerFor(asItStands(settings)).text(bytes);
  const message = isMessage(text, settings);
  const body = message ? stripMessage(text, ["headers"]) : text;
  const readable = settings.as === "mail" ? unmarkedText(mailText({ fields: [], strip: [] })(bytes)) : body;
  const words = new TextDecoder().decode(readable.subarray(0, SEARCHED)).replace(/\s+/g, " ").trim();
  const end = words.lastIndexOf(" ", EXCERPT);
  return {
    subject: message ? subjectLine(text) : undefined,
    excerpt: words.length <= EXCERPT ? words : `${words.slice(0, end > 0 ? end : EXCERPT).replace(HALF, "")} …`,
  };
}

/** Characters: four lines that show what a document is about. */
const EXCERPT = 320;

/** The first half of a character, its second half cut off. */
const HALF = /[\ud800-\udbff]$/;

/** Bytes in which they are found. */
const SEARCHED = 1 << 13;

function descending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}
