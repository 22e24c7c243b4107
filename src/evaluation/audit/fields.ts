import { decoderFor } from "../../base/decode.js";
import { append, sumOf } from "../../base/lists.js";
import { argmax } from "../../classifiers/scores.js";
import { RowBuilder } from "../../features/row-builder.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { headerFields } from "../../mail/header/header.js";
import { isMessage } from "../../mail/news.js";
import { splitFolds } from "../../model/fitting/split-folds.js";
import { classSizes, folds, type Split } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import { ByteTable } from "../../text/byte-table.js";
import { evaluate } from "../evaluate.js";
import { classesOfTerms, type FieldClasses, isLeftOut, type Predictor, termPredictors } from "./predictors.js";
import { inOrder, type Rows } from "./rows.js";

/** Accuracy of a classifier that sees only one header field. */
export interface FieldAccuracy {
  /** The name of the field, in lower case. */
  readonly name: string;
  /** Share of the documents that have the field. */
  readonly share: number;
  /**
   * Accuracy on all test documents of the first run; over ten folds if the run tests less than 2 % of the documents.
   * A document without the field has no terms.
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

/** Minimum share of documents with a field. A rarer field can hardly change accuracy. */
const MIN_SHARE = 0.05;

/** Maximum number of fields to examine, the most frequent first. */
const MAX_FIELDS = 64;

/** Maximum number of terms to list for a field. */
const STRONGEST = 10;

/** Minimum share of tested documents. If fewer are tested, ten folds replace the test set. */
const MIN_TESTED = 0.02;
const FOLDS = 10;

/** Limits against hostile mail: fields per header, and characters per field name. */
const FIELDS_OF_A_HEADER = 100;
const NAME_LENGTH = 64;

/** Adds a message of class `c` to the number of documents with each field. */
export function countFields(counts: Map<string, Uint32Array>, text: Uint8Array, c: number, classes: number): void {
  for (const name of fieldValues(text).keys()) {
    const ofClasses = counts.get(name) ?? new Uint32Array(classes);
    ofClasses[c]++;
    counts.set(name, ofClasses);
  }
}

/** Returns the fields of at least 5 % of the documents, most frequent first, at most 64. */
export function frequentFields(counts: FieldClasses, documents: number): string[] {
  return [...counts]
    .map(([name, ofClasses]) => ({ name, having: sumOf(ofClasses) }))
    .filter(({ having }) => having >= MIN_SHARE * documents)
    .sort((a, b) => b.having - a.having || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_FIELDS)
    .map(({ name }) => name);
}

/** Returns the values of a header by field. The values of a repeated field are joined by line feeds. */
function fieldValues(text: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headerFields(text)) {
    const before = values.get(name);
    if (before !== undefined) values.set(name, `${before}\n${value}`);
    else if (values.size < FIELDS_OF_A_HEADER && name.length <= NAME_LENGTH) values.set(name, value);
  }
  return values;
}

/**
 * Measures how well each field predicts the class, with a classifier that learns from this field only. A document
 * without the field has no terms.
 *
 * @param chosen the fields, from `frequentFields`
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
  const textOf = decoderFor(settings.encoding);
  const { tokenizer } = resolve(settings).analyzer;
  const encoder = new TextEncoder();
  const builders = chosen.map(() => new RowBuilder(new ByteTable()));
  const given = chosen.map(() => new Uint8Array(y.length));
  const order: number[] = [];
  rows.readAgain((row, bytes) => {
    const text = textOf(bytes);
    const values = isMessage(text, settings) ? fieldValues(text) : undefined;
    order.push(row);
    chosen.forEach((name, f) => {
      const value = values?.get(name);
      if (value !== undefined) given[f][row] = 1;
      const text = encoder.encode(value ?? "");
      builders[f].add({ tokens: (sink) => tokenizer(text, sink) });
    });
  }, onDocument);
  // Few test documents say little about a field.
  const [first] = rows.splits === "leave one out" ? [] : rows.splits;
  const isTested = first !== undefined && first.test.length >= MIN_TESTED * y.length;
  const splits = isTested ? [first] : folds(y, Math.min(FOLDS, y.length), 1);
  const predictors: Predictor[] = [];
  const fields = chosen
    .map((name, f) => {
      const { vocabulary, x } = builders[f].finishSorted();
      const data = { x: inOrder(x, order, y.length), y, labels };
      const accuracy = accuracyOn(data, splits, settings, given[f]);
      const terms = giveaways(data);
      const found = termPredictors(data, name, (id) => vocabulary.term(id), settings);
      append(predictors, found);
      onField(f + 1);
      return {
        name,
        share: sumOf(given[f]) / y.length,
        ...accuracy,
        isLeftOut: isLeftOut(name, settings),
        giveaways: terms.length,
        strongest: terms.slice(0, STRONGEST).map(({ term, class: c, documents, ofClass }) => {
          return { term: vocabulary.term(term), label: labels[c], documents, ofClass };
        }),
      };
    })
    .sort((a, b) => b.accuracy - a.accuracy || b.share - a.share || (a.name < b.name ? -1 : 1));
  return { fields, predictors };
}

function accuracyOn(
  data: Dataset,
  splits: readonly Split[],
  settings: Settings,
  given: Uint8Array,
): Pick<FieldAccuracy, "accuracy" | "accuracyWhereGiven"> {
  const { rules, classifier } = resolve(settings);
  const folds = splitFolds(data, splits, rules);
  const { accuracy, predictions } = evaluate(folds, classifier, data.labels, { calibrate: "none" });
  const having = predictions.filter(({ row }) => given[row] === 1);
  const right = having.filter(({ actual, predicted }) => actual === predicted).length;
  return { accuracy, accuracyWhereGiven: having.length === 0 ? undefined : right / having.length };
}

/** Minimum share of the documents with the term that must be of one class. */
const GIVEAWAY_SHARE = 0.99;

/** Minimum number of these documents: 20, or in a class of fewer than 1,000 documents 2 %, but at least 5. */
const GIVEAWAY_DOCUMENTS = 20;
const SHARE_OF_CLASS = 0.02;
const MIN_DOCUMENTS = 5;

/** Maximum probability that this happens by chance. It matters if nearly all documents are of one class. */
const CHANCE = 1e-6;

/** Finds terms that give their class away, by the constants above. Terms with most documents of the class are first. */
export function giveaways({ x, y, labels }: Dataset) {
  const sizes = classSizes(y, labels.length);
  const least = Array.from(sizes, (size) =>
    Math.max(MIN_DOCUMENTS, Math.min(GIVEAWAY_DOCUMENTS, Math.ceil(size * SHARE_OF_CLASS))),
  );
  const found: { term: number; class: number; documents: number; ofClass: number }[] = [];
  for (const { term, documents, having } of classesOfTerms({ x, y, labels })) {
    const most = argmax(having);
    const ofClass = having[most];
    if (ofClass < least[most] || ofClass < GIVEAWAY_SHARE * documents) continue;
    if (ofClass * Math.log(sizes[most] / y.length) > Math.log(CHANCE)) continue;
    found.push({ term, class: most, documents, ofClass });
  }
  return found.sort((a, b) => b.ofClass - a.ofClass || a.documents - b.documents || a.term - b.term);
}
