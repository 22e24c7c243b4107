import { readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { orDataError, orElse } from "../../base/errors.js";
import { isRunning } from "../files/running-process.js";
import { makePrivateFolder, removeLeft } from "../files/write-file.js";

/**
 * The name of a message: the result of `keyText`, and the size in bytes. Mail programs may have added flags after a
 * colon.
 */
const MESSAGE = /^(\d{10}\.\d{10})\.thresher,S=(\d+)(?::2,[^/]*)?$/;

/** The folders of a Maildir. */
const PARTS = ["cur", "new", "tmp"];

/** Identifies a message on an IMAP server (RFC 9051, section 2.3.1.1). */
export interface MessageKey {
  /** The UIDVALIDITY of its folder. If the server changes it, all UIDs are void. */
  readonly validity: bigint;
  /** Its number in the folder, which stays the same. */
  readonly uid: number;
}

/**
 * The copy of a mail folder: a Maildir. The name of each message has its UIDVALIDITY, UID and size, so the files alone
 * tell which messages are there and complete. The names sort like the UIDs.
 */
export class CopiedFolder {
  readonly #folder: string;
  /** The names of the complete messages, by `keyText`. */
  readonly #names = new Map<string, string>();

  /**
   * Makes the folder unless it exists, lists the messages that are there, and removes what killed processes have left.
   *
   * @throws DataError if it cannot be made or listed.
   */
  constructor(folder: string) {
    this.#folder = folder;
    for (const part of PARTS) makePrivateFolder(join(folder, part));
    this.#attempt("listed", () => {
      for (const name of readdirSync(join(folder, "cur"))) {
        const [, key, size] = MESSAGE.exec(name) ?? [];
        if (key === undefined) continue;
        const file = join(folder, "cur", name);
        // Version 0.2 kept messages of which nothing had come.
        if (Number(size) > 0 && statSync(file).size === Number(size)) this.#names.set(key, name);
        else removeLeft(file);
      }
      for (const name of readdirSync(join(folder, "tmp"))) {
        const writer = /\.thresher,S=\d+\.(\d+)$/.exec(name)?.[1];
        if (writer !== undefined && !isRunning(Number(writer))) removeLeft(join(folder, "tmp", name));
      }
    });
  }

  /** Returns the name of the file of a message in the folder `cur`, if it is there. */
  nameOf(key: MessageKey): string | undefined {
    return this.#names.get(keyText(key));
  }

  /**
   * Adds a message. It is complete from the moment that it has its name.
   *
   * @param time when the server received it; the file gets this time, if it is valid
   * @throws DataError if it cannot be written.
   */
  add(key: MessageKey, bytes: Uint8Array, time: Date): void {
    const name = `${keyText(key)}.thresher,S=${bytes.length}`;
    const temporary = join(this.#folder, "tmp", `${name}.${process.pid}`);
    this.#attempt("written", () => {
      writeFileSync(temporary, bytes, { mode: 0o600 });
      if (!Number.isNaN(time.getTime())) utimesSync(temporary, time, time);
      renameSync(temporary, join(this.#folder, "cur", name));
    });
    this.#names.set(keyText(key), name);
  }

  /** Removes all messages but these, and the folder if none is left. Leaves files that it has not written. */
  retain(keys: Iterable<MessageKey>): void {
    const kept = new Set(Array.from(keys, keyText));
    this.#attempt("cleaned up", () => {
      for (const [key, name] of this.#names) {
        if (kept.has(key)) continue;
        rmSync(join(this.#folder, "cur", name), { force: true });
        this.#names.delete(key);
      }
    });
    if (this.#names.size > 0) return;
    // "." is the folder itself. A folder with something else in it stays.
    for (const part of [...PARTS, "."]) orElse(() => rmdirSync(join(this.#folder, part)), undefined);
  }

  /** Runs file operations. @param done says in the error what failed, such as `written` @throws DataError */
  #attempt(done: string, run: () => void): void {
    orDataError(run, (why) => `${this.#folder}: the copy of the mail cannot be ${done}: ${why}`);
  }
}

/** Returns UIDVALIDITY and UID with ten digits each, enough for their 32 bits, so that texts sort like numbers. */
function keyText({ validity, uid }: MessageKey): string {
  return `${String(validity).padStart(10, "0")}.${String(uid).padStart(10, "0")}`;
}
