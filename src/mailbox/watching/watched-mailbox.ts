import type { Digest } from "../../delivery/filing/digest.js";
import type { KnownFolder, MessagePlace, OpenMove } from "./watch-state.js";

/** Something that differs whenever messages have come, gone or been marked as deleted. */
interface Stamped {
  /** Empty if the server cannot tell. */
  readonly stamp: string;
}

/** The inbox, or a folder that is a class. */
export interface WatchedFolder extends Stamped {
  readonly path: string;
  /** Its class; undefined for the inbox, unless the inbox is a class too. */
  readonly label?: string | undefined;
  readonly isInbox: boolean;
}

/** The messages of a folder, without those that are marked as deleted. */
export interface Listing extends Stamped {
  /** The UIDVALIDITY of the folder. */
  readonly validity: string;
  readonly uids: readonly number[];
}

/** A message in a folder. */
export interface ListedMessage {
  readonly uid: number;
  /** See `keyOf`. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** Called before a message is moved. */
export type BeginMove = (move: Omit<OpenMove, "key">) => void;

/** What watching needs of a mail account. All calls throw a DataError if the server cannot be reached. */
export interface WatchedMailbox {
  /** Lists the inbox, which comes first, and the folders that are classes. */
  folders(): Promise<WatchedFolder[]>;
  /** Lists the messages of a folder; undefined if it is gone or the server refuses it. @param known how it was before */
  list(path: string, known: KnownFolder | undefined): Promise<Listing | undefined>;
  /** Returns the keys of the messages that are there, in any order; none if the UIDVALIDITY is another now. */
  keys(path: string, listing: Listing): Promise<ListedMessage[]>;
  /** Returns the beginning of a message, as much as a model reads; undefined if it is gone. */
  read(place: MessagePlace): Promise<Uint8Array | undefined>;
  /** Returns the path of the folder of a class. */
  readonly pathOf: (label: string) => string;
  /**
   * Moves a message.
   *
   * @throws Error with the reason if the message has to stay.
   */
  file(place: MessagePlace, read: Digest, path: string, begin: (move: Omit<OpenMove, "key">) => void): Promise<void>;
  /** Finds out whether a move was done that was stopped, and finishes it if it was half done. */
  settle(move: OpenMove): Promise<boolean>;
}
