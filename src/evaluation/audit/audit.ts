import { decoderFor } from "../../base/decode.js";
import type { Following } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { type CorpusData, readCorpora } from "../../features/corpus/read-corpus.js";
import { selectRows } from "../../features/sparse-matrix.js";
import { isMessage, type Strippable, stripMessage } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { evaluateCorpora } from "../evaluate.js";
import { type CopyKind, copyFinder, copyKinds, type TestedByKind, testedByKind } from "./copies.js";
import { type FieldAccuracy, fieldAccuracies, fieldCollector } from "./fields.js";
import { type Corpora, type Measured, rowsOf } from "./rows.js";

/** The options of an audit. */
export interface AuditOptions extends Following {
  /** Number of threads that read documents. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/** The result of an audit: whether test accuracy overstates the accuracy on future documents. */
export type Audit = ReturnType<typeof audit>;

/**
 * Checks whether an evaluation leaks: which test documents have copies in training, which header fields give the class
 * away, and how accurate the classifier is on the bodies of messages alone.
 *
 * @param measured the corpora that were read, the splits and the evaluation
 * @param corpora one corpus, or one to learn from and one to test on. They are read several times
 * @throws DataError if two documents have the same id.
 */
export function audit(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  { jobs = 1, ...following }: AuditOptions = {},
) {
  const rows = rowsOf(measured, corpora);
  const textOf = decoderFor(settings.encoding);
  const finder = copyFinder(rows.size);
  const collector = fieldCollector(settings);
  let messages = 0;
  for (const [row, bytes] of rows.readAgain(following)) {
    const text = textOf(bytes);
    const hasHeader = isMessage(text, settings);
    if (hasHeader) {
      messages++;
      collector.add(row, text);
    }
    finder.add(row, hasHeader ? stripMessage(text, ["headers"]) : text);
  }
  const kinds = copyKinds(finder.copies(), rows.splits);
  const copies = testedByKind(kinds, measured.evaluation.predictions);
  const fields = fieldAccuracies(collector.fields, rows, settings, following);
  const bodies = bodyAccuracy(corpora, measured, settings, messages, kinds, { jobs, ...following });
  const hasBody = bodies.empty < rows.size;
  const honest = hasBody ? bodies.accuracyWithoutCopies : undefined;
  return {
    /** Number of documents that begin with a header. If it is 0, there are no fields. */
    messages,
    /** Accuracy without headers, footers and quotes. */
    bodies,
    /** The test documents by the kind of copy that they have in training, over all runs. */
    copies,
    /** The header fields of at least 5 % of the documents, highest accuracy first. */
    fields,
    /** The conclusions; `honest` is the accuracy of bodies alone on test documents without a copy in training. */
    findings: { ...leaksOf(measured, settings, copies, fields), honest },
  };
}

/** Minimum accuracy of a telling field: a field that nearly gives the class away. */
const TELLING_FIELD = 0.95;

/** Maximum errors of a telling field, as a share of the errors of the majority class. */
const ERRORS_LEFT = 0.5;

/** Minimum share of test documents with a copy in training, for a warning. */
const MANY_COPIES = 0.01;

/** Minimum gain in accuracy by copies, for a warning if they are fewer. */
const GAIN_BY_COPIES = 0.001;

/**
 * Finds a header field that is nearly always right on its own, and tells whether copies matter: they raise accuracy, or
 * they are at least 1 % of the test documents. If headers were stripped, no field is found.
 */
export function leaksOf(
  { evaluation }: { readonly evaluation: Pick<Measured["evaluation"], "accuracy" | "baselines"> },
  { strip }: Pick<Settings, "strip">,
  { none }: TestedByKind,
  fields: readonly FieldAccuracy[],
) {
  const { accuracy, baselines } = evaluation;
  // If nearly all documents are of one class, any field reaches .95. So it must also halve the errors of that guess.
  const minAccuracy = Math.max(TELLING_FIELD, 1 - ERRORS_LEFT * (1 - baselines.majority));
  // The fields are sorted, highest accuracy first.
  const [best] = strip.includes("headers") ? [] : fields;
  const tellingField = best?.accuracy >= minAccuracy ? { name: best.name, accuracy: best.accuracy } : undefined;
  const copied = 1 - none.share;
  const gain = none.accuracy === undefined ? 0 : accuracy - none.accuracy;
  const copies = copied >= MANY_COPIES || (copied > 0 && gain >= GAIN_BY_COPIES);
  return { measured: accuracy, tellingField, copies };
}

/** The parts of messages that are left out. */
const LEFT_OUT: readonly Strippable[] = ["headers", "footers", "quotes"];

/**
 * Evaluates the same classifier on the same splits without headers, footers and quotes. A document that becomes empty
 * stays in the data, without terms.
 *
 * @param messages number of messages; if it is 0, nothing is read again
 * @param kinds the kind of copy that the document of each prediction has in training
 */
export function bodyAccuracy(
  corpora: Corpora,
  measured: Measured,
  settings: Settings,
  messages: number,
  kinds: readonly CopyKind[],
  options: Following & { readonly jobs: number },
) {
  const isSameText = messages === 0 || LEFT_OUT.every((part) => settings.strip.includes(part));
  const data = isSameText ? measured.data : readBodies(corpora, measured.data, settings, options);
  const { resampled } = measured.evaluation;
  const { accuracy, accuracyInterval, predictions } = isSameText
    ? measured.evaluation
    : evaluateCorpora(data, measured.splits, settings, { resampled, ...options });
  const emptyRows = ({ x }: CorpusData) => x.starts.subarray(1).filter((end, row) => end === x.starts[row]).length;
  return {
    accuracy,
    accuracyInterval,
    /** Accuracy on test documents without a copy in training, over all runs; undefined if there are none. */
    accuracyWithoutCopies: testedByKind(kinds, predictions).none.accuracy,
    /** Number of documents without any term. For them only the prior counts. */
    empty: sumOf(data.map(emptyRows)),
  };
}

/** Reads the bodies into the same rows. What is left out can change which documents count as text. */
function readBodies(
  corpora: Corpora,
  before: readonly CorpusData[],
  settings: Settings,
  options: Following & { readonly jobs: number },
): CorpusData[] {
  return readCorpora(corpora, { ...settings, strip: LEFT_OUT }, options).map(({ ids, vocabulary, x }, c) => {
    const rowOf = new Map(ids.map((id, row) => [id, row]));
    // A document that has disappeared gets the empty row after the last one.
    const starts = Uint32Array.from([...x.starts.subarray(0, x.rows + 1), x.starts[x.rows]]);
    const rows = before[c].ids.map((id) => rowOf.get(id) ?? x.rows);
    const padded = { rows: x.rows + 1, columns: x.columns, starts, ids: x.ids, values: x.values };
    return { ...before[c], vocabulary, x: selectRows(padded, rows) };
  });
}
