import fs, { type Dirent } from "node:fs";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { DELIVERED, isMaildir, maildirFolderTitle } from "../../documents/files/maildir.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { digestOfFile } from "./digest.js";
import { statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { isJournalFolder } from "./open-journal.js";

/** A message that somebody has put into the folder of another label. */
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
 * Finds messages that have been moved since they were filed, by their bytes and whatever their name. Nothing is known of a message that is still in its folder, is gone, or is in the folders of
 * several labels, with the unsure messages, or in a folder such as Trash.
 *
 * @returns in the order of the journal, each content once
 * @throws DataError if the folder is gone, or something in it cannot be read.
 */
export function movesSince(journal: Journal): MoveSince[] {
  const steps = new Map<string, JournalStep>();
  for (const step of journal.steps) {
    if (step.state === "done" && step.mode !== "double") steps.set(step.digest, step);
  }
  const last = journal.runs.at(-1);
  if (last === undefined) return [];
  const { into, folders, unsure } = last;
  const sizes = new Set([...steps.values()].map(({ size }) => size));
  const dotted = isMaildir(into);
  const labels = new Map(folders.map(([label, folder]) => [dotted && folder !== "" ? `.${folder}` : folder, label]));
  const labelFolderOf = (name: string) => {
    // In a Maildir++ the folders of messages begin with a dot; elsewhere such folders are hidden. A label may have
    // the name of the folder for journals.
    if ((!isJournalFolder(name) || labels.has(name)) && name.startsWith(".") === dotted) return name;
    return dotted && labels.has("") && isDelivered(name) ? "" : undefined;
  };
  const found = groupedBy(filesIn(into, sizes, labelFolderOf), ({ digest }) => digest);
  return [...steps.values()].flatMap(({ digest, target, label: from }) => {
    const places = found.get(digest) ?? [];
    const names = new Set(places.map(({ folder }) => folder));
    const before = target.slice(0, target.indexOf("/"));
    if (names.size !== 1 || names.has(dotted && isDelivered(before) ? "" : before)) return [];
    const { path, folder } = places[0];
    const name = folder.slice(dotted ? 1 : 0);
    if (unsure !== "" && name === unsure) return [];
    const to = labels.get(folder) ?? (dotted ? maildirFolderTitle(folder) : name);
    // Trash and the like are not classes.
    return dotted && !labels.has(folder) && isSpecialFolder(to) ? [] : [{ path, filed: join(into, target), from, to }];
  });
}

function isDelivered(name: string): boolean {
  return (DELIVERED as readonly string[]).includes(name);
}

interface FoundFile {
  readonly path: string;
  readonly digest: string;
  /** The folder below the target folder; empty for the inbox of a Maildir. */
  readonly folder: string;
}

/**
 * Files of some sizes in the folders of labels, at any depth. Links are not followed.
 *
 * @param labelFolderOf the `folder` of the files in a folder; undefined to skip it
 */
function* filesIn(
  into: string,
  sizes: ReadonlySet<number>,
  labelFolderOf: (name: string) => string | undefined,
): Generator<FoundFile> {
  for (const { name } of entriesOf(into, false).filter((entry) => entry.isDirectory())) {
    const folder = labelFolderOf(name);
    if (folder === undefined) continue;
    for (const entry of entriesOf(join(into, name), true)) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !sizes.has(statusOf(path)?.size ?? -1)) continue;
      const { digest } = reading(path, () => digestOfFile(path));
      yield { path, digest, folder };
    }
  }
}

function entriesOf(folder: string, recursive: boolean): Dirent[] {
  return reading(folder, () => fs.readdirSync(folder, { withFileTypes: true, recursive }));
}

/** Stops at the first file that cannot be read, because it may be one that was moved. */
function reading<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new DataError(`${path} was sorted into, and cannot be searched: ${reason(error)}`);
  }
}
