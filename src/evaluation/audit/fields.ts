import { decoderFor } from "../../base/decode.js";
import { append, sumOf } from "../../base/lists.js";
import { RowBuilder } from "../../features/row-builder.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { isMessage } from "../../mail/news.js";
import { splitFolds } from "../../model/fitting/split-folds.js";
import { folds, type Split } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import { ByteTable } from "../../text/byte-table.js";
import { evaluate } from "../evaluate.js";
import { fieldValues } from "./field-values.js";
import { giveaways } from "./giveaways.js";
import { isLeftOut, type Predictor, termPredictors } from "./predictors.js";
import { inOrder, type Rows } from "./rows.js";

/** Accuracy of a classifier that sees only one header field. */
export interface FieldAccuracy {
  /** The name of the field, in lower case. */
  readonly name: string;
  /** Share of the documents that have the field. */
  readonly share: number;
  /**
   * Accuracy on all test documents of the first run; over ten folds with leave-one-out, or if the run tests less than
   * 2 % of the documents. A document without the field has no terms.
   */
  readonly accuracy: number;
  /** Accuracy on documents with the field; undefined if there are none. */
  readonly accuracyWhereGiven: number | undefined;
  /** Whether the settings leave the field out, because it is written when a message arrives or later. */
  readonly isLeftOut: boolean;
  /** Number of terms of the field that give a class away. */
  readonly giveaways: number;
  /** The strongest giveaways, at most ten. */
  readonly strongest: readonly FieldGiveaway[];
}

/** A term of a field that gives its class away. */
export interface FieldGiveaway {
  readonly term: string;
  readonly label: string;
  /** Number of documents with the term in the field. */
  readonly documents: number;
  /** Number of these documents in the class. */
  readonly ofClass: number;
}

/** Maximum number of terms to list for a field. */
const STRONGEST = 10;

/** Minimum share of tested documents. If fewer are tested, ten folds replace the test set. */
const MIN_TESTED = 0.02;
const FOLDS = 10;

/**
 * Measures how well each field predicts the class, with a classifier that learns from this field only. A document
 * without the field has no terms.
 *
 * @param chosen the names of the fields, from `frequentFields`
 * @param onDocument called for each document that is read again
 * @param onField called after each field, with the number of fields done
 * @returns the fields, highest accuracy first, and the words that predict a class
 */
export function fieldAccuracies(
  rows: Rows,
  settings: Settings,
  chosen: readonly string[],
  { onDocument, onField }: { readonly onDocument: () => void; readonly onField: (done: number) => void },
): { fields: FieldAccuracy[]; predictors: Predictor[] } {
  if (chosen.length === 0) return { fields: [], predictors: [] };
  const { y, labels } = rows;
  // Few test documents say little about a field. Then, and with leave-one-out, ten folds replace the splits, drawn with
  // the seed 1.
  const [first] = rows.splits === "leave one out" ? [] : rows.splits;
  const isTested = first !== undefined && first.test.length >= MIN_TESTED * y.length;
  const splits = isTested ? [first] : folds(y, Math.min(FOLDS, y.length), 1);
  const predictors: Predictor[] = [];
  const fields: FieldAccuracy[] = [];
  for (const { name, given, x, vocabulary } of readFields(rows, settings, chosen, onDocument)) {
    const data = { x, y, labels };
    const termOf = (id: number) => vocabulary.term(id);
    const accuracy = accuracyOn(data, splits, settings, given);
    const found = giveaways(data);
    append(predictors, termPredictors(data, name, termOf, settings));
    fields.push({
      name,
      share: sumOf(given) / y.length,
      ...accuracy,
      isLeftOut: isLeftOut(name, settings),
      giveaways: found.length,
      strongest: found.slice(0, STRONGEST).map(({ term, class: c, documents, ofClass }) => {
        return { term: termOf(term), label: labels[c], documents, ofClass };
      }),
    });
    onField(fields.length);
  }
  fields.sort((a, b) => b.accuracy - a.accuracy || b.share - a.share || (a.name < b.name ? -1 : 1));
  return { fields, predictors };
}

/**
 * Reads the documents again, and yields a matrix of each field.
 *
 * @returns by field, `x` with the terms of the field in each row, and `given`, 1 for each row that has the field
 */
function* readFields(rows: Rows, settings: Settings, names: readonly string[], onDocument: () => void) {
  const textOf = decoderFor(settings.encoding);
  const { tokenizer } = resolve(settings).analyzer;
  const encoder = new TextEncoder();
  const size = rows.y.length;
  const fields = names.map((name) => {
    return { name, given: new Uint8Array(size), builder: new RowBuilder(new ByteTable()) };
  });
  const order: number[] = [];
  rows.readAgain((row, bytes) => {
    const text = textOf(bytes);
    const values = isMessage(text, settings) ? fieldValues(text) : undefined;
    order.push(row);
    for (const { name, given, builder } of fields) {
      const value = values?.get(name);
      if (value !== undefined) given[row] = 1;
      const text = encoder.encode(value ?? "");
      builder.add({ tokens: (sink) => tokenizer(text, sink) });
    }
  }, onDocument);
  for (const { name, given, builder } of fields) {
    const { vocabulary, x } = builder.finishSorted();
    yield { name, given, vocabulary, x: inOrder(x, order, size) };
  }
}

/** Tests the classifier of the settings on the terms of one field. @param given 1 for each row that has the field */
function accuracyOn(
  data: Dataset,
  splits: readonly Split[],
  settings: Settings,
  given: Uint8Array,
): Pick<FieldAccuracy, "accuracy" | "accuracyWhereGiven"> {
  const { rules, classifier } = resolve(settings);
  const tested = splitFolds(data, splits, rules);
  const { accuracy, predictions } = evaluate(tested, classifier, data.labels, { calibrate: "none" });
  const having = predictions.filter(({ row }) => given[row] === 1);
  const right = having.filter(({ actual, predicted }) => actual === predicted).length;
  return { accuracy, accuracyWhereGiven: having.length === 0 ? undefined : right / having.length };
}
