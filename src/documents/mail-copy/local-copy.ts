import { createHash } from "node:crypto";
import { readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataError, orDataError, orElse } from "../../base/errors.js";
import { isOurs } from "../../base/only-ours.js";
import type { Corpus } from "../corpora/corpus.js";
import { mailFolders } from "../corpora/find-mail-folders.js";
import { openListed } from "../corpora/folder-listing.js";
import { listingOf, titleOf } from "../corpora/mail-folder.js";
import { readRegular } from "../files/open-file.js";
import { isRunning } from "../files/running-process.js";
import { encodedFolderName } from "../files/safe-name.js";
import { makePrivateFolder, ONLY_OWNER, removeLeft, writeAtomically } from "../files/write-file.js";
import type { Problem } from "../problem.js";

/** The name of the file that marks a folder as a copy. It contains the name of the account. */
const MARK = ".thresher-mailbox";
/** In bytes. The names of accounts are shorter. */
const MAX_MARK = 1 << 12;

/** The messages of one mail folder, which is a class. */
export interface CopiedClass {
  /** The name of the folder, with slashes between levels. */
  readonly label: string;
  /** The names of their files in the folder `cur` of its copy. */
  readonly names: readonly string[];
}

/** A local copy of the mail of an account: a folder with a Maildir for each mail folder, as `openCorpus` reads it. */
export class LocalCopy {
  readonly #root: string;

  /**
   * Opens a copy, or begins one in a new or empty folder, which only the user can read.
   *
   * @param owner names the account, such as `me@example.org at mail.example.org`
   * @throws DataError if the folder is another user's, or has other files or mail of another account.
   */
  constructor(root: string, owner: string) {
    this.#root = root;
    makePrivateFolder(root);
    if (!isOurs(statSync(root))) {
      throw new DataError(
        `${root} is another user's, who could change the mail in it: name another folder for the copy`,
      );
    }
    const mark = join(root, MARK);
    const unlisted = (why: string) => `${root} cannot be listed: ${why}`;
    const names = orDataError(() => readdirSync(root), unlisted);
    if (!names.includes(MARK)) {
      if (names.length > 0) throw new DataError(`${root} has other files: name a new or an empty folder for the copy`);
      writeAtomically(mark, Buffer.from(owner), { mode: ONLY_OWNER });
    }
    const unread = (why: string) => `${mark} cannot be read: ${why}`;
    const found = orDataError(() => readRegular(mark, MAX_MARK).toString(), unread);
    if (found !== owner) throw new DataError(`${root} is a copy of ${found}, not of ${owner}: name another folder`);
  }

  /** Opens the copy of one mail folder. @param name with slashes between levels @throws DataError if it cannot be listed */
  folder(name: string): CopiedFolder {
    return new CopiedFolder(join(this.#root, directoryName(name)));
  }

  /** Removes the copies of folders that the server no longer has. @param names the folders that it has */
  retain(names: Iterable<string>): void {
    const directories = new Set(Array.from(names, directoryName));
    for (const { path, store } of mailFolders(this.#root, { report: () => undefined })) {
      if (store === "maildir" && !directories.has(path)) new CopiedFolder(join(this.#root, path)).retain([]);
    }
  }

  /**
   * Returns messages of the copy as a corpus, in the order in which `openCorpus` reads them.
   *
   * @param problems problems found while copying, which the corpus lists before its own
   */
  corpus(classes: readonly CopiedClass[], problems: readonly Problem[]): Corpus {
    const folders = classes.flatMap(({ label, names }) => {
      const path = directoryName(label);
      const sections = [{ folder: `${path}/cur/`, names }];
      return names.length === 0 ? [] : { label, path, store: "maildir" as const, sections };
    });
    const empty = classes.filter(({ names }) => names.length === 0);
    const emptyClasses = empty.map(({ label }) => ({ kind: "empty class" as const, where: label }));
    return openListed(this.#root, { ...listingOf(folders), problems: [...problems, ...emptyClasses] }, {});
  }
}

/** Names that mean something else to readers of mail folders, and characters that some file systems do not have. */
const UNUSABLE = /^(?:cur|new|tmp|maildata)?$|[\\:*?"<>|]|[. ]$/i;

/** In characters, which are all ASCII. File systems allow 255 bytes; this leaves a margin. */
const MAX_LENGTH = 200;

/**
 * Returns the path for a mail folder below a local copy: `Entw&APw-rfe/2026` for `Entwürfe/2026`. `openCorpus` reads the
 * same name from it. A level that cannot be written like this, such as `..` or `cur`, gets a digest as its name.
 *
 * @param name of the folder, with slashes between levels
 */
export function directoryName(name: string): string {
  return name.split("/").map(levelName).join("/");
}

/** Returns the name on disk for one level of a folder's name. */
function levelName(name: string): string {
  const encoded = encodedFolderName(name);
  const isUsable = encoded.length <= MAX_LENGTH && !UNUSABLE.test(encoded) && titleOf(encoded) === name;
  // No name in modified UTF-7 is like this, because a `-` would have to follow the `&`.
  return isUsable ? encoded : `&${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
}

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
        // Version 0.2 kept empty files of messages that never arrived.
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
   * Adds a message. The file gets its name only when it is complete.
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
