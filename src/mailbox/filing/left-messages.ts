import { orElse } from "../../base/errors.js";
import { LineFile } from "../../documents/files/line-file.js";
import type { Listing } from "./read-folder.js";

/** The id of the model and the options, on which a decision depends. */
export type Circumstances = Readonly<Record<string, unknown>>;

/**
 * Remembers the decisions about messages that stay in the inbox, so that they need not be downloaded again. They hold for
 * one UIDVALIDITY and the same circumstances. The file has about 100 bytes for each message, and no text of it. If it
 * cannot be read or written, messages are downloaded again, and nothing else changes.
 */
export class LeftMessages<T extends object> {
  readonly #known = new Map<number, T>();
  readonly #file: LineFile;

  /**
   * @param listing decisions about other messages are forgotten, unless `isPart`
   * @param isPart whether the inbox has more messages than the listing
   * @throws DataError if the file is another user's, or in use by another process
   */
  constructor(path: string, { validity, uids }: Listing, circumstances: Circumstances, isPart: boolean) {
    const first = JSON.stringify({ validity, ...circumstances });
    const lines: string[] = [];
    this.#file = LineFile.own(path, { name: "list of left messages" }, (line) => lines.push(line));
    const listed = new Set(uids);
    for (const line of lines.shift() === first ? lines : []) {
      const [uid, decision] = orElse(() => JSON.parse(line), []);
      if (decision instanceof Object && (isPart || listed.has(uid))) this.#known.set(uid, decision);
    }
    const kept = [...this.#known].map((entry) => JSON.stringify(entry));
    orElse(() => this.#file.rewrite([first, ...kept]), undefined);
  }

  get(uid: number): T | undefined {
    return this.#known.get(uid);
  }

  add(uid: number, decision: T): void {
    orElse(() => this.#file.add(JSON.stringify([uid, decision])), undefined);
  }

  close(): void {
    this.#file.close();
  }
}
