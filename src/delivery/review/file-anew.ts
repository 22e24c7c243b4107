import { join, sep } from "node:path";
import { DataError } from "../../base/errors.js";
import { Filer } from "../filing/filer.js";
import { labelFolders } from "../filing/label-folders.js";
import { maildirFolders } from "../filing/maildir.js";
import { readJournal } from "../filing/read-journal.js";

/**
 * Returns a function that files a message in the folder of a class. A message that is in one of the folders is moved
 * there; one that is elsewhere is copied into the folder that it was sorted into. Each folder gets one journal.
 *
 * The function takes the path of the message, the class, and the folder that it was sorted into, if it was. It returns
 * the new path, or undefined if the message was there already. It throws a DataError if there is no folder for it, or it is
 * left where it is, and the errors of `Filer.file`.
 *
 * @param around real paths
 * @param labels the classes
 */
export function refiler(
  around: readonly string[],
  labels: readonly string[],
): (path: string, label: string, into?: string) => Promise<string | undefined> {
  /** By folder. */
  const journals = new Map<string, string>();
  return async (path, label, into) => {
    const isAround = (folder: string) => path.startsWith(join(folder, sep));
    const known = into === undefined ? around : [...around, into];
    const [folder = into] = known.filter(isAround).sort((a, b) => b.length - a.length);
    if (folder === undefined) throw new DataError("name its folder with --in");
    const folders = labelFolders(labels, maildirFolders(folder));
    const journal = journals.get(folder);
    const before = journal === undefined ? undefined : readJournal(journal);
    const filer = new Filer(folder, { mode: isAround(folder) ? "move" : "copy", folders, journal, before });
    try {
      const below = folders.get(label) ?? label;
      const { outcome, target, why } = await filer.file({ source: path, folder: below, label, probability: 1 });
      if (outcome === "left") throw new DataError(why ?? "it was left");
      return outcome === "there" ? undefined : target;
    } finally {
      filer.finish();
      if (filer.hasJournal) journals.set(folder, filer.journal);
    }
  };
}
