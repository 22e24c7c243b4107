import type { Decisions } from "./answers/decisions.js";
import type { Items } from "./pile/items.js";
import type { KnownDocument } from "./pile/read-pile.js";
import type { Ending } from "./state.js";

/** What a session has come to, for whoever files the documents and trains the model. */
export interface SessionEnd {
  readonly how: Ending;
  /** The documents with an answer or a sure class, except those that are in the folder of a class already. */
  readonly decided: readonly DecidedDocument[];
  /** The documents that are in the folder of a class already. */
  readonly given: readonly DecidedDocument[];
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
}

/** Returns what a session has come to. */
export function sessionEnd(items: Items, decisions: Decisions, onProgress: SessionEnd["onProgress"]): SessionEnd {
  const { labels, sure, ending: how = "copy" } = decisions;
  const decided: DecidedDocument[] = [];
  const given: DecidedDocument[] = [];
  const open: KnownDocument[] = [];
  for (let item = 0; item < items.size; item++) {
    const label = labels.get(item) ?? sure.get(item);
    for (const document of items.of(item)) {
      if (document.label !== undefined) given.push({ ...document, label: document.label, isAnswer: true });
      else if (label === undefined) open.push(document);
      else decided.push({ ...document, label, isAnswer: labels.has(item) });
    }
  }
  return { how, decided, given, open, onProgress };
}
