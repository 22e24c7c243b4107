import { basename, join } from "node:path";
import { numberedName } from "../documents/numbered-name.js";
import { isReservation } from "./delivery.js";
import { type Digest, digestOfFile, isSame } from "./digest.js";
import { type FileSystem, statusOf } from "./file-system.js";
import { DELIVERED, type MaildirPart, numberedUnique, uniqueName } from "./maildir.js";

/** Where a message could go. */
export interface Place {
  /** Below the folder that is filed into, with `/`. */
  readonly folder: string;
  /** Undefined outside of Maildirs. */
  readonly part: MaildirPart | undefined;
  readonly name: string;
}

/** What is known of a name in a folder. */
interface Taken {
  /** The paths of messages that have it, with a number behind it or none. */
  readonly byDigest: Map<string, string>;
  /** The first number that was not passed over yet; 1 is the name itself. */
  next: number;
}

/** What it depends on whether a message is there already. */
export interface PlacesOptions {
  readonly mode: "copy" | "move" | "link";
  /** Default false. */
  readonly dryRun?: boolean | undefined;
}

/** The names in the folders that are filed into: which are taken, and by which messages. */
export class Places {
  readonly #files: FileSystem;
  readonly #into: string;
  readonly #isMove: boolean;
  readonly #isDryRun: boolean;
  readonly #taken = new Map<string, Taken>();
  /** By Maildir: the paths of its messages by unique name. */
  readonly #maildirs = new Map<string, Map<string, string>>();

  /** @param into a real path */
  constructor(files: FileSystem, into: string, { mode, dryRun = false }: PlacesOptions) {
    this.#files = files;
    this.#into = into;
    this.#isMove = mode === "move";
    this.#isDryRun = dryRun;
  }

  /** The first path that nothing is at, or one that the same bytes are at. */
  find(place: Place, digest: Digest): { path: string; isSame: boolean } {
    const taken = this.#takenAt(place);
    const same = taken.byDigest.get(digest.digest);
    if (same !== undefined && this.#isHome(same, digest)) return { path: same, isSame: true };
    for (;;) {
      const path = this.#pathOf(place, taken.next);
      const there = this.#present(place, path);
      if (there === undefined) return { path, isSame: false };
      if (this.#isHome(there, digest)) return { path: there, isSame: true };
      this.#passOver(taken, there);
    }
  }

  /** Notes what has been put, or in a dry run would have been, where `find` said that nothing is. */
  put(place: Place, { digest }: Digest, path: string): void {
    const taken = this.#takenAt(place);
    taken.byDigest.set(digest, path);
    taken.next++;
    if (place.part !== undefined) this.#namesIn(place.folder).set(uniqueName(basename(path)), path);
  }

  #takenAt({ folder, part, name }: Place): Taken {
    const key = `${folder}/${part === undefined ? name : uniqueName(name)}`;
    const known = this.#taken.get(key) ?? { byDigest: new Map(), next: 1 };
    this.#taken.set(key, known);
    return known;
  }

  /** No message looks there again by the name: one with these bytes has to find it by them. */
  #passOver(taken: Taken, path: string): void {
    taken.next++;
    try {
      taken.byDigest.set(digestOfFile(this.#files, path).digest, path);
    } catch {
      // A folder, a link, or what may not be read: the name is taken, and by no message that could come again.
    }
  }

  /** Whether the same bytes are there. Of an empty message that is moved nobody can tell: it keeps a file of its own. */
  #isHome(path: string, digest: Digest): boolean {
    if (digest.size === 0 && this.#isMove) return false;
    if (this.#isDryRun && statusOf(this.#files, path) === undefined) return true;
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
}
