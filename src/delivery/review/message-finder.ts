import fs from "node:fs";
import { isAbsolute, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { orElse } from "../../base/errors.js";
import { readDocument } from "../../documents/files/read-file.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { digestOfFile } from "../filing/digest.js";
import { presentPath } from "../filing/maildir.js";
import type { DecisionEntry } from "../history/history-entry.js";

/** A message that was found. */
export interface FoundMessage {
  readonly path: string;
  /** As much as a model reads. */
  readonly bytes: Uint8Array;
}

/** In hexadecimal digits, a SHA-256: journals have that of the file, and histories that of `identityOf`. */
const OF_FILE = 64;
/** How many files are looked at before others get a turn. */
const AT_A_TIME = 32;

/** Finds messages again: where they were, under another name of a Maildir, or anywhere in some folders. */
export class MessageFinder {
  readonly #folders: readonly string[];
  /** The digests of files in the folders, by path, size and time. */
  readonly #digests = new Map<string, string>();

  /** @param folders real paths */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * Finds a message where it was. Only a file with the same digest is the message, because a stranger writes Message-IDs.
   *
   * @param filed where it was filed since
   */
  findNear({ digest, filed, id }: DecisionEntry, filedSince: string | undefined): FoundMessage | undefined {
    for (const known of [filedSince, filed, id]) {
      const path = known !== undefined && isAbsolute(known) ? orElse(() => presentPath(known), undefined) : undefined;
      if (path !== undefined && orElse(() => digestAt(path, digest.length), "") === digest) return read(path);
    }
    return undefined;
  }

  /** Does the same as `findNear`, and then looks at each file in the folders. */
  async find(entry: DecisionEntry, filedSince: string | undefined): Promise<FoundMessage | undefined> {
    const near = this.findNear(entry, filedSince);
    if (near !== undefined) return near;
    let looked = 0;
    for (const folder of this.#folders) {
      for (const file of orElse(() => fs.readdirSync(folder, { recursive: true, withFileTypes: true }), [])) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        const status = fs.lstatSync(path, { throwIfNoEntry: false });
        const key = `${path} ${status?.size} ${status?.mtimeMs}`;
        const known = this.#digests.get(key) ?? orElse(() => digestAt(path, entry.digest.length), "");
        this.#digests.set(key, known);
        if (known === entry.digest) return read(path);
        if (++looked % AT_A_TIME === 0) await nextTurn();
      }
    }
    return undefined;
  }
}

function read(path: string): FoundMessage {
  return { path, bytes: readDocument(path).bytes };
}

/** Returns the digest of a file, of the kind with so many digits. */
function digestAt(path: string, length: number): string {
  if (length === OF_FILE) return digestOfFile(path).digest;
  return Buffer.from(identityOf(readDocument(path, true).bytes).digest).toString("hex");
}
