import { ascending, countedBy, sumOf } from "../base/lists.js";
import type { Decisions } from "./answers/decisions.js";
import { NONE } from "./answers/step.js";
import { ENOUGH, type Forecast, SURE } from "./engine/forecast.js";
import type { Items } from "./pile/items.js";
import type { KnownDocument } from "./pile/read-pile.js";
import type { Ending } from "./state.js";

/** The result of a session, from which documents are filed and a model is trained. */
export interface SessionEnd {
  readonly how: Ending;
  /** The documents with an answer or a sure class. */
  readonly decided: readonly DecidedDocument[];
  /** All other documents of the pile. They help to train the model. */
  readonly open: readonly KnownDocument[];
  /** The share of each class in the pile, if answers to random questions tell it. */
  readonly shares?: Readonly<Record<string, number>> | undefined;
  /** Call it with the number of documents that are filed. */
  readonly onProgress: (documents: number) => void;
}

/** A document with its class. */
export interface DecidedDocument extends KnownDocument {
  readonly label: string;
  /** Whether the user gave the class, and not only the forecast. */
  readonly isAnswer: boolean;
  /** Whether it is in the folder of the class already. */
  readonly isFiled: boolean;
}

/** Returns the documents with a label, and all others. @param sure labels of items that have no answer */
export function documentsOf(
  items: Items,
  labels: ReadonlyMap<number, string>,
  sure: ReadonlyMap<number, string>,
): Pick<SessionEnd, "decided" | "open"> {
  const decided: DecidedDocument[] = [];
  const open: KnownDocument[] = [];
  for (const item of ascending(items.size)) {
    for (const document of items.documentsOf(item)) {
      const label = document.label ?? labels.get(item) ?? sure.get(item);
      const isFiled = document.label !== undefined;
      if (label === undefined) open.push(document);
      else if (label !== NONE) decided.push({ ...document, label, isAnswer: labels.has(item), isFiled });
    }
  }
  return { decided, open };
}

/** Returns the items without an answer whose class is sure. No class is sure that has few answers, or is the only one. */
export function sureItems(forecast: Forecast | undefined, decisions: Decisions): Map<number, string> {
  const { labels, classes: known } = decisions;
  if (forecast === undefined || known.length < 2) return new Map();
  const { probabilities, best, classes } = forecast;
  const answered = countedBy(labels.values(), (label) => label);
  const isSure = (item: number) =>
    probabilities[item] >= SURE && (answered.get(classes[best[item]]) ?? 0) >= ENOUGH && !labels.has(item);
  return new Map(Array.from(ascending(best.length).filter(isSure), (item) => [item, classes[best[item]]]));
}

/**
 * Estimates the share of each class in the pile by the answers to random questions: (n_c + 1) / (n + C), with C classes.
 *
 * @param order the items in the order of random questions. Those before the first open one are a random sample
 * @param labels of items that have an answer
 * @returns undefined without random answers
 */
export function sharesBySample(
  order: Uint32Array,
  labels: ReadonlyMap<number, string>,
  isOpen: (item: number) => boolean,
): Readonly<Record<string, number>> | undefined {
  const end = order.findIndex(isOpen);
  const sample = Array.from(end < 0 ? order : order.subarray(0, end), (item) => labels.get(item) ?? NONE);
  const random = countedBy(sample, (label) => label);
  const classes = [...new Set(labels.values())].filter((label) => label !== NONE);
  const answers = sumOf(classes.map((label) => random.get(label) ?? 0));
  if (answers === 0) return undefined;
  return Object.fromEntries(
    classes.map((label) => [label, ((random.get(label) ?? 0) + 1) / (answers + classes.length)]),
  );
}
