import fs from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { DELIVERED, isMaildir } from "../../documents/files/maildir.js";
import { cutName, MAX_NAME_BYTES } from "../../documents/files/numbered-name.js";
import { beginsWithHeader } from "../../mail/news.js";
import { copyFile, type Delivery, type Loss, linkFile, moveFile, removeDouble, throwIfGeneral } from "./delivery.js";
import { type Digest, digestOfBytes, digestOfFile } from "./digest.js";
import { hasCode, isOneName, statusOf } from "./file-system.js";
import { withHeldFolder } from "./held-folder.js";
import type { FilingMode, Journal } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { safeName } from "./label-folders.js";
import { maildirName, maildirPart } from "./maildir.js";
import { type ArchivedMessage, type Filed, type Filing, type Place, Places } from "./places.js";
import { journalPath } from "./read-journal.js";
import { TargetFolders } from "./target-folders.js";

/** Options of filing. */
export interface FilerOptions {
  readonly mode: Exclude<FilingMode, "double">;
  /** Only say what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Make every folder a Maildir. Default false: only those that receive a message from a Maildir. */
  readonly maildir?: boolean | undefined;
  /** The journal to write. Default: a new hidden file in the target. */
  readonly journal?: string | undefined;
  /** The present content of that journal, to continue it. */
  readonly before?: Journal | undefined;
  /** The labels and their folders, for the journal. */
  readonly folders?: ReadonlyMap<string, string> | undefined;
  /** The folder for unsure messages, for the journal. */
  readonly unsure?: string | undefined;
}

/**
 * Files messages into folders, one at a time. At every moment each message is complete in one
 * place. Nothing is overwritten, no link leads out of the target folder, and a journal names
 * every step before it is done.
 *
 * @example
 * const model = load("mail.model");
 * const filer = new Filer(realInto("sorted", true), { mode: "copy", folders: labelFolders(model.labels) });
 * const { label, probability } = classify(model, readFileSync("letter.eml"));
 * console.log(filer.file({ source: resolve("letter.eml"), folder: label, label, probability }));
 * filer.finish();
 */
export class Filer {
  readonly journal: string;
  readonly #into: string;
  readonly #options: FilerOptions;
  readonly #folders: TargetFolders;
  readonly #log: JournalFile;
  readonly #isMaildir: boolean;
  readonly #places: Places;
  #temporaries = 0;

  /** @param into a real path, as `realInto` gives it */
  constructor(into: string, options: FilerOptions) {
    this.#into = into;
    this.#options = options;
    this.#isMaildir = isMaildir(into);
    this.#places = new Places(into, options.mode === "move", options.dryRun ?? false);
    const { folders = [], unsure = "" } = options;
    const begin = beginOf({ into, folders: [...folders], unsure });
    this.journal = options.journal ?? journalPath(into, begin.time);
    this.#log = new JournalFile(this.journal, begin, options.before);
    this.#folders = new TargetFolders(into, (path) => this.#log.write({ step: "make", path }));
  }

  /** Whether a journal was written. There is none if nothing was done. */
  get hasJournal(): boolean {
    return this.#log.isStarted;
  }

  /**
   * Files one message. If its name is taken by other bytes, it gets a number.
   *
   * @throws DataError if nothing more can be filed: the journal cannot be written, the disk is full, or a folder is a link.
   */
  file(filing: Filing): Filed {
    try {
      return this.#filed(filing);
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfGeneral(error, this.#into);
      const isElsewhere = hasCode(error, "EXDEV");
      const why = isElsewhere ? "it lies on another file system, so no hard link is possible" : reason(error);
      return { outcome: "left", why };
    }
  }

  /** Ends the journal, if there is one. */
  finish(): void {
    if (!this.#log.isStarted) return;
    try {
      this.#log.end();
    } catch {
      // The full disk has been reported. The next run finds that the last line is missing.
    }
  }

  #filed(filing: Filing): Filed {
    const { archived, listedIn } = filing;
    if (archived !== undefined) {
      if (this.#options.mode === "copy") return this.#filedFrom(filing.source, filing, digestOfBytes(archived.content));
      return { outcome: "left", why: "it is one of several messages in a file, so it can only be copied" };
    }
    const path = resolve(filing.source);
    this.#requireFile(path);
    return withHeldFolder(dirname(path), (folder) => {
      if (listedIn !== undefined && folder.real !== listedIn) throw new Error("its folder is another one now");
      const from = join(folder.path, basename(path));
      const written = this.#requireFile(from);
      const source = join(folder.real, basename(path));
      return this.#filedFrom(from, { ...filing, source }, digestOfFile(from), written);
    });
  }

  /** @param from a path that leads to the file even if a folder on the path of its source was swapped */
  #filedFrom(from: string, filing: Filing, digest: Digest, written?: number): Filed {
    const { source, archived } = filing;
    const { mode, dryRun = false } = this.#options;
    const place = this.#placeOf(filing, digest, written);
    if (archived === undefined && place.folder === "" && this.#isInInbox(source)) {
      return { outcome: "there", target: source };
    }
    if (!dryRun) this.#prepare(place);
    const message = { ...filing, ...digest, from };
    for (;;) {
      const target = this.#places.find(place, digest);
      if (target.isSame) {
        const isDouble = mode === "move" && !isOneName(from, target.path);
        if (isDouble && !dryRun) this.#act(message, "double", target.path);
        return { outcome: "there", target: target.path };
      }
      const lost = dryRun ? [] : this.#act(message, mode, target.path);
      if (lost === undefined) continue;
      this.#places.put(place, digest, target.path);
      return { outcome: "filed", target: target.path, ...(lost.length > 0 && { lost }) };
    }
  }

  /** @returns the time of its last change */
  #requireFile(source: string): number {
    const status = statusOf(source);
    if (status === undefined) throw new Error("it is not there any more");
    if (status.isSymbolicLink()) throw new Error("a symbolic link: give the file that it leads to");
    if (!status.isFile()) throw new Error("not a regular file");
    return status.mtimeMs;
  }

