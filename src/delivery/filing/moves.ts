import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { maildirFolderTitle } from "../../documents/files/maildir.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { digestOfFile } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, type FolderEntry, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { DELIVERED, isMaildir } from "./maildir.js";
import { isJournalFolder } from "./open-journal.js";

/** A message that somebody has put into the folder of another label. */
export interface MoveSince {
  /** Where it is now. */
  readonly path: string;
  /** Where it had been filed. */
  readonly filed: string;
  /** What it was filed as; undefined if it was too unsure. */
  readonly from: string | undefined;
  /** The label of the folder that it is in, which may be a new one. */
  readonly to: string;
}

/**
 * Where messages have been put since they were filed: found by their bytes, whatever their
 * name. A message that is still in its folder, is gone, or is in the folders of several
 * labels says nothing; so does one that is where unsure ones go, or that was thrown away.
 *
 * @returns in the order of the journal, each content once
 * @throws DataError if the folder is gone, or something in it cannot be looked at.
 */
export function movesSince(journal: Journal, files: FileSystem = FILE_SYSTEM): MoveSince[] {
  const steps = new Map<string, JournalStep>();
  for (const step of journal.steps) {
    if (step.state === "done" && step.mode !== "double") steps.set(step.digest, step);
  }
  const last = journal.runs.at(-1);
  if (last === undefined) return [];
  const { into, folders, unsure } = last;
  const sizes = new Set([...steps.values()].map(({ size }) => size));
  const dotted = isMaildir(files, into);
  const labels = new Map(folders.map(([label, folder]) => [dotted && folder !== "" ? `.${folder}` : folder, label]));
  const found = filesByDigest(files, into, sizes, (name) => {
    // Of a Maildir++, those with a dot are folders for messages; elsewhere they are hidden, as that of the journals is.
    // A class of its name has its messages beside them.
    if ((!isJournalFolder(name) || labels.has(name)) && name.startsWith(".") === dotted) return name;
    return dotted && labels.has("") && isDelivered(name) ? "" : undefined;
  });
  return [...steps.values()].flatMap(({ digest, target, label: from }) => {
    const places = found.get(digest) ?? [];
    const names = new Set(places.map(({ folder }) => folder));
    const before = target.slice(0, target.indexOf("/"));
    if (names.size !== 1 || names.has(dotted && isDelivered(before) ? "" : before)) return [];
    const { path, folder } = places[0];
    const name = folder.slice(dotted ? 1 : 0);
    if (unsure !== "" && name === unsure) return [];
    const to = labels.get(folder) ?? (dotted ? maildirFolderTitle(folder) : name);
    // What was thrown away is no longer sorted.
    return dotted && !labels.has(folder) && isSpecialFolder(to) ? [] : [{ path, filed: join(into, target), from, to }];
  });
}

interface FoundFile {
  readonly path: string;
  /** The folder below the one that was filed into; empty for the inbox of a Maildir. */
  readonly folder: string;
}

function isDelivered(name: string): boolean {
  return (DELIVERED as readonly string[]).includes(name);
}

/**
 * Regular files in the folders of labels, at any depth; links are not followed.
 *
 * @param folderOf what a folder in `into` counts as; undefined if it is not looked into
 */
function filesByDigest(
  files: FileSystem,
  into: string,
  sizes: ReadonlySet<number>,
  folderOf: (name: string) => string | undefined,
): Map<string, FoundFile[]> {
  const found = new Map<string, FoundFile[]>();
  for (const entry of entriesOf(files, into)) {
    const counted = entry.isDirectory() ? folderOf(entry.name) : undefined;
    if (counted === undefined) continue;
    const waiting = [join(into, entry.name)];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const below of entriesOf(files, folder)) {
        const path = join(folder, below.name);
        if (below.isDirectory()) waiting.push(path);
        else if (below.isFile() && sizes.has(statusOf(files, path)?.size ?? -1)) {
          const { digest } = reading(path, () => digestOfFile(files, path));
          const same = found.get(digest) ?? [];
          found.set(digest, same);
          same.push({ path, folder: counted });
        }
      }
    }
  }
  return found;
}

function entriesOf(files: FileSystem, folder: string): FolderEntry[] {
  return reading(folder, () => files.readdirSync(folder, { withFileTypes: true }));
}

/** What could not be looked at may be what was moved: better no answer than half of one. */
function reading<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new DataError(`${path} was sorted into, and cannot be looked through: ${reason(error)}`);
  }
}
