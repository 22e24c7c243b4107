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
