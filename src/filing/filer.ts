import { basename, dirname, join, relative } from "node:path";
import { reason } from "../documents/files.js";
import { cutName, MAX_NAME_BYTES } from "../documents/numbered-name.js";
import { beginsWithHeader } from "../email/news.js";
import { DataError } from "../errors.js";
import { copyFile, type Delivery, moveFile, throwIfGeneral } from "./delivery.js";
import { type Digest, digestOfBytes, digestOfFile } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, hasCode, isOneName, statusOf } from "./file-system.js";
import type { ArchivedMessage, Filed, Filing } from "./filing.js";
import type { FilingMode, Journal } from "./journal.js";
import { beginOf, JournalFile, journalPath } from "./journal-file.js";
import { JOURNAL_FOLDER, safeName } from "./label-folders.js";
import { DELIVERED, isMaildir, maildirName, maildirPart } from "./maildir.js";
import { type Place, Places } from "./places.js";
import { TargetFolders } from "./target-folders.js";

/** How to file. */
export interface FilerOptions {
  readonly mode: Exclude<FilingMode, "double">;
  /** Say what would be done, and do nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Make a Maildir of every folder. Default false: of those that a message from a Maildir goes to. */
  readonly maildir?: boolean | undefined;
  /** The journal that is written. Default: a new one in `.thresher`, in the folder that is filed into. */
  readonly journal?: string | undefined;
  /** What is in that journal already: it is continued. */
  readonly before?: Journal | undefined;
  /** The labels and their folders, for the journal. */
  readonly folders?: ReadonlyMap<string, string> | undefined;
  /** The folder for what is too unsure, for the journal. */
  readonly unsure?: string | undefined;
  readonly files?: FileSystem | undefined;
  /** Default: that of the clock. */
  readonly now?: (() => Date) | undefined;
}

