import { createHash } from "node:crypto";
import { orDataError } from "../../base/errors.js";
import { folderJournals } from "../../delivery/filing/read-journal.js";
import { LineFile } from "../../documents/files/line-file.js";
import { readHeader } from "../../mail/header/header.js";
import type { MessagePlace, WrittenMove } from "../filing/place.js";

/** The kind of the file, for errors. */
const KIND = { name: "state of mailbox watch" } as const;

/** A move of Thresher's own that is not confirmed yet. */
export type OpenMove = WrittenMove & { readonly key: string };

/** A folder as it was seen last. */
export interface KnownFolder {
  /** The UIDVALIDITY of the folder. */
  readonly validity: string;
  /** The status that the server gave when it had been looked through; empty if that is not finished. */
  readonly stamp: string;
  /** The messages by UID, without those that are marked as deleted. */
  readonly messages: Map<number, KnownMessage>;
}

/** A change of the state. All of it is on disk, or nothing. */
export interface StateChange {
  /** The path of the folder that `validity`, `stamp`, `gone` and `seen` are about. */
  readonly folder?: string;
  /** If it differs from the one before, the UIDs from before mean nothing, so no message is known. */
  readonly validity?: string;
  readonly stamp?: string;
  /** UIDs of messages that are away now, unless `seen` has them with another UID. */
  readonly gone?: readonly number[];
  /** Messages that are there. They are not away any more, except for copies. */
  readonly seen?: readonly (readonly [uid: number, message: KnownMessage])[];
  /**
   * Keys of messages that are in no folder, and the path of the one where they were last, or where Thresher put them.
   */
  readonly away?: readonly (readonly [key: string, path: string])[];
  /** A move that begins; null if it has ended. */
  readonly move?: OpenMove | null;
  /** The classes of folders, by their paths. */
  readonly labels?: readonly (readonly [path: string, label: string])[];
  /** A folder that has another path now, and the same messages and class. */
  readonly renamed?: readonly [from: string, to: string];
  /** Whether all folders were looked through once. */
  readonly isComplete?: true;
}

/** At most this many messages that are in no folder are remembered. The oldest are forgotten first. */
export const MAX_AWAY = 10_000;

/**
 * The knowledge about an account, in a file that only its user can use. A change is on disk when `change` returns. The
 * file grows with the number of messages in the account, 30 to 50 bytes each.
 */
export class WatchState {
  readonly folders = new Map<string, KnownFolder>();
  /** The paths of the folders where messages were last that are in none now, by key. */
  readonly away = new Map<string, string>();
  /** The classes of the folders, by path. A folder that was renamed keeps its class. */
  readonly labels = new Map<string, string>();
  move: OpenMove | undefined;
  isComplete = false;
  readonly #file: LineFile;

  /** @throws DataError if the file is another user's, in use by another process, or damaged. */
  constructor(path: string) {
    const damaged = () => `${path} is damaged: remove it; moves that you made since then are not learned`;
    this.#file = LineFile.own(path, KIND, (line) => orDataError(() => this.#make(JSON.parse(line)), damaged));
    this.#file.rewrite(this.#lines());
  }

  /** Makes a change. @throws DataError if it cannot be written */
  change(change: StateChange): void {
    this.#file.add(JSON.stringify(change));
    this.#make(change);
    if (this.#file.isWasteful) this.#file.rewrite(this.#lines());
  }

  /** Notes that the account was looked through just now, as the time of the file. */
  touch(): void {
    this.#file.touch();
  }

  close(): void {
    this.#file.close();
  }

  /** Returns copies whose original is gone, and the path of the folder where it was. */
  lastCopies(): { readonly key: string; readonly place: MessagePlace; readonly last: string }[] {
    const found = [];
    for (const [folder, { validity, messages }] of this.folders) {
      for (const [uid, message] of messages) {
        const key = keyIn(message);
        const last = isCopy(message) ? this.away.get(key) : undefined;
        if (last !== undefined) found.push({ key, place: { folder, validity, uid }, last });
      }
    }
    return found;
  }

  /** Returns the keys of all messages in other folders than one. */
  keysElsewhere(path: string): Set<string> {
    const keys = new Set<string>();
    for (const [folder, { messages }] of this.folders) {
      if (folder !== path) for (const message of messages.values()) keys.add(keyIn(message));
    }
    return keys;
  }

  /** Makes a change in memory. */
  #make(change: StateChange): void {
    const { folder, validity, stamp, gone = [], seen = [], away = [], move, isComplete } = change;
    for (const [path, label] of change.labels ?? []) this.labels.set(path, label);
    if (change.renamed !== undefined) this.#rename(change.renamed[0], change.renamed[1]);
    if (folder !== undefined) {
      const before = this.folders.get(folder);
      const isSame = validity === undefined || before?.validity === validity;
      const messages = (isSame && before?.messages) || new Map<number, KnownMessage>();
      const stayed = new Set(seen.map(([, message]) => keyIn(message)));
      for (const uid of gone) {
        const message = before?.messages.get(uid);
        // The message of a copy is in the folder of its original, or away from there.
        if (message !== undefined && !isCopy(message) && !stayed.has(message)) this.#sendAway(message, folder);
        messages.delete(uid);
      }
      for (const [uid, message] of seen) {
        messages.set(uid, message);
        if (!isCopy(message)) this.away.delete(message);
      }
      this.folders.set(folder, { validity: validity ?? before?.validity ?? "", stamp: stamp ?? "", messages });
    }
    for (const [key, path] of away) this.#sendAway(key, path);
    if (move !== undefined) this.move = move ?? undefined;
    if (isComplete) this.isComplete = true;
  }