  /** Whether it lies in the inbox of the target Maildir, where it would look like a copy of itself. */
  #isInInbox(source: string): boolean {
    const folder = fs.realpathSync(dirname(source));
    return DELIVERED.some((part) => folder === join(this.#into, part));
  }

  #placeOf({ source, archived, folder: label }: Filing, digest: Digest, written = Date.now()): Place {
    const folder = this.#isMaildir && label !== "" ? `.${label}` : label;
    this.#folders.folder(folder, false);
    const part = archived === undefined ? maildirPart(source) : undefined;
    if (part !== undefined) return { folder, part: part === "tmp" ? "new" : part, name: basename(source) };
    if (this.#isMaildir || this.#options.maildir || isMaildir(join(this.#into, folder))) {
      return { folder, part: "new", name: maildirName(digest, written) };
    }
    const name = archived === undefined ? basename(source) : archivedName(source, archived);
    return { folder, part: undefined, name };
  }

  #prepare({ folder, part }: Place): void {
    if (part === undefined) this.#folders.folder(folder, true);
    else this.#folders.makeMaildir(folder);
  }

  /** @returns what a move did not keep; undefined if the target has been taken meanwhile */
  #act(
    message: Filing & Digest & { readonly from: string },
    mode: FilingMode,
    target: string,
  ): readonly Loss[] | undefined {
    const { source, from, archived, label, probability, digest, size } = message;
    const temporary = this.#temporaryFor(target);
    const delivery = { source: from, content: archived?.content, target, temporary, digest, size };
    const number = this.#log.next();
    this.#log.write({
      step: "intent",
      number,
      time: new Date().toISOString(),
      mode,
      source,
      archive: archived?.archive,
      target: relative(this.#into, target),
      temporary: relative(this.#into, temporary),
      label,
      probability,
      digest,
      size,
    });
    let lost: readonly Loss[];
    try {
      lost = ACTS[mode](delivery);
    } catch (error) {
      this.#log.write({ step: "failed", number, time: new Date().toISOString(), why: reason(error) });
      if (hasCode(error, "EEXIST")) return undefined;
      throw error;
    }
    this.#log.write({ step: "done", number, time: new Date().toISOString() });
    return lost;
  }

  /** A hidden name; in a Maildir, one in its folder `tmp`. */
  #temporaryFor(target: string): string {
    const folder = join(target, "..");
    const name = `.thresher-${process.pid}-${Math.random().toString(36).slice(2)}-${++this.#temporaries}.tmp`;
    return maildirPart(target) === undefined ? join(folder, name) : join(folder, "../tmp", name);
  }
}

/** The action on a file in each mode. */
const ACTS: Readonly<Record<FilingMode, (delivery: Delivery) => readonly Loss[]>> = {
  copy: (delivery) => copyFile(delivery),
  move: moveFile,
  link: linkFile,
  double: removeDouble,
};

/** `inbox.mbox#17` as `inbox.mbox-17.eml`. A file with a name in its archive keeps it. */
function archivedName(source: string, { archive, content }: ArchivedMessage): string {
  const place = source.slice(archive.length + 1);
  if (!/^\d+$/.test(place)) return safeName(basename(place));
  const end = `-${place}${beginsWithHeader(content) ? ".eml" : ".txt"}`;
  return cutName(basename(archive), MAX_NAME_BYTES - end.length) + end;
}
