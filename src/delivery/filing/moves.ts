import fs, { type Dirent } from "node:fs";
import { join } from "node:path";
import { orDataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { decodedFolderName } from "../../documents/files/folder-name.js";
import { DELIVERED, isMaildir } from "../../documents/files/maildir.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { digestOfFile } from "./digest.js";
import { statusOf } from "./file-system.js";
import type { BeginEntry, Journal, JournalStep } from "./journal.js";

/** A message that somebody has moved to the folder of another label. */
export interface MoveSince {
  /** Its path now. */
  readonly path: string;
  /** Its path when it was filed. */
  readonly filed: string;
  /** The label under which it was filed; undefined if it was unsure. */
  readonly from: string | undefined;
  /** The label of the folder that it is in, which may be a new one. */
  readonly to: string;
}

/**
 * Finds messages that have been moved since they were filed. A message is recognized by its content, so its file may
 * have another name. A message is left out if
 *
 * - it is still in its folder, or gone;
 * - copies of it are in the folders of several labels;
 * - it is in the folder for unsure messages or, in a Maildir++, in a folder such as Trash.
 *
 * @returns in the order of the journal, each content once
 * @throws DataError if the folder is gone, or something in it cannot be read.
 */
export function movesSince(journal: Journal): MoveSince[] {
  const last = journal.sessions.at(-1);
  if (last === undefined) return [];
  const { into } = last;
  // The last step for each content, by digest.
  const steps = new Map<string, JournalStep>();
  for (const step of journal.steps) {
    if (step.state === "done" && step.mode !== "double") steps.set(step.digest, step);
  }
  const sizes = new Set([...steps.values()].map(({ size }) => size));
  const messageFolders = new MessageFolders(last);
  const found = groupedBy(filesIn(into, sizes, messageFolders), ({ digest }) => digest);
  return [...steps.values()].flatMap(({ digest, target, label: from }) => {
    const copies = found.get(digest) ?? [];
    const folders = new Set(copies.map(({ folder }) => folder));
    if (folders.size !== 1 || folders.has(messageFolders.folderOfTarget(target))) return [];
    const { path, folder } = copies[0];
    const to = messageFolders.labelOf(folder);
    return to === undefined ? [] : [{ path, filed: join(into, target), from, to }];
  });
}

/**
 * The folders of labels, directly below the target folder. In a Maildir++, their names begin with a dot, and the inbox
 * is the target folder itself: its messages are in `cur` and `new`.
 */
class MessageFolders {
  readonly #isMaildir: boolean;
  /** The labels that the last session knew, by folder. The inbox is `""`. */
  readonly #labels: ReadonlyMap<string, string>;
  readonly #unsure: string;

  constructor({ into, folders, unsure }: BeginEntry) {
    this.#isMaildir = isMaildir(into);
    const nameOf = (folder: string) => (this.#isMaildir && folder !== "" ? `.${folder}` : folder);
    this.#labels = new Map(folders.map(([label, folder]) => [nameOf(folder), label]));
    this.#unsure = unsure;
  }

  /**
   * @param name of a folder in the target folder
   * @returns the same name, `""` if it is a part of the inbox, or undefined if no label can have this folder
   */
  folderOf(name: string): string | undefined {
    // Outside a Maildir++, folders that begin with a dot are hidden.
    if (name.startsWith(".") === this.#isMaildir) return name;
    return this.#isMaildir && this.#labels.has("") && isDelivered(name) ? "" : undefined;
  }

  /** Returns the folder into which a message was filed. @param target its path below the target folder */
  folderOfTarget(target: string): string {
    const name = target.slice(0, target.indexOf("/"));
    return this.#isMaildir && isDelivered(name) ? "" : name;
  }

  /**
   * Returns the label of a folder. For a folder that somebody else has made, it is the name of the folder.
   *
   * @returns undefined for the folder of unsure messages and, in a Maildir++, for folders such as Trash
   */
  labelOf(folder: string): string | undefined {
    const name = folder.slice(this.#isMaildir ? 1 : 0);
    if (this.#unsure !== "" && name === this.#unsure) return undefined;
    const known = this.#labels.get(folder);
    if (known !== undefined || !this.#isMaildir) return known ?? name;
    const title = decodedFolderName(name);
    return isSpecialFolder(title) ? undefined : title;
  }
}

/** Whether a folder in a Maildir has messages of its inbox. */
function isDelivered(name: string): boolean {
  return (DELIVERED as readonly string[]).includes(name);
}

/** A file that may be a filed message, by its size. */
interface FoundFile {
  readonly path: string;
  readonly digest: string;
  /** The folder, as `MessageFolders.folderOf` returns it. */
  readonly folder: string;
}

/** Finds files of the given sizes in the folders of labels, at any depth. Links are not followed. */
function* filesIn(into: string, sizes: ReadonlySet<number>, messageFolders: MessageFolders): Generator<FoundFile> {
  for (const { name } of entriesOf(into, false).filter((entry) => entry.isDirectory())) {
    const folder = messageFolders.folderOf(name);
    if (folder === undefined) continue;
    for (const entry of entriesOf(join(into, name), true)) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !sizes.has(statusOf(path)?.size ?? -1)) continue;
      const { digest } = searched(path, () => digestOfFile(path));
      yield { path, digest, folder };
    }
  }
}

/** Returns the entries of a folder. @throws DataError if it cannot be listed */
function entriesOf(folder: string, recursive: boolean): Dirent[] {
  return searched(folder, () => fs.readdirSync(folder, { withFileTypes: true, recursive }));
}

/** Calls a function that reads a path. The first failure ends the search, because the file may be a moved message. */
function searched<T>(path: string, read: () => T): T {
  return orDataError(read, (why) => `cannot search for moved messages, because ${path} cannot be read: ${why}`);
}
