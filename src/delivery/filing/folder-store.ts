import fs from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { holdFolder } from "../../documents/files/held-name.js";
import { DELIVERED, isMaildir } from "../../documents/files/maildir.js";
import { cutName, MAX_NAME_BYTES, safeName } from "../../documents/files/safe-name.js";
import { beginsWithHeader } from "../../mail/news.js";
import { copyFile, linkFile, moveFile } from "./delivery.js";
import { type Digest, digestOfBytes, digestOfFile, hasCode, isOneName, statusOf } from "./file-system.js";
import { FOLDER } from "./journal.js";
import { maildirName, maildirSubfolder, movableName } from "./maildir.js";
import { type Place, placesIn } from "./places.js";
import { MOVED_BACK } from "./policy.js";
import { earlierMoves } from "./read-journal.js";
import type { ArchivedMessage, CarryOut, Filed, FilerOptions, Filing, Store } from "./store.js";
import { folderBelow, makeMaildirBelow, type OnMake } from "./target-folders.js";

/** A message that is open to be filed into a folder. */
interface OpenMessage extends Filing, Digest {
  /** A path that leads to the file even if a folder on the path of its source is swapped. */
  readonly from: string;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** The function for each mode that puts a message at a free place. */
const ACTS = { copy: copyFile, move: moveFile, link: linkFile } as const;

/** A folder with a folder for each label, or a Maildir with its folders. No link leads out of it. */
export class FolderStore implements Store {
  readonly kind = FOLDER;
  readonly name: string;
  readonly #options: FilerOptions;
  readonly #onMake: OnMake;
  readonly #isMaildir: boolean;
  readonly #places: ReturnType<typeof placesIn>;
  readonly #hasMoved: ReturnType<typeof earlierMoves>;

  /** @param into a real path */
  constructor(into: string, options: FilerOptions, onMake: OnMake) {
    this.name = into;
    this.#options = options;
    this.#onMake = onMake;
    this.#isMaildir = isMaildir(into);
    this.#places = placesIn(into, options);
    this.#hasMoved = earlierMoves(into);
  }

  async file(filing: Filing, carryOut: CarryOut): Promise<Filed> {
    const { source, archived, listedIn } = filing;
    if (archived !== undefined) {
      if (this.#options.mode !== "copy") {
        throw new Error("it is one of several messages in a file, so it can only be copied");
      }
      const read = digestOfBytes(archived.content);
      return this.#filed({ ...filing, ...read, from: source, changedAt: Date.now() }, carryOut);
    }
    const path = resolve(source);
    // Checked here as well as in the opened folder, so that an error says what is wrong with the file.
    changeTimeOf(path);
    const folder = holdFolder(dirname(path));
    try {
      if (listedIn !== undefined && folder.real !== listedIn) throw new Error("its folder is another one now");
      const from = join(folder.path, basename(path));
      const open = { source: join(folder.real, basename(path)), from, changedAt: changeTimeOf(from) };
      return await this.#filed({ ...filing, ...open, ...digestOfFile(from) }, carryOut);
    } finally {
      folder.close();
    }
  }