/**
 * Files messages into a folder, one at a time: each is at every moment whole in one place
 * (in a copy: at least in the old one), nothing is overwritten, no link leads out of the
 * folder, and what is done stands in a journal before it is done.
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
  readonly #files: FileSystem;
  readonly #into: string;
  readonly #options: FilerOptions;
  readonly #folders: TargetFolders;
  readonly #log: JournalFile;
  readonly #isMaildir: boolean;
  readonly #places: Places;
  #temporaries = 0;

  /** @param into a real path, as `realInto` gives it */
  constructor(into: string, options: FilerOptions) {
    const files = options.files ?? FILE_SYSTEM;
    this.#files = files;
    this.#into = into;
    this.#options = options;
    this.#isMaildir = isMaildir(files, into);
    this.#places = new Places(files, into, options);
    const { folders = [], unsure = "" } = options;
    const begin = beginOf(files, { time: this.#time(), into, folders: [...folders], unsure });
    this.journal = options.journal ?? journalPath(files, into, begin.time);
    this.#log = new JournalFile(files, this.journal, begin, options.before);
    this.#folders = new TargetFolders(files, into, (path) => {
      if (path !== JOURNAL_FOLDER) this.#log.write({ step: "make", path });
    });
  }

  /** Whether there is a journal, because there was something to do. */
  get hasJournal(): boolean {
    return this.#log.isStarted;
  }

  /**
   * Files one message. A name that is taken gets a number, unless the same bytes are there.
   *
   * @throws DataError if nothing more can be filed: the journal cannot be written, no room is left, a folder is a link.
   */
  file(filing: Filing): Filed {
    try {
      return this.#filed(filing);
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfGeneral(error, this.#into);
      return { outcome: "left", why: whyLeft(error) };
    }
  }

  /** Says in the journal that the run is over, if there is one. */
  finish(): void {
    if (!this.#log.isStarted) return;
    try {
      this.#log.end(this.#time());
    } catch {
      // The fault that there is no room for the line has been told; the next run sees that it is missing.
    }
  }

  #filed(filing: Filing): Filed {
    const { source } = filing;
    const content = filing.archived?.content;
    const { mode, dryRun = false } = this.#options;
    if (content !== undefined && mode !== "copy") {
      return { outcome: "left", why: "it is one of many in a file, and can only be copied" };
    }
    const written = content === undefined ? this.#requireFile(source) : undefined;
    const digest = content === undefined ? digestOfFile(this.#files, source) : digestOfBytes(content);
    const place = this.#placeOf(filing, digest, written);
    if (content === undefined && place.folder === "" && this.#isInInbox(source)) {
      return { outcome: "there", target: source };
    }
    if (!dryRun) this.#prepare(place);
    for (;;) {
      const target = this.#places.find(place, digest);
      if (target.isSame) {
        const isDouble = mode === "move" && !isOneName(this.#files, source, target.path);
        if (isDouble && !dryRun) this.#act({ ...filing, ...digest }, "double", target.path);
        return { outcome: "there", target: target.path };
      }
      if (!dryRun && !this.#act({ ...filing, ...digest }, mode, target.path)) continue;
      this.#places.put(place, digest, target.path);
      return { outcome: "filed", target: target.path };
    }
  }

  /** @returns when it was last written */
  #requireFile(source: string): number {
    const status = statusOf(this.#files, source);
    if (status === undefined) throw new Error("it is not there any more");
    if (status.isSymbolicLink()) throw new Error("a symbolic link: give the file that it leads to");
    if (!status.isFile()) throw new Error("no regular file");
    return status.mtimeMs;
  }

  /** Whether it lies in the Maildir that is filed into, and in no folder of it: it would be taken for its own double. */
  #isInInbox(source: string): boolean {
    const folder = this.#files.realpathSync(dirname(source));
    return DELIVERED.some((part) => folder === join(this.#into, part));
  }

  #placeOf({ source, archived, folder: label }: Filing, digest: Digest, written = Number(this.#now())): Place {
    const folder = this.#isMaildir && label !== "" ? `.${label}` : label;
    this.#folders.folder(folder, false);
    const part = archived === undefined ? maildirPart(this.#files, source) : undefined;
    if (part !== undefined) return { folder, part: part === "tmp" ? "new" : part, name: basename(source) };
    if (this.#isMaildir || this.#options.maildir || this.#folders.isMaildir(folder)) {
      return { folder, part: "new", name: maildirName(digest, written) };
    }
    const name = archived === undefined ? basename(source) : archivedName(source, archived);
    return { folder, part: undefined, name };
  }

  #prepare({ folder, part }: Place): void {
    if (this.#options.journal === undefined) this.#folders.folder(JOURNAL_FOLDER, true);
    if (part === undefined) this.#folders.folder(folder, true);
    else this.#folders.maildir(folder, true);
  }

  /** @returns false if something has come to be at the target meanwhile */
  #act(message: Filing & Digest, mode: FilingMode, target: string): boolean {
    const { source, archived, label, probability, digest, size } = message;
    const delivery: Delivery = {
      source,
      content: archived?.content,
      target,
      temporary: this.#temporaryFor(target),
      digest,
      size,
    };
    const number = this.#log.next();
    this.#log.write({
      step: "intent",
      number,
      time: this.#time(),
      mode,
      source,
      archive: archived?.archive,
      target: this.#below(target),
      temporary: this.#below(delivery.temporary),
      label,
      probability,
      digest,
      size,
    });
    try {
      if (mode === "copy") copyFile(this.#files, delivery);
      else if (mode === "move") moveFile(this.#files, delivery);
      else if (mode === "link") this.#files.linkSync(source, target);
      else this.#files.unlinkSync(source);
    } catch (error) {
      this.#log.write({ step: "failed", number, time: this.#time(), why: reason(error) });
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    }
    this.#log.write({ step: "done", number, time: this.#time() });
    return true;
  }

  /** Hidden; in a Maildir in the folder that is for it. */
  #temporaryFor(target: string): string {
    const folder = join(target, "..");
    const name = `.thresher-${process.pid}-${Math.random().toString(36).slice(2)}-${++this.#temporaries}.tmp`;
    return maildirPart(this.#files, target) === undefined ? join(folder, name) : join(folder, "../tmp", name);
  }

  #below(path: string): string {
    return relative(this.#into, path);
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  #time(): string {
    return this.#now().toISOString();
  }
}

/** `inbox.mbox#17` as `inbox.mbox-17.eml`; what has a name in its archive keeps that. */
function archivedName(source: string, { archive, content }: ArchivedMessage): string {
  const place = source.slice(archive.length + 1);
  if (!/^\d+$/.test(place)) return safeName(basename(place));
  const end = `-${place}${beginsWithHeader(content) ? ".eml" : ".txt"}`;
  return cutName(basename(archive), MAX_NAME_BYTES - end.length) + end;
}

function whyLeft(error: unknown): string {
  return hasCode(error, "EXDEV") ? "it lies on another file system, which no hard link can cross" : reason(error);
}
