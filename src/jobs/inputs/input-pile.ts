import { closeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DataError, orElse } from "../../base/errors.js";
import { isFolder } from "../../delivery/filing/file-system.js";
import type { Filing } from "../../delivery/filing/store.js";
import { readSingleFile } from "../../documents/archives/single-file.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { realFolder } from "../../documents/files/held-name.js";
import { fill } from "../../documents/files/open-file.js";
import { addTemporary, openTemporary } from "../../documents/files/temporary-files.js";
import type { Pile, PileDocument } from "../../labelling/pile/read-pile.js";
import { beginsWithHeader } from "../../mail/news.js";
import type { Follower } from "../follower.js";
import { type InputOptions, Inputs } from "./inputs.js";

/** This many documents tell whether a pile is mail. */
const LOOKED_AT = 20;

/** A document of an archive, and where its copy is. */
interface Copied {
  readonly archive: string;
  /** The name of the document, with the absolute path of its archive. */
  readonly source: string;
  readonly isTruncated: boolean;
  /** Where the copy begins in the temporary file, and its length, in bytes. */
  readonly at: number;
  readonly size: number;
}

/**
 * The documents that the paths on the command line name, and those that are in the folder of a class already. Documents
 * of archives, mailboxes and tables take long to find again, so they are copied into a temporary file without a name.
 */
export class InputPile implements Pile {
  readonly #inputs: Inputs;
  readonly #options: Follower & InputOptions;
  readonly #labelled: Corpus | undefined;
  readonly #copied = new Map<string, Copied>();
  /** The file descriptor of the temporary file, once there is one, and the length of the file. */
  #copies: number | undefined;
  #end = 0;

  /** @param labelled the documents that are in the folder of a class already */
  constructor(inputs: Inputs, options: Follower & InputOptions, labelled: Corpus | undefined) {
    this.#inputs = inputs;
    this.#options = options;
    this.#labelled = labelled;
  }

  /** The number of files, of which some may have several documents. */
  get files(): number {
    return this.#inputs.files.length + (this.#labelled?.size ?? 0);
  }

  /** Looks at the first documents, and returns how many these are and how many of them are messages. */
  beginning(): { documents: number; messages: number } {
    let [documents, messages] = [0, 0];
    for (const { bytes } of new Inputs(this.#inputs.files.slice(0, LOOKED_AT), this.#options).contents()) {
      if (beginsWithHeader(bytes)) messages++;
      if (++documents === LOOKED_AT) break;
    }
    return { documents, messages };
  }

  /** Reads the wanted documents: those in folders of classes first, with their classes. */
  *documents(isWanted: (id: string) => boolean): Generator<PileDocument> {
    for (const { id, bytes, label } of this.#labelled ?? []) {
      const path = join(this.#labelled?.root ?? "", id);
      if (isWanted(path)) yield { id: path, bytes, label };
    }
    for (const { path, file, bytes, isTruncated = false } of this.#inputs.contents(isWanted)) {
      if (path !== file) {
        const archive = resolve(file);
        this.#copy(path, bytes, { archive, source: archive + path.slice(file.length), isTruncated });
      }
      yield { id: path, bytes };
    }
  }

  /** Reads a document again. Returns undefined if it is gone or cannot be read any more. */
  read(id: string): Uint8Array | undefined {
    const copied = this.#copied.get(id);
    if (copied === undefined || this.#copies === undefined) return orElse(() => readSingleFile(id).bytes, undefined);
    const bytes = new Uint8Array(copied.size);
    fill(this.#copies, bytes, 0, copied.at);
    return bytes;
  }

  /** Returns a document as `Filer` takes it. @throws Error if it cannot be filed */
  filing(id: string): Pick<Filing, "source" | "listedIn" | "archived"> {
    const copied = this.#copied.get(id);
    if (copied === undefined) return { source: resolve(id), listedIn: realFolder(dirname(resolve(id))) };
    const { archive, source, isTruncated } = copied;
    if (isTruncated) throw new Error("it is too large to be extracted from its archive");
    return { source, archived: { archive, content: this.read(id) ?? new Uint8Array() } };
  }

  /** Removes the copies. */
  close(): void {
    if (this.#copies !== undefined) closeSync(this.#copies);
    this.#copies = undefined;
  }

  #copy(id: string, bytes: Uint8Array, from: Omit<Copied, "at" | "size">): void {
    this.#copies ??= openTemporary();
    addTemporary(this.#copies, bytes, this.#end);
    this.#copied.set(id, { ...from, at: this.#end, size: bytes.length });
    this.#end += bytes.length;
  }
}

/** Returns the documents that are in the folders of classes below `into` already; undefined if there are none. */
export function filedDocuments(into: string): Corpus | undefined {
  try {
    return isFolder(into) ? openCorpus(into) : undefined;
  } catch (error) {
    // There is no document in it yet.
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
