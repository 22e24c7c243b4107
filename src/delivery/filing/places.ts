import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { DELIVERED } from "../../documents/files/maildir.js";
import { numberedName } from "../../documents/files/safe-name.js";
import { isReservation } from "./delivery.js";
import { type Digest, isOneName, isSame, statusOf } from "./file-system.js";
import { filedCopies } from "./filed-copies.js";
import { type MaildirSubfolder, numberedUnique, uniqueName } from "./maildir.js";
import type { FilerOptions, Filing } from "./store.js";

/** A possible place for a message. */
export interface Place {
  /** The folder below the target, with `/`. */
  readonly folder: string;
  /** Undefined outside of Maildirs. */
  readonly subfolder: MaildirSubfolder | undefined;
  readonly name: string;
}

/**
 * Finds a place for each message: that of the same document if it was filed before, otherwise a free one. The document
 * is the same if it has the same bytes and the same name, or a numbered one. With `anywhere`, it may lie in the folder
 * of another label, because somebody has corrected it, and a copy or link of it may have any name.
 *
 * @param into a real path
 */
export function placesIn(into: string, options: FilerOptions) {
  const { anywhere, mode, dryRun = false, folders = [], unsure = "" } = options;
  // A folder that cannot be read has no copy that counts.
  const copies = filedCopies({ into, folders: [...folders], unsure }, (_path, read) => orElse(read, undefined));
  /** The next number to try, by folder and name; 1 is the name itself. */
  const next = new Map<string, number>();
  /** For each Maildir, the unique names of its messages. */
  const maildirs = new Map<string, Set<string>>();
  /**
   * By path, the source of each copy that was put or found in this session. A copy with another name has one source.
   */
  const sources = new Map<string, string>();

  /**
   * Returns the unique names of the messages in a Maildir, which it lists once. Flags change and messages go from `new`
   * to `cur`, so a name is taken if its unique part is.
   */
  function namesIn(folder: string): Set<string> {
    const known = maildirs.get(folder);
    if (known !== undefined) return known;
    const paths = DELIVERED.map((subfolder) => join(into, folder, subfolder));
    const all = paths.flatMap((path) => (statusOf(path) === undefined ? [] : fs.readdirSync(path)));
    const names = new Set(all.map(uniqueName));
    maildirs.set(folder, names);
    return names;
  }

  /** Returns the n-th path to try for a message: 1 is that with its own name. */
  function pathOf({ folder, subfolder, name }: Place, n: number): string {
    if (subfolder === undefined) return join(into, folder, n === 1 ? name : numberedName(name, n));
    return join(into, folder, subfolder, n === 1 ? name : numberedUnique(name, n));
  }

  const keyOf = (place: Place, n: number) => keyAt(pathOf(place, n), place);

  function isTaken(place: Place, n: number): boolean {
    const path = pathOf(place, n);
    const { folder, subfolder } = place;
    const status = statusOf(path);
    // Another program may have put the same document there just now.
    if (status?.isFile()) copies.add(path, status.size);
    return status !== undefined || (subfolder !== undefined && namesIn(folder).has(uniqueName(basename(path))));
  }

  /** Returns the number of the first free name. */
  function freeNumber(place: Place): number {
    const key = keyOf(place, 1);
    let n = next.get(key) ?? 1;
    while (isTaken(place, n)) n++;
    next.set(key, n);
    return n;
  }

  /**
   * Whether the document with this digest is at a path. Empty messages all look the same, so a moved one keeps its own
   * file. In a dry run, a file that is not there is one that would have been put there.
   */
  function isFiled(path: string, digest: Digest): boolean {
    if (digest.size === 0 && mode === "move") return false;
    if (dryRun && statusOf(path) === undefined) return true;
    return orElse(() => isSame(path, digest), false) && !isReservation(path);
  }

  return {
    /**
     * Returns the path of the same document, otherwise the first free path.
     *
     * @param from a path that leads to the message
     * @returns `isSame`: whether the document is there. `isAlone`: with `anywhere`, whether no folder of a label has
     *   its content
     */
    find(place: Place, message: Filing & Digest, from: string) {
      const free = freeNumber(place);
      const only = anywhere ? undefined : place.folder.split("/", 1)[0];
      // The document may have been filed under its own name or a numbered one, ...
      const found = copies.filesWith(message, only).filter(({ path }) => isFiled(path, message));
      const numbers = found.length === 0 ? [] : Array.from({ length: free - 1 }, (_, i) => i + 1);
      const keys = new Set(numbers.map((n) => keyOf(place, n)));
      const filed = found.find(({ path }) => keys.has(keyAt(path, place)));
      if (filed !== undefined) return { path: filed.path, isSame: true, isAlone: false };
      // ... or be in the folder of a label under any name. A document in the inbox is not filed yet.
      const others = found.filter(({ path, folder }) => {
        if (folder === "" || message.others?.includes(folder) || copies.labelOf(folder) === undefined) return false;
        return !isOneName(from, path);
      });
      const isOfSource = (path: string) => [undefined, message.source].includes(sources.get(path));
      const other =
        others.find(({ path }) => uniqueName(basename(path)) === uniqueName(place.name)) ??
        // Another document with the content of a moved one is filed, too: its source is there only once.
        (mode === "move" ? undefined : others.find(({ path }) => isOfSource(path)));
      if (!anywhere || other === undefined) {
        return { path: pathOf(place, free), isSame: false, isAlone: anywhere === true && others.length === 0 };
      }
      sources.set(other.path, message.source);
      return { path: other.path, isSame: true, isAlone: false };
    },

    /** Notes that a message was put at a free path, or would have been in a dry run. */
    put(place: Place, message: Filing & Digest, path: string): void {
      if (dryRun) next.set(keyOf(place, 1), freeNumber(place) + 1);
      if (place.subfolder !== undefined) namesIn(place.folder).add(uniqueName(basename(path)));
      copies.add(path, message.size, message.digest);
      sources.set(path, message.source);
    },
  };
}

/** Returns what two paths have in common if they are one name: in a Maildir, all but the flags and `cur` or `new`. */
function keyAt(path: string, { subfolder }: Place): string {
  return subfolder === undefined ? path : join(dirname(dirname(path)), uniqueName(basename(path)));
}
