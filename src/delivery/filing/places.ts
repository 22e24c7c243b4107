import fs from "node:fs";
import { basename, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { DELIVERED } from "../../documents/files/maildir.js";
import { numberedName } from "../../documents/files/safe-name.js";
import { isReservation } from "./delivery.js";
import { type Digest, digestOfFile, isOneName, isSame, statusOf } from "./file-system.js";
import type { JournalStep } from "./journal.js";
import { type MaildirSubfolder, numberedUnique, presentPath, uniqueName } from "./maildir.js";
import { FiledCopies, MessageFolders } from "./moves.js";
import { folderJournals } from "./read-journal.js";
import type { FolderStoreOptions, OpenMessage } from "./store.js";

/** A possible place for a message. */
export interface Place {
  /** The folder below the target, with `/`. */
  readonly folder: string;
  /** Undefined outside of Maildirs. */
  readonly subfolder: MaildirSubfolder | undefined;
  readonly name: string;
}

/** A name in a folder that one or more messages have wanted. */
interface Taken {
  /** The paths of messages with this name or a numbered one. */
  readonly byDigest: Map<string, string>;
  /** The next number to try; 1 is the name itself. */
  next: number;
}

/** Finds a place for each message: remembers which names in the target folders are taken, and by which messages. */
export class Places {
  readonly #into: string;
  readonly #isMove: boolean;
  readonly #isDryRun: boolean;
  /** By folder and name: see `#takenAt`. */
  readonly #taken = new Map<string, Taken>();
  /** For each Maildir, the paths of its messages by unique name. */
  readonly #maildirs = new Map<string, Map<string, string>>();

  /** @param into a real path */
  constructor(into: string, isMove: boolean, isDryRun: boolean) {
    this.#into = into;
    this.#isMove = isMove;
    this.#isDryRun = isDryRun;
  }

  /** Returns the path of a message with the same bytes, otherwise the first free path. */
  find(place: Place, digest: Digest): { path: string; isSame: boolean } {
    const taken = this.#takenAt(place);
    const same = taken.byDigest.get(digest.digest);
    if (same !== undefined && this.isHome(same, digest)) return { path: same, isSame: true };
    for (;;) {
      const path = this.#pathOf(place, taken.next);
      const present = this.#present(place, path);
      if (present === undefined) return { path, isSame: false };
      if (this.isHome(present, digest)) return { path: present, isSame: true };
      this.#passOver(taken, present);
    }
  }

  /** Notes that a message was put at a free path, or would have been in a dry run. */
  put(place: Place, { digest }: Digest, path: string): void {
    const taken = this.#takenAt(place);
    taken.byDigest.set(digest, path);
    taken.next++;
    if (place.subfolder !== undefined) this.#namesIn(place.folder).set(uniqueName(basename(path)), path);
  }

  /** Returns what is known of a name in a folder. In a Maildir, names that differ only in flags are one name. */
  #takenAt({ folder, subfolder, name }: Place): Taken {
    const key = `${folder}/${subfolder === undefined ? name : uniqueName(name)}`;
    const known = this.#taken.get(key) ?? { byDigest: new Map(), next: 1 };
    this.#taken.set(key, known);
    return known;
  }

  /** Skips a taken name. Later messages with the same bytes are found by their digest. */
  #passOver(taken: Taken, path: string): void {
    taken.next++;
    try {
      taken.byDigest.set(digestOfFile(path).digest, path);
    } catch {
      // A folder, a link, or an unreadable file: the name is taken, but not by a message that may be filed again.
    }
  }

  /**
   * Returns whether the path has the same bytes. Empty messages all look the same, so a moved one keeps its own file. In a
   * dry run, a file that is not there is one that would have been put there.
   */
  isHome(path: string, digest: Digest): boolean {
    if (digest.size === 0 && this.#isMove) return false;
    if (this.#isDryRun && statusOf(path) === undefined) return true;
    return isSame(path, digest) && !isReservation(path);
  }

  /** Returns the n-th path to try for a message: 1 is that with its own name. */
  #pathOf({ folder, subfolder, name }: Place, n: number): string {
    if (subfolder === undefined) return join(this.#into, folder, n === 1 ? name : numberedName(name, n));
    return join(this.#into, folder, subfolder, n === 1 ? name : numberedUnique(name, n));
  }

  /** Returns the path of the file that has the name of this path; undefined if the name is free. */
  #present({ folder, subfolder }: Place, path: string): string | undefined {
    const inMaildir = subfolder === undefined ? undefined : this.#namesIn(folder).get(uniqueName(basename(path)));
    return inMaildir ?? (statusOf(path) === undefined ? undefined : path);
  }

  /**
   * Returns the paths of the messages in a Maildir by unique name. Lists the Maildir once. Flags change and messages go
   * from `new` to `cur`, so a name is taken if its unique part is.
   */
  #namesIn(folder: string): Map<string, string> {
    const known = this.#maildirs.get(folder);
    if (known !== undefined) return known;
    const names = new Map<string, string>();
    for (const subfolder of DELIVERED) {
      const path = join(this.#into, folder, subfolder);
      if (statusOf(path) === undefined) continue;
      for (const name of fs.readdirSync(path)) names.set(uniqueName(name), join(path, name));
    }
    this.#maildirs.set(folder, names);
    return names;
  }
}

/**
 * Finds documents that were filed before, and lie in the folder of another label now, because somebody has corrected
 * them. A document with the same name and content is the same document. Under another name, it is one if there are more
 * copies in the folders of labels than other sources with this content.
 */
export class FiledBefore {
  readonly #into: string;
  readonly #options: FolderStoreOptions;
  readonly #folders: MessageFolders;
  readonly #places: Places;
  readonly #copies: FiledCopies;
  /** The sources of this session, by digest. */
  readonly #sources = new Map<string, Set<string>>();
  /** The steps of earlier sessions, by digest. */
  #steps: ReadonlyMap<string, readonly JournalStep[]> | undefined;

  /** @param into a real path */
  constructor(into: string, options: FolderStoreOptions, places: Places) {
    const { folders = [], unsure = "" } = options;
    this.#into = into;
    this.#places = places;
    this.#options = options;
    this.#folders = new MessageFolders({ into, folders: [...folders], unsure });
    // A folder that cannot be read has no copy that counts.
    this.#copies = new FiledCopies(into, this.#folders, (_path, read) => orElse(read, undefined));
  }

  /** Notes a source of this session. */
  note({ digest, source }: OpenMessage): void {
    this.#sources.set(digest, (this.#sources.get(digest) ?? new Set()).add(source));
  }

  /** Notes a file that was put into a folder. */
  put(message: OpenMessage, path: string): void {
    this.#copies.add(path, message);
  }

  /**
   * Returns the path of the copy of a document in the folder of any label; undefined if there is none.
   *
   * @param from a path that leads to the document
   * @param name the name that its copy has
   */
  find(message: OpenMessage, from: string, name: string): string | undefined {
    const copies = this.#copies.of(message).filter(({ path, folder }) => {
      // The inbox is a source.
      if (folder === "" || this.#folders.labelOf(folder) === undefined || isOneName(from, path)) return false;
      return this.#places.isHome(path, message);
    });
    const named = copies.find(({ path }) => uniqueName(basename(path)) === uniqueName(name));
    // Another document with the content of a moved one is filed, too: its source is there only once.
    if (named !== undefined || this.#options.mode === "move" || copies.length === 0) return named?.path;
    return copies.length > this.#others(message) ? copies.at(-1)?.path : undefined;
  }

  /** Returns the number of other sources with the same content that are still there and were filed. */
  #others({ digest, source, archived }: OpenMessage): number {
    this.#steps ??= this.#readSteps();
    const others = new Set(this.#sources.get(digest));
    for (const step of this.#steps.get(digest) ?? []) {
      // Messages of one archive change their numbers.
      if (step.archive !== undefined && step.archive === archived?.archive) continue;
      const path = step.archive === undefined ? presentPath(step.source) : step.source;
      if (path !== undefined && statusOf(step.archive ?? path) !== undefined) others.add(path);
    }
    others.delete(source);
    return others.size;
  }

  #readSteps(): ReadonlyMap<string, readonly JournalStep[]> {
    const journals = folderJournals(this.#into, () => undefined);
    const steps = [...journals, ...(this.#options.before === undefined ? [] : [this.#options.before])];
    return groupedBy(
      steps.flatMap((journal) => journal.steps).filter(({ state }) => state === "done"),
      ({ digest }) => digest,
    );
  }
}
