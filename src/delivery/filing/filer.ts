import { DataError, reason } from "../../base/errors.js";
import { throwIfFull } from "./file-system.js";
import { FolderStore } from "./folder-store.js";
import { beginOf, JournalFile, journalPath } from "./journal-file.js";
import type { Filed, FilerOptions, Filing, Store } from "./store.js";

/**
 * Files messages into folders, one at a time: wait for each before the next. At every moment, each message is complete
 * in some place. Files are never overwritten, and links out of the target folder are not followed. Each step is in the
 * journal before it is done.
 *
 * @example
 * const model = load("mail.model");
 * const filer = new Filer(realInto("sorted", true), { mode: "copy", folders: labelFolders(model.labels) });
 * const { label, probability } = classify(model, readFileSync("letter.eml"));
 * console.log(await filer.file({ source: resolve("letter.eml"), folder: label, label, probability }));
 * filer.finish();
 */
export class Filer {
  /** The path of the journal. */
  readonly journal: string;
  readonly mode: FilerOptions["mode"];
  readonly #store: Store;
  readonly #log: JournalFile;

  /** @param into a real path, as `realInto` returns it; with another store, the folder for a new journal */
  constructor(into: string, options: FilerOptions) {
    this.mode = options.mode;
    const onMake = (path: string) => this.#log.write({ step: "make", path });
    this.#store = options.store ?? new FolderStore(into, options, onMake);
    const { folders = [], unsure = "" } = options;
    const begin = beginOf({ store: this.#store.kind, into: this.#store.name, folders: [...folders], unsure });
    this.journal = options.journal ?? journalPath(into, begin.time);
    this.#log = new JournalFile(this.journal, begin, options.before);
  }

  /** Whether a journal was written. Without a step, there is no journal. */
  get hasJournal(): boolean {
    return this.#log.isStarted;
  }

  /**
   * Files one message. If another message has its name, a number is added to the name.
   *
   * @returns what happened to the message; an error that concerns only this message is in `why`
   * @throws DataError if no other message could be filed either, because the journal cannot be written, the disk is
   *   full, or a folder is a link
   */
  async file(filing: Filing): Promise<Filed> {
    try {
      return await this.#store.file(filing, (step, act) => this.#log.step(step, act));
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfFull(error, this.#store.name);
      return { outcome: "left", why: reason(error) };
    }
  }

  /** Writes the last line of the journal, if there is a journal and the outcome of each step is known. */
  finish(): void {
    if (!this.#log.isStarted || this.#log.hasOpenStep) return;
    try {
      this.#log.end();
    } catch {
      // An earlier step has reported that the disk is full. The next session sees that the last line is missing.
    }
  }
}