  #rename(from: string, to: string): void {
    const [known, label] = [this.folders.get(from), this.labels.get(from)];
    if (known !== undefined) this.folders.set(to, known);
    if (label !== undefined) this.labels.set(to, label);
    this.folders.delete(from);
    this.labels.delete(from);
    for (const [key, path] of this.away) if (path === from) this.away.set(key, to);
  }

  /** Notes that a message is in no folder now. @param path of the folder where it was */
  #sendAway(key: string, path: string): void {
    // Removed first, so that it becomes the newest in the order of the map.
    this.away.delete(key);
    this.away.set(key, path);
    const [oldest] = this.away.keys();
    if (this.away.size > MAX_AWAY) this.away.delete(oldest);
  }

  /** Yields the state as changes that make it from nothing, one a line. */
  *#lines(): Generator<string> {
    for (const [folder, { validity, stamp, messages }] of this.folders) {
      yield JSON.stringify({ folder, validity, stamp, seen: [...messages] });
    }
    const isComplete = this.isComplete || undefined;
    yield JSON.stringify({ away: [...this.away], move: this.move ?? null, isComplete, labels: [...this.labels] });
  }
}

/**
 * Returns the places, as text, to which `mailbox sort` has moved messages, or moved them back. The user has not moved
 * them there, so they teach nothing.
 *
 * @param journals the folder with the journals of the account. While `watch` has its lock, `sort` does not run
 */
export function filedPlaces(journals: string, account: string): ReadonlySet<string> {
  const steps = folderJournals(journals, () => undefined, account).flatMap((journal) => journal.steps);
  return new Set(steps.flatMap(({ state, id }) => (state === "done" || state === "undone" ? [id] : [])));
}

/** The fields by which a message is recognized. */
export const KEY_FIELDS = ["message-id", "date", "from", "received"] as const;

/** Characters of a key: 96 bits in base64url. */
const KEY_LENGTH = 16;

/** Ends the text of a message that is a copy: it appeared while the same message was in another folder. */
const COPY = "+";

/** The memory of a message: its key, and whether it is a copy. A text, because there may be a million of them. */
export type KnownMessage = string;

/**
 * Returns the key of a message: a digest of Message-ID, Date, From and Received. They stay the same when a mail program
 * moves or copies it, even by downloading it. If a message is delivered twice, Received differs; so nobody can forge
 * the key of a message. Without a Message-ID, the size counts too.
 *
 * @param header the fields `KEY_FIELDS`, as the server sends them
 * @param size in bytes
 */
export function keyOf(header: Uint8Array, size: number): string {
  const { fields } = readHeader(header, 0, undefined, "windows-1252");
  const valuesOf = (name: string) =>
    fields.filter((field) => field.name === name).map(({ value }) => value.replace(/\s+/g, " "));
  const values = KEY_FIELDS.map(valuesOf);
  const parts = values[0].length === 0 ? [...values, size] : values;
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, KEY_LENGTH);
}

/** Returns the key of a remembered message. */
export function keyIn(message: KnownMessage): string {
  return message.slice(0, KEY_LENGTH);
}

/** Returns the memory of a message that is a copy. */
export function copyOf(key: string): KnownMessage {
  return key + COPY;
}

/** Whether a remembered message is a copy. */
export function isCopy(message: KnownMessage): boolean {
  return message.endsWith(COPY);
}
