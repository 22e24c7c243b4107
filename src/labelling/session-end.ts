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
