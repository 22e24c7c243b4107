import type { JournalStep } from "../../delivery/filing/journal.js";

/** A folder, or a message in it (RFC 3501, section 2.3.1.1). */
export interface Place {
  readonly folder: string;
  /** The UIDVALIDITY under which the UID holds. */
  readonly validity?: string | undefined;
  readonly uid?: number | undefined;
}

/** The place of a message. */
export type MessagePlace = Place & { readonly validity: string; readonly uid: number };

/** Writes a place as journals have it: `INBOX;UIDVALIDITY=1/;UID=2`, as in RFC 5092, but with the folder as it is. */
export function placeText({ folder, validity, uid }: Place): string {
  return uid === undefined ? folder : `${folder};UIDVALIDITY=${validity}/;UID=${uid}`;
}

/** Reads a place from a journal. */
export function placeFrom(text: string): Place {
  const [, folder, validity, uid] = /^(.*);UIDVALIDITY=(\d{1,20})\/;UID=(\d{1,10})$/s.exec(text) ?? [];
  return folder === undefined ? { folder: text } : { folder, validity, uid: Number(uid) };
}

/** Writes a place for users: `INBOX#2`. */
export function shownPlace(text: string): string {
  const { folder, uid } = placeFrom(text);
  return uid === undefined ? folder : `${folder}#${uid}`;
}

/** A move of a message to another folder. */
export interface Move extends Pick<JournalStep, "digest" | "size"> {
  readonly from: Place;
  /** The folder to which it goes. */
  readonly to: string;
  /** The place of the next message of that folder before the move began: the message is never before it. */
  readonly first?: Place | undefined;
}

/** A move as journals and the state of `watch` have it. For an account, `temporary` is `Move.first`. */
export type WrittenMove = Pick<JournalStep, "source" | "target" | "temporary" | "digest" | "size">;

/** Reads a move. */
export function moveFrom({ source, target, temporary, digest, size }: WrittenMove): Move {
  const first = temporary === undefined ? undefined : placeFrom(temporary);
  return { from: placeFrom(source), to: target, first, digest, size };
}

/** Returns the move that undoes a step. */
export function wayBack({ id, source, back, digest, size }: JournalStep): Move {
  return moveFrom({ source: id, target: placeFrom(source).folder, temporary: back, digest, size });
}
