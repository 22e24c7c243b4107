import { FATES } from "../../model/learning/incremental-model.js";
import type { MessageAnswer } from "../filter/mail-filter.js";

/** The fates of a document that was taught. `queued`: it is on disk, and is learned as soon as Redis can be reached. */
export const TAUGHT_FATES = [...FATES, "sent before", "queued"] as const;
export type TaughtFate = (typeof TAUGHT_FATES)[number];

/** A class of a model, and how many documents it has. */
export interface ClassSize {
  readonly label: string;
  readonly documents: number;
}

/**
 * A model that answers and learns: that of a file, of a server that is asked, or one that several servers share. A
 * change is on disk before its fate is told.
 */
export interface Teacher {
  /** Classifies a message. */
  answer(message: Uint8Array): MessageAnswer | Promise<MessageAnswer>;
  /** Learns a document. A known one gets the label. @param time for one without a date, in milliseconds since 1970 */
  learn(label: string, document: Uint8Array, time?: number): Promise<TaughtFate>;
  /** Gives a known document another label. */
  relabel(label: string, document: Uint8Array): Promise<TaughtFate>;
  /** Takes a document out of the model. */
  unlearn(document: Uint8Array): Promise<TaughtFate>;
  /** Takes out all documents from before a time, in milliseconds since 1970. */
  forget(before: number): Promise<readonly TaughtFate[]>;
  /** The classes, sorted. */
  classes(): Promise<readonly ClassSize[]>;
}
