import fs from "node:fs";
import { isAbsolute, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { orElse } from "../../base/errors.js";
import { fileStamp } from "../../documents/files/file-status.js";
import { readDocument } from "../../documents/files/read-file.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { digestOfFile } from "../filing/file-system.js";
import { presentPath } from "../filing/maildir.js";
import type { DecisionEntry } from "../history/history.js";
import type { DecisionLog } from "./decision-log.js";

/** In hexadecimal digits, a SHA-256: journals have that of the file, and histories that of `identityOf`. */
const OF_FILE = 64;

/** Finds the paths of messages again: where they were, under another name of a Maildir, or anywhere in some folders. */
export class MessageFinder {
  readonly #log: DecisionLog;
  readonly #folders: readonly string[];
  /** The digests of files in the folders, by path and stamp. */
  readonly #digests = new Map<string, string>();

  /** @param folders real paths */
  constructor(log: DecisionLog, folders: readonly string[]) {
    this.#log = log;
    this.#folders = folders;
  }

  /** Finds a message where it was. Only a file with the same digest is the message, because a stranger writes Message-IDs. */
  findNear({ digest, filed, id }: DecisionEntry): string | undefined {
    for (const known of [this.#log.corrections.get(digest)?.filed, filed, id]) {
      const path = known !== undefined && isAbsolute(known) ? orElse(() => presentPath(known), undefined) : undefined;
      if (path !== undefined && digestAt(path, digest) === digest) return path;
    }
    return undefined;
  }

  /** Does the same as `findNear`, and then looks at each file in the folders. */
  async find(entry: DecisionEntry): Promise<string | undefined> {
    const near = this.findNear(entry);
    if (near !== undefined) return near;
    for (const folder of this.#folders) {
      for (const file of orElse(() => fs.readdirSync(folder, { recursive: true, withFileTypes: true }), [])) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        const key = `${path} ${fileStamp(path)}`;
        const digest = this.#digests.get(key) ?? digestAt(path, entry.digest);
        this.#digests.set(key, digest);
        if (digest === entry.digest) return path;
        await nextTurn();
      }
    }
    return undefined;
  }
}

/** Returns the digest of a file, of the same kind as another one; empty if the file cannot be read. */
function digestAt(path: string, { length }: string): string {
  const identity = () => Buffer.from(identityOf(readDocument(path).bytes).digest).toString("hex");
  return orElse(() => (length === OF_FILE ? digestOfFile(path).digest : identity()), "");
}