  /** Files a message whose folder is held open. If somebody else takes the free place, looks for another one. */
  async #filed(message: OpenMessage, carryOut: CarryOut): Promise<Filed> {
    const { source, archived, label, probability, digest, size, from } = message;
    const { dryRun = false } = this.#options;
    const { mode = this.#options.mode } = message;
    const others = (message.others ?? []).map((folder) => this.#nameOf(folder));
    for (;;) {
      const place = this.#placeOf(message);
      if (archived === undefined && place.folder === "" && this.#isInInbox(source)) {
        return { outcome: "there", target: source };
      }
      const { path, isSame, isAlone } = this.#places.find(place, { ...message, others }, from);
      // The user has refused this decision. Another one, of a model that has learned since, is carried out.
      const hasMoved = () => [place.folder, ...others].some((folder) => this.#hasMoved(message, folder));
      if (this.#options.mode === "move" && isAlone && hasMoved()) {
        return { outcome: "left", why: MOVED_BACK };
      }
      const target = relative(this.name, path);
      folderBelow(this.name, dirname(target));
      const there: Filed = { outcome: "there", target: path };
      // If the target has the same bytes, a move only removes the source.
      const removesSource = isSame && mode === "move" && !isOneName(from, path);
      if (isSame && (dryRun || !removesSource)) return there;
      if (dryRun) {
        this.#places.put(place, message, path);
        return { outcome: "filed", target: path };
      }
      if (!isSame) this.#makeFolder(place);
      const temporary = relative(this.name, temporaryFor(path));
      const step = { source, archive: archived?.archive, target, temporary, label, probability, digest, size };
      if (removesSource) {
        await carryOut({ mode: "double", ...step }, () => void fs.unlinkSync(from));
        return there;
      }
      const delivery = { source: from, content: archived?.content, target: path, digest, size };
      try {
        await carryOut({ mode, ...step }, () => {
          ACTS[mode]({ ...delivery, temporary: join(this.name, temporary) });
          this.#places.put(place, message, path);
        });
        return { outcome: "filed", target: path };
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
      }
    }
  }

  /** Returns the name of a folder on disk. */
  #nameOf(folder: string): string {
    return this.#isMaildir && folder !== "" ? `.${folder}` : folder;
  }

  #makeFolder({ folder, subfolder }: Place): void {
    if (subfolder === undefined) folderBelow(this.name, folder, this.#onMake);
    else makeMaildirBelow(this.name, folder, this.#onMake);
  }

  /** Returns whether a message is in the inbox of the target Maildir, where it would look like a copy of itself. */
  #isInInbox(source: string): boolean {
    const folder = fs.realpathSync(dirname(source));
    return DELIVERED.some((subfolder) => folder === join(this.name, subfolder));
  }

  /** Returns the place that a message would have if its name were free. @throws DataError if a link is on the way. */
  #placeOf(message: OpenMessage): Place {
    const { source, archived, changedAt } = message;
    const folder = this.#nameOf(message.folder);
    folderBelow(this.name, folder);
    const subfolder = archived === undefined ? maildirSubfolder(source) : undefined;
    if (subfolder !== undefined) {
      return { folder, subfolder: subfolder === "tmp" ? "new" : subfolder, name: movableName(basename(source)) };
    }
    if (this.#isMaildir || this.#options.maildir || isMaildir(join(this.name, folder))) {
      return { folder, subfolder: "new", name: maildirName(message, changedAt) };
    }
    const name = archived === undefined ? basename(source) : archivedName(source, archived);
    return { folder, subfolder: undefined, name };
  }
}

/** Returns the path of a hidden file next to the target; in a Maildir, in its folder `tmp`. */
function temporaryFor(target: string): string {
  const name = `.thresher-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  return join(dirname(target), maildirSubfolder(target) === undefined ? name : `../tmp/${name}`);
}

/** Returns when a regular file was last changed, in milliseconds since 1970. @throws Error if it is not one */
function changeTimeOf(path: string): number {
  const status = statusOf(path);
  if (status === undefined) throw new Error("it is not there any more");
  if (status.isSymbolicLink()) throw new Error("a symbolic link: give the file that it leads to");
  if (!status.isFile()) throw new Error("not a regular file");
  return status.mtimeMs;
}

/**
 * Returns the file name of a message in an archive: `inbox.mbox-17.eml` for `inbox.mbox#17`. A message
 * that has a name in its archive keeps it.
 */
function archivedName(source: string, { archive, content }: ArchivedMessage): string {
  const place = source.slice(archive.length + 1);
  if (!/^\d+$/.test(place)) return safeName(basename(place));
  const end = `-${place}${beginsWithHeader(content) ? ".eml" : ".txt"}`;
  return cutName(basename(archive), MAX_NAME_BYTES - end.length) + end;
}
