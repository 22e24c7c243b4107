import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError, orDataError } from "../../base/errors.js";
import type { Corpus } from "../corpora/corpus.js";
import { mailFolders } from "../corpora/find-mail-folders.js";
import { openListed } from "../corpora/folder-listing.js";
import { listingOf, titleOf } from "../corpora/mail-folder.js";
import { isOurs } from "../files/only-ours.js";
import { PathListBuilder } from "../files/path-list.js";
import { readRegular } from "../files/read-file.js";
import { encodedFolderName } from "../files/safe-name.js";
import { makePrivateFolder, ONLY_OWNER, writeAtomically } from "../files/write-file.js";
import type { Problem } from "../problem.js";
import { CopiedFolder } from "./copied-folder.js";

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

  /** Removes the copies of folders that the server no longer has. @param names those that it has */
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
      const inside = `${path}/cur/`;
      const files = new PathListBuilder();
      for (const name of names) files.addIn(inside, name);
      const sections = [{ inside, files: files.finish() }];
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
