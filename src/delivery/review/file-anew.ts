import { sep } from "node:path";
import { Filer } from "../filing/filer.js";
import { labelFolders } from "../filing/label-folders.js";
import { maildirFolders } from "../filing/maildir.js";
import { readJournal } from "../filing/read-journal.js";
import type { Filed } from "../filing/store.js";
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
   * @returns undefined if there is no folder for it
   * @throws DataError as `Filer.file`.
   */
  async file(
    path: string,
    label: string,
    into: string | undefined,
  ): Promise<(Filed & { readonly folder: string }) | undefined> {
    const around = [...this.#folders, ...(into === undefined ? [] : [into])].filter((folder) => isBelow(path, folder));
    const folder = around.sort((a, b) => b.length - a.length).at(0) ?? into;
    if (folder === undefined) return undefined;
    const folders = labelFolders(this.#labels, maildirFolders(folder));
    const target = folders.get(label);
    if (target === undefined) return undefined;
    const journal = this.#journals.get(folder);
    const before = journal === undefined ? undefined : readJournal(journal, folder);
    const filer = new Filer(folder, { mode: around.length > 0 ? "move" : "copy", folders, journal, before });
    try {
      return { folder, ...(await filer.file({ source: path, folder: target, label, probability: 1 })) };
    } finally {
      filer.finish();
      if (filer.hasJournal) this.#journals.set(folder, filer.journal);
    }
  }

  /** Undoes the last step in a folder. @returns why the message stayed; undefined if it did not */
  async takeBack(folder: string): Promise<string | undefined> {
    const path = this.#journals.get(folder);
    if (path === undefined) return undefined;
    const journal = readJournal(path, folder);
    const last = journal.steps.findLast(({ state }) => state === "done");
    let why: string | undefined;
    for await (const undone of undo({ ...journal, steps: last === undefined ? [] : [last], made: [] }))
      why ??= undone.why;
    return why;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
