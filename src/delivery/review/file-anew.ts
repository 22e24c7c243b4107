import { sep } from "node:path";
import { DataError } from "../../base/errors.js";
import { Filer } from "../filing/filer.js";
import { labelFolders } from "../filing/label-folders.js";
import { maildirFolders } from "../filing/maildir.js";
import { readJournal } from "../filing/read-journal.js";
import { undo } from "../filing/undo.js";

/** The folders into which messages are filed anew, and the journal of each, in which every step can be undone. */
export class Refiling {
  readonly #folders: readonly string[];
  readonly #labels: readonly string[];
  /** The paths of the journals of this session, by folder. */
  readonly #journals = new Map<string, string>();

  /** @param folders real paths @param labels the classes */
  constructor(folders: readonly string[], labels: readonly string[]) {
    this.#folders = folders;
    this.#labels = labels;
  }

  /**
   * Files a message in the folder of a class. A message that is in one of the folders is moved there; one that is
   * elsewhere is copied into the folder that it was sorted into.
   *
   * @param into the folder that it was sorted into, if it was
   * @returns the folder, and the path of the message there; undefined if it was there already
   * @throws DataError if there is no folder for it, the message is left where it is, or as `Filer.file`.
   */
  async file(
    path: string,
    label: string,
    into?: string,
  ): Promise<{ readonly folder: string; readonly target?: string }> {
    const around = [...this.#folders, into ?? []].flat().filter((folder) => isBelow(path, folder));
    const folder = around.sort((a, b) => b.length - a.length).at(0) ?? into;
    const folders = folder === undefined ? undefined : labelFolders(this.#labels, maildirFolders(folder));
    const below = folders?.get(label);
    if (folder === undefined || below === undefined) throw new DataError("name its folder with --in");
    const journal = this.#journals.get(folder);
    const before = journal === undefined ? undefined : readJournal(journal, folder);
    const filer = new Filer(folder, { mode: around.length > 0 ? "move" : "copy", folders, journal, before });
    try {
      const { outcome, target, why } = await filer.file({ source: path, folder: below, label, probability: 1 });
      if (outcome === "left") throw new DataError(why ?? "it was left");
      return outcome === "filed" && target !== undefined ? { folder, target } : { folder };
    } finally {
      filer.finish();
      if (filer.hasJournal) this.#journals.set(folder, filer.journal);
    }
  }

  /** Undoes the last step in a folder. @throws DataError with the reason why the message stayed */
  async takeBack(folder: string): Promise<void> {
    const path = this.#journals.get(folder);
    if (path === undefined) return;
    const journal = readJournal(path, folder);
    const steps = journal.steps.filter(({ state }) => state === "done").slice(-1);
    for await (const { why } of undo({ ...journal, steps, made: [] })) if (why !== undefined) throw new DataError(why);
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
