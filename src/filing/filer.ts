import { basename, dirname, join, relative } from "node:path";
import { reason } from "../documents/files.js";
import { cutName, MAX_NAME_BYTES, numberedName } from "../documents/numbered-name.js";
import { beginsWithHeader } from "../email/news.js";
import { DataError } from "../errors.js";
import { copyFile, type Delivery, isReservation, moveFile, throwIfGeneral } from "./delivery.js";
import { type Digest, digestOfBytes, digestOfFile, isSame } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, hasCode, statusOf } from "./file-system.js";
import type { FilingMode, Journal } from "./journal.js";
import { beginOf, JournalFile, journalPath } from "./journal-file.js";
import { JOURNAL_FOLDER, safeName } from "./label-folders.js";
import {
  DELIVERED,
  isMaildir,
  type MaildirPart,
  maildirName,
  maildirPart,
  numberedUnique,
  uniqueName,
} from "./maildir.js";
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

/** A message and where it belongs. */
export interface Filing {
  /** The file, as an absolute path; or that of an archive, `#`, and where the message is in it. */
  readonly source: string;
  /** Of a message in an archive. */
  readonly archived?: ArchivedMessage | undefined;
  /** One name; in a Maildir, nothing is the Maildir itself. */
  readonly folder: string;
  /** Undefined if it is too unsure. */
  readonly label?: string | undefined;
  readonly probability: number;
}

/** A message that has no file of its own. */
export interface ArchivedMessage {
  /** The path of the archive. */
  readonly archive: string;
  readonly content: Uint8Array;
}

/** What became of a message. */
export interface Filed {
  /** `filed` now (or would be); `there` already, with the same bytes; `left` where it was. */
  readonly outcome: "filed" | "there" | "left";
  /** Where it is now, if not left. */
  readonly target?: string;
  /** Why it was left. */
  readonly why?: string;
}

/** What is known of a name in a folder: which messages have it, with numbers behind it, and what number is next. */
interface Taken {
  readonly byDigest: Map<string, string>;
  next: number;
}

/** Where a message could go. */
interface Place {
  /** Below the folder that is filed into, with `/`. */
  readonly folder: string;
  /** Undefined outside of Maildirs. */
  readonly part: MaildirPart | undefined;
  readonly name: string;
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
  readonly #taken = new Map<string, Taken>();
  /** By Maildir: the paths of its messages by unique name. */
  readonly #maildirs = new Map<string, Map<string, string>>();
  #temporaries = 0;

  /** @param into a real path, as `realInto` gives it */
  constructor(into: string, options: FilerOptions) {
    const files = options.files ?? FILE_SYSTEM;
    this.#files = files;
    this.#into = into;
    this.#options = options;
    this.#isMaildir = isMaildir(files, into);
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
    const taken = this.#takenAt(place);
    for (;;) {
      const target = this.#free(place, taken, digest);
      if (target.isSame) {
        if (mode === "move" && !dryRun) this.#act({ ...filing, ...digest }, "double", target.path);
        return { outcome: "there", target: target.path };
      }
      if (!dryRun && !this.#act({ ...filing, ...digest }, mode, target.path)) continue;
      this.#note(place, taken, digest, target.path);
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

  #takenAt({ folder, part, name }: Place): Taken {
    const key = `${folder}/${part === undefined ? name : uniqueName(name)}`;
    const known = this.#taken.get(key) ?? { byDigest: new Map(), next: 1 };
    this.#taken.set(key, known);
    return known;
  }

  /** The first path that nothing is at, or that the same bytes are at. */
  #free(place: Place, taken: Taken, digest: Digest): { path: string; isSame: boolean } {
    const same = taken.byDigest.get(digest.digest);
    if (same !== undefined && this.#isHome(same, digest)) return { path: same, isSame: true };
    for (;;) {
      const path = this.#pathOf(place, taken.next);
      const there = this.#present(place, path);
      if (there === undefined) return { path, isSame: false };
      if (this.#isHome(there, digest)) return { path: there, isSame: true };
      taken.next++;
    }
  }

  /** Whether the same bytes are there. Of an empty message that is moved nobody can tell: it keeps a file of its own. */
  #isHome(path: string, digest: Digest): boolean {
    if (digest.size === 0 && this.#options.mode === "move") return false;
    if (this.#options.dryRun && statusOf(this.#files, path) === undefined) return true;
    return isSame(this.#files, path, digest) && !isReservation(this.#files, path);
  }

  #pathOf({ folder, part, name }: Place, n: number): string {
    if (part === undefined) return join(this.#into, folder, n === 1 ? name : numberedName(name, n));
    return join(this.#into, folder, part, n === 1 ? name : numberedUnique(name, n));
  }

  #present({ folder, part }: Place, path: string): string | undefined {
    const inMaildir = part === undefined ? undefined : this.#namesIn(folder).get(uniqueName(basename(path)));
    return inMaildir ?? (statusOf(this.#files, path) === undefined ? undefined : path);
  }

  /** Flags change and messages go from new to cur: in a Maildir a name is taken if its unique part is. */
  #namesIn(folder: string): Map<string, string> {
    const known = this.#maildirs.get(folder);
    if (known !== undefined) return known;
    const names = new Map<string, string>();
    for (const part of DELIVERED) {
      const path = join(this.#into, folder, part);
      if (statusOf(this.#files, path) === undefined) continue;
      for (const name of this.#files.readdirSync(path)) names.set(uniqueName(name), join(path, name));
    }
    this.#maildirs.set(folder, names);
    return names;
  }

  #note({ folder, part }: Place, taken: Taken, { digest }: Digest, path: string): void {
    taken.byDigest.set(digest, path);
    taken.next++;
    if (part !== undefined) this.#namesIn(folder).set(uniqueName(basename(path)), path);
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
