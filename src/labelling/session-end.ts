import { ascending, countedBy } from "../base/lists.js";
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
