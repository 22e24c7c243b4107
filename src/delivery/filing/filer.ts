import { DataError, reason } from "../../base/errors.js";
import { hasCode, throwIfFull } from "./file-system.js";
import { FolderStore } from "./folder-store.js";
import { type FilingMode, journalPath } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import type { Filed, Filing, FolderStoreOptions, OpenMessage, Store, Stored, Target } from "./store.js";

/** The options of filing. */
export interface FilerOptions extends FolderStoreOptions {
  /** The journal to write. Default: a new hidden file in the target. */
  readonly journal?: string | undefined;
  /** Makes the store. Default: a folder. */
  readonly store?: ((options: FilerOptions, onMake: (path: string) => void) => Store) | undefined;
}

/**
 * Files messages into folders, one at a time: wait for each before the next. At every moment, each message is complete
 * in some place. Files are never overwritten, and links out of the target folder are not followed. Each step is in the
 * journal before it is done. The store does the steps; this class decides which ones.
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
  readonly #options: FilerOptions;
  readonly #store: Store;
  readonly #log: JournalFile;

  /** @param into a real path, as `realInto` returns it; with another store, the folder for a new journal */
  constructor(into: string, options: FilerOptions) {
    this.#options = options;
    const onMake = (path: string) => this.#log.write({ step: "make", path });
    this.#store = options.store?.(options, onMake) ?? (new FolderStore(into, options, onMake) as Store);
    const { folders = [], unsure = "" } = options;
    const begin = beginOf({ store: this.#store.kind, into: this.#store.name, folders: [...folders], unsure });
    this.journal = options.journal ?? journalPath(into, begin.time);
    this.#log = new JournalFile(this.journal, begin, options.before);
  }

  get mode(): FolderStoreOptions["mode"] {
    return this.#options.mode;
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
      const message = await this.#store.open(filing);
      try {
        return await this.#filed(message);
      } finally {
        message.close?.();
      }
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

  /** Files an open message. Looks for another place as often as somebody else takes the one that was free. */
  async #filed(message: OpenMessage): Promise<Filed> {
    const { mode, dryRun = false } = this.#options;
    for (;;) {
      const target = await this.#store.find(message);
      if (target.isSame) {
        // The target has the same bytes already, so a move only removes the source.
        if (mode === "move" && !target.isItself && !dryRun) await this.#act(message, "double", target);
        return { outcome: "there", target: target.path };
      }
      const stored = dryRun ? {} : await this.#act(message, mode, target);
      if (stored === undefined) continue;
      return { outcome: "filed", target: target.path, ...(stored.isCopied && { isCopied: true }) };
    }
  }

  /** Stores a message. Returns undefined if another file has taken the target's name meanwhile. */
  async #act(message: OpenMessage, mode: FilingMode, target: Target): Promise<Stored | undefined> {
    const { source, archived, label, probability, digest, size } = message;
    const { id, temporary } = target;
    const from = { mode, source, archive: archived?.archive };
    const intent = { ...from, target: id, temporary, label, probability, digest, size };
    try {
      return await this.#log.step(intent, () => this.#store.file(message, target, mode));
    } catch (error) {
      if (hasCode(error, "EEXIST")) return undefined;
      throw error;
    }
  }
}
