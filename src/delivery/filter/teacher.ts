import type { Fate } from "../../model/learning/learner.js";
import type { MessageAnswer } from "./decide.js";

/** A change of the knowledge of a model. Times are in milliseconds since 1970. */
export type Lesson =
  /** Learns a document. If the model knows it, it gets this label. The time is that of a document without a date. */
  | { readonly kind: "learn"; readonly label: string; readonly time?: number | undefined }
  /** Gives a known document another label. */
  | { readonly kind: "relabel"; readonly label: string }
  /** Unlearns a document. */
  | { readonly kind: "unlearn" }
  /** Unlearns all documents that are older than a time. */
  | { readonly kind: "forget"; readonly before: number }
  /** Changes nothing: only asks for the classes. */
  | { readonly kind: "ask" };

/** The answer to a lesson. */
export interface Taught {
  /** The outcome for each document that the lesson is about. */
  readonly fates: readonly Fate[];
  /** The classes after the lesson, sorted, and how many documents each has. */
  readonly classes: readonly { readonly label: string; readonly documents: number }[];
}

/** Models that classify messages and may learn, in files or on a server: one for all users, or one for each user. */
export interface Models {
  /** Classifies a message. @param user whose message it is. Default: the model for all users answers */
  answer(message: Uint8Array, user?: string): MessageAnswer | Promise<MessageAnswer>;
  /**
   * Carries out a lesson. Absent if clients may not teach. Each change is on disk before its outcome is returned.
   *
   * @param document the document that the lesson is about, if there is one
   */
  teach?(lesson: Lesson, document?: Uint8Array, user?: string): Promise<Taught>;
}

/** Models that learn. */
export type Teacher = Required<Models>;

/** The outcomes of lessons that changed the model. */
export const CHANGES: readonly Fate[] = ["learned", "relabelled", "unlearned"];
