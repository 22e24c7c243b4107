import { type Following, followed } from "../../base/following.js";
import { groupedBy } from "../../base/lists.js";
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
export type FieldAccuracy = ReturnType<typeof fieldAccuracies>[number];

/** Minimum share of the documents that have a field. Rarer fields are not measured. */
const MIN_SHARE = 0.05;
/** Maximum number of fields to measure: the most frequent ones. */
const MAX_FIELDS = 64;

/** Minimum precision and recall of a class that a field predicts. */
const MIN_PREDICTED = 0.95;

/** Minimum share of the documents in the test set. If it is smaller, folds replace it. */
const MIN_TESTED = 0.02;
/** Number of these folds. */
const FOLDS = 10;

/** Maximum number of names that count in a header, against hostile mail. */
const MAX_NAMES_OF_A_HEADER = 100;
/** Maximum number of names in all headers, against hostile mail. */
const MAX_NAMES = 1000;

/** The rows of a header field: its words in each document, up to the last document that has it. */
interface FieldRows {
  readonly builder: RowBuilder;
  /** Number of rows so far. */
  rows: number;
  /** Number of documents that have the field. */
  having: number;
}

/**
 * Collects header fields. Returns the fields by name, and a function that adds a message. Messages come in the order of
 * rows.
 */
export function fieldCollector(settings: Settings) {
  const { tokenizer } = resolve(settings).analyzer;
  const encoder = new TextEncoder();
  const fields = new Map<string, FieldRows>();
  const add = (row: number, message: Uint8Array) => {
    const byName = groupedBy(headerFields(message), ({ name }) => name);
    for (const [name, sameNamed] of [...byName].slice(0, MAX_NAMES_OF_A_HEADER)) {
      if (!fields.has(name) && fields.size === MAX_NAMES) continue;
      const field = fields.get(name) ?? { builder: new RowBuilder(new ByteTable()), rows: 0, having: 0 };
      fields.set(name, field);
      addAbsent(field, row);
      // Line feeds join the values of a repeated field.
      const text = encoder.encode(sameNamed.map(({ value }) => value).join("\n"));
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

/** Adds rows of documents without the field, up to the row before `until`. */
function addAbsent(field: FieldRows, until: number): void {
  for (; field.rows < until; field.rows++) field.builder.add({ tokens: (sink) => sink(ABSENT, 0, ABSENT.length) });
}

/**
 * Measures how well each field predicts the class, with a classifier that learns from this field only.
 *
 * @returns the fields of at least 5 % of the documents that the settings do not leave out, highest accuracy first
 */
export function fieldAccuracies(
  all: ReadonlyMap<string, FieldRows>,
  { y, labels, splits: given }: Pick<Rows, "y" | "labels" | "splits">,
  settings: Settings,
  following: Following = {},
) {
  // A single run is enough to judge a field. If it has few test documents, and with leave-one-out, folds replace it.
  // They are drawn with the seed 1, because an audit has no seed.
  const [first] = given === "leave one out" ? [] : given;
  const isTested = first !== undefined && first.test.length >= MIN_TESTED * y.length;
  const splits = isTested ? [first] : folds(y, Math.min(FOLDS, y.length), 1);
  const { rules, classifier } = resolve(settings);
  const frequent = [...all]
    .filter(([name, { having }]) => having >= MIN_SHARE * y.length && !isLeftOut(name, settings))
    .sort(([a, one], [b, other]) => other.having - one.having || (a < b ? -1 : 1))
    .slice(0, MAX_FIELDS);
  const tellDone = followed(following, "testing", frequent.length);
  const fields = frequent.map(([name, field], f) => {
    addAbsent(field, y.length);
    const data = { x: field.builder.finishSorted().x, y, labels };
    const tested = splitFolds(data, splits, rules);
    const { accuracy, perClass } = evaluate(tested, classifier, labels, { calibrate: "none" });
    tellDone(f + 1);
    const predicted = perClass.filter(({ precision, recall }) => Math.min(precision, recall) >= MIN_PREDICTED);
    return {
      /** In lower case. */
      name,
      /** Share of the documents that have the field. */
      share: field.having / y.length,
      /**
       * Accuracy on all test documents of the first run; over ten folds with leave-one-out, or if the run tests less than
       * 2 % of the documents.
       */
      accuracy,
      /**
       * The classes that the field alone predicts: it finds 95 % of their documents, and is right as often about them.
       */
      predicts: predicted.map(({ label }) => label),
    };
  });
  return fields.sort((a, b) => b.accuracy - a.accuracy || b.share - a.share || (a.name < b.name ? -1 : 1));
}

/** A term of all documents with the field. */
const PRESENT = new TextEncoder().encode("(present)");
/** The only term of documents without the field. */
const ABSENT = new TextEncoder().encode("(absent)");

/** Whether the settings leave a field out: it was written on arrival or later, and it is not chosen by name. */
function isLeftOut(name: string, { as, fields }: Settings): boolean {
  return (as === "mail" || as === "news") && isLaterName(name) && !fields.includes(name);
}
