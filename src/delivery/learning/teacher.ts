import { FATES } from "../../model/learning/incremental-model.js";
import type { MessageAnswer } from "../filter/mail-filter.js";

/**
 * The outcomes of a change. `sent before`: this host has already sent the same change. `queued`: the change is on disk,
 * and the shared model gets it as soon as Redis can be reached.
 */
export const TAUGHT_FATES = [...FATES, "sent before", "queued"] as const;
/** One of these outcomes. */
export type TaughtFate = (typeof TAUGHT_FATES)[number];

/** A class of a model, and how many documents it has. */
export interface ClassSize {
  readonly label: string;
  readonly documents: number;
}

/**
 * A model that classifies and learns. It may be in a file, on a server, or shared by several servers. Each change is on
 * disk before its outcome is returned.
 */
export interface Teacher {
  /** Classifies a message. */
  answer(message: Uint8Array): MessageAnswer | Promise<MessageAnswer>;
  /**
   * Learns a document. If the model knows it, it gets this label.
   *
   * @param time of a document without a date, in milliseconds since 1970
   */
  learn(label: string, document: Uint8Array, time?: number): Promise<TaughtFate>;
  /** Gives a known document another label. */
  relabel(label: string, document: Uint8Array): Promise<TaughtFate>;
  /** Unlearns a document. */
  unlearn(document: Uint8Array): Promise<TaughtFate>;
  /**
   * Unlearns all documents that are older than a time.
   *
   * @param before in milliseconds since 1970
   * @returns an outcome for each of these documents
   */
  forget(before: number): Promise<readonly TaughtFate[]>;
  /** Returns the classes, sorted. */
  classes(): Promise<readonly ClassSize[]>;
}
