import { analyzerFor, asItStands, isMessage } from "../analyzer.js";
import type { Dataset } from "../classifiers/classifier.js";
import { classifierFor } from "../classifiers/table.js";
import { headerFields } from "../email/header.js";
import { evaluate } from "../evaluation/evaluate.js";
import { giveaways } from "../evaluation/giveaways.js";
import type { FieldAccuracy } from "../evaluation/leakage.js";
import { folds, type Split } from "../evaluation/splits.js";
import { splitTrials } from "../evaluation/trial.js";
import { RowBuilder } from "../features/row-builder.js";
import { rulesOf, type Settings } from "../settings.js";
import { ByteTable } from "../text/byte-table.js";
import { type Corpora, inOrder, type Rows, readRows } from "./rows.js";

/** A field that fewer documents have cannot move the accuracy by much. */
const LEAST_SHARE = 0.05;

/** Fields that are looked at, the most frequent ones. */
const MOST_FIELDS = 64;

/** Terms that are named of each field. */
const STRONGEST = 10;

/** A test part below this share of the documents says too little of a field; then ten folds stand in for it. */
const LEAST_TESTED = 0.02;
const FOLDS = 10;

/** Different fields of one header that count, the first ones, and letters of a name: more are made to be many. */
const FIELDS_OF_A_HEADER = 100;
const NAME_LENGTH = 64;

/** Counts in how many documents each header field occurs. */
export class FieldCounts {
  readonly #documents = new Map<string, number>();

  /** @param text decoded, as a whole */
  add(text: Uint8Array): void {
    for (const name of valuesOf(text).keys()) this.#documents.set(name, (this.#documents.get(name) ?? 0) + 1);
  }

  /** The fields that at least 5 % of the documents have, the most frequent first, at most 64. */
  frequent(documents: number): string[] {
    return [...this.#documents]
      .filter(([, having]) => having >= LEAST_SHARE * documents)
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MOST_FIELDS)
      .map(([name]) => name);
  }
}

/** The values of each field, with line feeds between those of one that comes several times. */
function valuesOf(text: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headerFields(text)) {
    const before = values.get(name);
    if (before !== undefined) values.set(name, `${before}\n${value}`);
    else if (values.size < FIELDS_OF_A_HEADER && name.length <= NAME_LENGTH) values.set(name, value);
  }
  return values;
}

/**
 * What each field tells by itself: a classifier of the same settings learns from that field
 * and nothing else. Documents without the field have no term.
 *
 * @param chosen as `FieldCounts.frequent` gives them
 * @returns the field with the highest accuracy first
 */
export function fieldAccuracies(
  corpora: Corpora,
  rows: Rows,
  settings: Settings,
  chosen: readonly string[],
  { onDocument, onField }: { readonly onDocument: () => void; readonly onField: (done: number) => void },
): FieldAccuracy[] {
  if (chosen.length === 0) return [];
  const { y, labels } = rows;
  const { text: textOf } = analyzerFor(asItStands(settings));
  const { tokenizer } = analyzerFor(settings);
  const encoder = new TextEncoder();
  const builders = chosen.map(() => new RowBuilder(new ByteTable()));
  const given = chosen.map(() => new Uint8Array(y.length));
  const order: number[] = [];
  const visit = (row: number, bytes: Uint8Array) => {
    const text = textOf(bytes);
    const values = isMessage(text, settings) ? valuesOf(text) : undefined;
    order.push(row);
    chosen.forEach((name, f) => {
      const value = values?.get(name);
      if (value !== undefined) given[f][row] = 1;
      builders[f].add(encoder.encode(value ?? ""), tokenizer);
    });
  };
  readRows(corpora, rows, visit, onDocument);
  const splits = splitsForFields(rows);
  return chosen
    .map((name, f) => {
      const { vocabulary, x } = builders[f].finishSorted();
      const data = { x: inOrder(x, order, y.length), y, labels };
      const accuracy = accuracyOn(data, splits, settings, given[f]);
      const terms = giveaways(data);
      onField(f + 1);
      return {
        name,
        share: given[f].reduce((sum, has) => sum + has, 0) / y.length,
        ...accuracy,
        giveaways: terms.length,
        strongest: terms.slice(0, STRONGEST).map(({ term, class: c, documents, ofClass }) => ({
          term: vocabulary.term(term),
          label: labels[c],
          documents,
          ofClass,
        })),
      };
    })
    .sort((a, b) => b.accuracy - a.accuracy || b.share - a.share || (a.name < b.name ? -1 : 1));
}

function accuracyOn(
  data: Dataset,
  splits: readonly Split[],
  settings: Settings,
  given: Uint8Array,
): Pick<FieldAccuracy, "accuracy" | "accuracyWhereGiven"> {
  const trials = splitTrials(data, splits, rulesOf(settings));
  const { accuracy, predictions } = evaluate(trials, classifierFor(settings), data.labels);
  const having = predictions.filter(({ row }) => given[row] === 1);
  const right = having.filter(({ actual, predicted }) => actual === predicted).length;
  return { accuracy, accuracyWhereGiven: having.length === 0 ? undefined : right / having.length };
}

function splitsForFields({ splits, y }: Rows): readonly Split[] {
  if (splits !== "leave one out" && splits[0].test.length >= LEAST_TESTED * y.length) return splits.slice(0, 1);
  return folds(y, Math.min(FOLDS, y.length), 1);
}
