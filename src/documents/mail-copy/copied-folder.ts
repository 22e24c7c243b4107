import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, orDataError } from "../../base/errors.js";
import { isRunning } from "../files/running-process.js";
import { removeLeft } from "../files/write-file.js";

/** UIDVALIDITY, UID and size. Mail programs may have added flags after a colon. */
const MESSAGE = /^(\d{10})\.(\d{10})\.thresher,S=(\d+)(?::2,[^/]*)?$/;

/** Identifies a message in a folder (RFC 9051, section 2.3.1.1). */
export interface MessageKey {
  readonly validity: bigint;
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
  #isMade = false;

  /**
   * Lists the messages that are there, and removes what killed processes have left.
   *
   * @param folder need not exist
   * @throws DataError if it cannot be listed.
   */
  constructor(folder: string) {
    this.#folder = folder;
    this.#attempt("listed", () => {
      for (const name of namesIn(join(folder, "cur"))) {
        const [, validity, uid, size] = MESSAGE.exec(name) ?? [];
        const status = uid === undefined ? undefined : statSync(join(folder, "cur", name), { throwIfNoEntry: false });
        if (status?.isFile() && status.size === Number(size)) this.#names.set(`${validity}.${uid}`, name);
      }
      for (const name of namesIn(join(folder, "tmp"))) {
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
      for (const part of this.#isMade ? [] : ["cur", "new", "tmp"]) {
        mkdirSync(join(this.#folder, part), { recursive: true, mode: 0o700 });
      }
      this.#isMade = true;
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
      for (const name of namesIn(join(this.#folder, "cur"))) {
        const [, validity, uid] = MESSAGE.exec(name) ?? [];
        if (uid !== undefined && !kept.has(`${validity}.${uid}`))
          rmSync(join(this.#folder, "cur", name), { force: true });
      }
    });
    for (const key of this.#names.keys()) if (!kept.has(key)) this.#names.delete(key);
    if (this.#names.size === 0) for (const part of ["cur", "new", "tmp", "."]) removeEmpty(join(this.#folder, part));
  }

  #attempt(done: string, run: () => void): void {
    orDataError(run, (why) => `${this.#folder}: the copy of the mail cannot be ${done}: ${why}`);
  }
}

function keyText({ validity, uid }: MessageKey): string {
  return `${String(validity).padStart(10, "0")}.${String(uid).padStart(10, "0")}`;
}

/** Returns the names in a folder; none if it does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it, or it does not exist.
  }
}
