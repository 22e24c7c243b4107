import { type Following, followed } from "../../base/following.js";
import { RowBuilder } from "../../features/row-builder.js";
import { headerFields } from "../../mail/header/header.js";
import { isLaterName } from "../../mail/header/later-fields.js";
import { splitFolds } from "../../model/fitting/fold.js";
import { folds } from "../../model/fitting/splits.js";
import { resolve, type Settings } from "../../model/settings.js";
import { ByteTable } from "../../text/byte-table.js";
import { evaluate } from "../evaluate.js";
import type { Rows } from "./rows.js";

/** Accuracy of a classifier that sees only one header field: its words, or that it is absent. */
export interface FieldAccuracy {
  /** The name of the field, in lower case. */
  readonly name: string;
  /** Share of the documents that have the field. */
  readonly share: number;
  /**
   * Accuracy on all test documents of the first run; over ten folds with leave-one-out, or if the run tests less than
   * 2 % of the documents.
   */
  readonly accuracy: number;
  /** The classes that the field alone predicts: it finds 95 % of their documents, and is right as often about them. */
  readonly predicts: readonly string[];
}

/** Minimum share of documents with a field whose accuracy is measured, and maximum number of these fields. */
const MIN_SHARE = 0.05;
const MAX_FIELDS = 64;

/** Minimum precision and recall of a class that a field predicts. */
const PREDICTED = 0.95;

/** Minimum share of tested documents. If fewer are tested, ten folds replace the test set. */
const MIN_TESTED = 0.02;
const FOLDS = 10;

/** Limits against hostile mail: fields per header, names in all headers, and characters per name. */
const FIELDS_OF_A_HEADER = 100;
const NAMES = 1000;
const NAME_LENGTH = 64;

/** A header field: a row with its words for each document up to the last that has it, and how many have it. */
interface FieldRows {
  readonly builder: RowBuilder;
  rows: number;
  having: number;
}

/** Collects header fields. Returns a function that adds a message, in the order of rows, and the fields by name. */
export function fieldCollector(settings: Settings) {
  const { tokenizer } = resolve(settings).analyzer;
  const encoder = new TextEncoder();
  const fields = new Map<string, FieldRows>();
  const add = (row: number, message: Uint8Array) => {
    for (const [name, value] of fieldValues(message)) {
      const field = fields.get(name) ?? { builder: new RowBuilder(new ByteTable()), rows: 0, having: 0 };
      if (!fields.has(name) && fields.size < NAMES) fields.set(name, field);
      const text = encoder.encode(value);
      addAbsent(field, row);
      field.builder.add({
        tokens(sink) {
          sink(PRESENT, 0, PRESENT.length);
          tokenizer(text, sink);
        },
      });
      field.rows = row + 1;
      field.having++;
    }
  };
  return { fields, add };
}

/** Adds rows of documents without the field. @param until the next row */
function addAbsent(field: FieldRows, until: number): void {
  for (; field.rows < until; field.rows++) field.builder.add({ tokens: (sink) => sink(ABSENT, 0, ABSENT.length) });
}

/** Returns the values of a header by name. Line feeds join the values of a repeated field. */
function fieldValues(message: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headerFields(message)) {
    const before = values.get(name);
    if (before !== undefined) values.set(name, `${before}\n${value}`);
    else if (values.size < FIELDS_OF_A_HEADER && name.length <= NAME_LENGTH) values.set(name, value);
  }
  return values;
}

/**
 * Measures how well each field predicts the class, with a classifier that learns from this field only.
 *
 * @returns the fields of at least 5 % of the documents, highest accuracy first, but those that the settings leave out
 */
export function fieldAccuracies(
  all: ReadonlyMap<string, FieldRows>,
  { y, labels, splits: given }: Pick<Rows, "y" | "labels" | "splits">,
  settings: Settings,
  following: Following = {},
): FieldAccuracy[] {
  // Few test documents say little about a field. Then, and with leave-one-out, ten folds replace the splits, drawn with
  // the seed 1.
  const [first] = given === "leave one out" ? [] : given;
  const isTested = first !== undefined && first.test.length >= MIN_TESTED * y.length;
  const splits = isTested ? [first] : folds(y, Math.min(FOLDS, y.length), 1);
  const { rules, classifier } = resolve(settings);
  const frequent = [...all]
    .filter(([name, { having }]) => having >= MIN_SHARE * y.length && !isLeftOut(name, settings))
    .sort(([a, one], [b, other]) => other.having - one.having || (a < b ? -1 : 1))
    .slice(0, MAX_FIELDS);
  const tellDone = followed(following, "testing", frequent.length);
  const fields = frequent.map(([name, field], f): FieldAccuracy => {
    addAbsent(field, y.length);
    const data = { x: field.builder.finishSorted().x, y, labels };
    const { accuracy, perClass } = evaluate(splitFolds(data, splits, rules), classifier, labels, {
      calibrate: "none",
    });
    tellDone(f + 1);
    return {
      name,
      share: field.having / y.length,
      accuracy,
      predicts: perClass.flatMap(({ label, precision, recall }) =>
        Math.min(precision, recall) >= PREDICTED ? label : [],
      ),
    };
  });
  return fields.sort((a, b) => b.accuracy - a.accuracy || b.share - a.share || (a.name < b.name ? -1 : 1));
}

/** A term of documents with the field, and the only term of documents without it. */
const PRESENT = new TextEncoder().encode("(present)");
const ABSENT = new TextEncoder().encode("(absent)");

/** Whether the settings leave a field out: it was written on arrival or later, and it is not chosen by name. */
function isLeftOut(name: string, { as, fields }: Settings): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}
