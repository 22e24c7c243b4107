import type { Digest } from "./file-system.js";
import type { FilingMode, IntentEntry, Journal, JournalStep } from "./journal.js";

/** A message and where it belongs. */
export interface Filing {
  /**
   * Its id in the store that it is in. For a file, its absolute path; for a message in an archive, the path of the
   * archive, `#`, and the place of the message in it.
   */
  readonly source: string;
  /**
   * The real path of its folder when it was listed, from `realFolder`. The file is left where it is if the path of its
   * folder now leads to another folder. Default: the real path now.
   */
  readonly listedIn?: string | undefined;
  /** The archive and the content, if the message is in an archive. */
  readonly archived?: ArchivedMessage | undefined;
  /** The digest of the content, for a store that does not read it itself. */
  readonly read?: Digest | undefined;
  /** The folder below the target; empty for the Maildir itself. */
  readonly folder: string;
  /** The folders of its other labels. A document there is not one that somebody has filed under another label. */
  readonly others?: readonly string[] | undefined;
  /** Default: that of the options. */
  readonly mode?: FilerOptions["mode"] | undefined;
  /** Undefined if the message is unsure. */
  readonly label?: string | undefined;
  /** The probability of the class, from 0 to 1. */
  readonly probability: number;
}

/** The options of filing. */
export interface FilerOptions {
  /** How a message comes to its place: copied, moved, or by a hard link. */
  readonly mode: Exclude<FilingMode, "double">;
  /** Only report what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Make every folder a Maildir. Default false: only those that receive a message from a Maildir. */
  readonly maildir?: boolean | undefined;
  /** The labels and their folders. */
  readonly folders?: ReadonlyMap<string, string> | undefined;
  /** The folder for unsure messages. */
  readonly unsure?: string | undefined;
  /** Whether a document in the folder of any label counts as filed. Default false: only in its own folder. */
  readonly anywhere?: boolean | undefined;
  /** The journal to write. Default: a new hidden file in the target. */
  readonly journal?: string | undefined;
  /** The present content of the journal, to continue it. Default: the journal is new. */
  readonly before?: Journal | undefined;
  /** Where to file. Default: the folder. */
  readonly store?: Store | undefined;
}

/** A message without a file of its own. */
export interface ArchivedMessage {
  /** The path of the archive. */
  readonly archive: string;
  readonly content: Uint8Array;
}

/** The result of filing a message. */
export interface Filed {
  /** `filed`: filed now, or would be. `there`: the same bytes are in its folder already. `left`: not moved. */
  readonly outcome: "filed" | "there" | "left";
  /** Its path now, unless it was left. */
  readonly target?: string;
  /** Why it was left. */
  readonly why?: string;
}

/** A value, or a promise of it from a store that has to wait for a server. */
export type MaybePromise<T> = T | Promise<T>;

/** A step of filing a message, as the journal has it. */
export type FilingStep = Omit<IntentEntry, "step" | "number" | "time">;

/**
 * Carries out a step: writes it into the journal, calls `act`, and writes the outcome. A DataError of `act` says that
 * the outcome is unknown: the step stays open in the journal, and a repair looks again.
 *
 * @param act returns the id of the message now, if it differs from that of its target
 */
export type CarryOut = (step: FilingStep, act: () => MaybePromise<string | undefined>) => Promise<void>;

/**
 * A place to file messages in: a folder of files, or a mailbox on a server. At every moment each message is complete in
 * one place, and nothing is overwritten.
 */
export interface Store {
  /** The kind of the store, for the journal. For a folder: `folder`. */
  readonly kind: string;
  /** The name of the store, for the journal. For a folder: its real path. */
  readonly name: string;
  /**
   * Files a message, unless its folder has the same bytes already.
   *
   * @param carryOut carries out each step
   * @throws Error with the reason if the message has to stay, and what `carryOut` throws
   */
  file(filing: Filing, carryOut: CarryOut): Promise<Filed>;
}

/** The result of undoing a step. */
export interface StepUndone {
  /** `back`: moved back. `removed`: its copy is removed. `gone`: its copy was gone already. `kept`: nothing changed. */
  readonly outcome: "back" | "removed" | "gone" | "kept";
  /** The id of a message that is back, if the store has chosen a new one. */
  readonly id?: string;
  /** Why it was kept. */
  readonly why?: string;
  /** Whether the filed message is not there any more. */
  readonly isMissing?: boolean;
}

/** The state of a step that was stopped. */
export interface StepFound {
  readonly state: "done" | "failed";
  /** The id of the message now, if the step is done and the store chose another one than its target. */
  readonly id?: string;
  /** The ids of what must be removed, so that the message is complete in one place: such as an incomplete copy. */
  readonly toDiscard: readonly string[];
  /** Whether the message is complete in both places. */
  readonly isTwice: boolean;
  /** Whether it is in neither place. */
  readonly isMissing?: boolean;
}

/** A store whose journal is continued, undone or repaired. */
export interface JournalledStore {
  /** The name of the store in journals. Absent for a folder: its journals may lie elsewhere. */
  readonly name?: string;
  /** Returns an id as users read it. Absent for a folder. */
  shown?(id: string): string;
  /**
   * Undoes a step that was done.
   *
   * @param begin called by a store on a server before it changes anything, with the first place that the message can
   *   have
   * @throws Error with the reason if the message has to stay
   */
  undo(step: JournalStep, dryRun: boolean, begin: (back: string) => void): MaybePromise<StepUndone>;
  /**
   * Finds out whether a step was done or, if undoing it has begun, undone.
   *
   * @throws DataError if that is not possible.
   */
  look(step: JournalStep): MaybePromise<StepFound>;
  /** Removes what `StepFound.toDiscard` names. @throws DataError if it cannot be removed. */
  discard(id: string): MaybePromise<void>;
  /** Removes folders that were made and are empty. */
  removeMade?(journal: Journal): void;
  /** Finds messages that have been moved since: the present path by the path where each was filed. */
  moved?(journal: Journal): ReadonlyMap<string, string>;
}
