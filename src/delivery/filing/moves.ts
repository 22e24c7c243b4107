import fs, { type Dirent } from "node:fs";
import { join, relative } from "node:path";
import { orDataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { DELIVERED, isMaildir } from "../../documents/files/maildir.js";
import { decodedFolderName, labelOfName } from "../../documents/files/safe-name.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { type Digest, digestOfFile, isFolder, statusOf } from "./file-system.js";
import type { BeginEntry, Journal, JournalStep } from "./journal.js";

/** A message that somebody has moved to the folder of another label. */
export type MoveSince = ReturnType<typeof movesSince>[number];

/**
 * Finds messages that have been moved since they were filed. A message is recognized by its content, so its file may
 * have another name. It was moved if one folder has fewer copies than the journal has put there, and another folder has
 * more. A message is left out if
 *
 * - there are more copies in the folders of several labels;
 * - it is in the folder for unsure messages or, in a Maildir++, in a folder such as Trash.
 *
 * @returns in the order of the journal, each content once: the path now and when it was filed, the label under which it was
 *   filed (undefined if it was unsure), the label of the folder that it is in, which may be a new one, and the step
 * @throws DataError if the folder is gone, or something in it cannot be read.
 */
export function movesSince(journal: Journal) {
  const last = journal.sessions.at(-1);
  if (last === undefined) return [];
  const { into } = last;
  const copies = filedCopies(last, searched);
  const isFiled = ({ state, mode }: JournalStep) => state === "done" && mode !== "double";
  return [...groupedBy(journal.steps.filter(isFiled), ({ digest }) => digest).values()].flatMap((steps) => {
    const found = groupedBy(copies.of(steps[0]), ({ folder }) => folder);
    // Its last known place comes first: a message that was moved, learned and moved back was moved, too.
    for (const placeOf of [({ id }: JournalStep) => id, ({ target }: JournalStep) => target]) {
      const folderOf = (step: JournalStep) => copies.folderOfTarget(placeOf(step));
      const filed = groupedBy(steps, folderOf);
      const surplus = (folder: string) => (found.get(folder)?.length ?? 0) - (filed.get(folder)?.length ?? 0);
      const step = steps.findLast((one) => surplus(folderOf(one)) < 0);
      const more = [...found].filter(([name]) => surplus(name) > 0 && copies.labelOf(name) !== undefined);
      if (step === undefined || more.length !== 1) continue;
      const [[folder, there]] = more;
      const known = new Set(steps.map((one) => join(into, placeOf(one))));
      const { path } = there.find((copy) => !known.has(copy.path)) ?? there[0];
      const to = copies.labelOf(folder) ?? folder;
      return [{ path, filed: join(into, step.target), from: step.label, to, step }];
    }
    return [];
  });
}

/** Whether a folder in a Maildir has messages of its inbox. */
function isDelivered(name: string): boolean {
  return (DELIVERED as readonly string[]).includes(name);
}

/** A file that may be a filed message. */
interface FoundFile {
  readonly path: string;
  /** The name of the folder of a label; `""` for the inbox of a Maildir. */
  readonly folder: string;
  /** Undefined until it is needed; empty if the file cannot be read. */
  digest?: string | undefined;
}

/** Calls a function that reads a path. Returns undefined if that failed and does not matter. */
type Reading = <T>(path: string, read: () => T) => T | undefined;

/**
 * Finds the files in the folders of labels, at any depth, by content. These folders are directly below the target folder.
 * In a Maildir++, their names begin with a dot, and the inbox is the target folder itself: its messages are in `cur` and
 * `new`. Lists a folder when it is first asked for, and reads a file when a message of its size is looked for. Links are
 * not followed.
 *
 * @param session the last session that filed there
 */
export function filedCopies(session: Pick<BeginEntry, "into" | "folders" | "unsure">, reading: Reading) {
  const { into, unsure } = session;
  /** Whether it is a Maildir++, in which the names of folders begin with a dot. */
  const isDotted = isMaildir(into);
  const nameOf = (folder: string) => (isDotted && folder !== "" ? `.${folder}` : folder);
  /** The labels that the session knew, by folder. The inbox is `""`. */
  const labels = new Map(session.folders.map(([label, folder]) => [nameOf(folder), label]));
  /** The names of the folders below the target that were listed. */
  const listed = new Set<string>();
  /** The files in them, by size and path. */
  const files = new Map<number, Map<string, FoundFile>>();

  const entriesOf = (folder: string, recursive: boolean): Dirent[] =>
    reading(folder, () => fs.readdirSync(folder, { withFileTypes: true, recursive })) ?? [];

  /** Returns the folder into which a message was filed. @param target its path below the target folder */
  function folderOfTarget(target: string): string {
    const name = target.slice(0, target.indexOf("/"));
    return isDotted && isDelivered(name) ? "" : name;
  }

  /** Adds the files of a folder below the target, if a label can have it. A link to a folder was never filled. */
  function list(name: string): void {
    if (listed.has(name)) return;
    listed.add(name);
    // Outside a Maildir++, folders that begin with a dot are hidden.
    const isHidden = name.startsWith(".") !== isDotted;
    const isInbox = isDotted && labels.has("") && isDelivered(name);
    const folder = join(into, name);
    if ((isHidden && !isInbox) || !isFolder(folder)) return;
    for (const entry of entriesOf(folder, true)) {
      const path = join(entry.parentPath, entry.name);
      const size = entry.isFile() && !entry.name.startsWith(".thresher-") ? statusOf(path)?.size : undefined;
      if (size !== undefined) add(path, size);
    }
  }

  /** Adds a file that was put into a folder. @param digest undefined if somebody else may have put it there */
  function add(path: string, size: number, digest?: string): void {
    const below = relative(into, path);
    list(below.split("/", 1)[0]);
    const alike = files.get(size) ?? new Map<string, FoundFile>();
    files.set(size, alike);
    if (digest !== undefined || !alike.has(path)) alike.set(path, { path, folder: folderOfTarget(below), digest });
  }

  /** Returns the files with a content. @param only the folder that they must be in. Default: any */
  function of({ digest, size }: Digest, only?: string): FoundFile[] {
    const all = () => entriesOf(into, false).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    for (const name of only === undefined ? all() : only === "" ? DELIVERED : [only]) list(name);
    return [...(files.get(size)?.values() ?? [])].filter((file) => {
      if (only !== undefined && file.folder !== only) return false;
      file.digest ??= reading(file.path, () => digestOfFile(file.path))?.digest ?? "";
      return file.digest === digest;
    });
  }

  /**
   * Returns the label of a folder. For a folder that somebody else has made, it is the name of the folder.
   *
   * @returns undefined for the folder of unsure messages and, in a Maildir++, for folders such as Trash
   */
  function labelOf(folder: string): string | undefined {
    const name = folder.slice(isDotted ? 1 : 0);
    if (unsure !== "" && name === unsure) return undefined;
    const known = labels.get(folder);
    if (known !== undefined || !isDotted) return known ?? labelOfName(name);
    const title = decodedFolderName(name);
    return isSpecialFolder(title) ? undefined : title;
  }
  return { of, add, labelOf, folderOfTarget };
}

/** Calls a function that reads a path. The first failure ends the search, because the file may be a moved message. */
function searched<T>(path: string, read: () => T): T {
  return orDataError(read, (why) => `cannot search for moved messages, because ${path} cannot be read: ${why}`);
}
