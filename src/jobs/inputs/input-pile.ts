import { closeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DataError, orElse } from "../../base/errors.js";
import { isFolder } from "../../delivery/filing/file-system.js";
import { readSingleFile } from "../../documents/archives/single-file.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { realFolder } from "../../documents/files/held-name.js";
import { fill } from "../../documents/files/open-file.js";
import { addTemporary, openTemporary } from "../../documents/files/temporary-files.js";
import type { Pile } from "../../labelling/pile/read-pile.js";
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
 * Makes a pile of the documents that the paths on the command line name, and of those that are in the folder of a class
 * already. Documents of archives, mailboxes and tables take long to find again, so they are copied into a temporary file
 * without a name.
 *
 * @param labelled the documents that are in the folder of a class already
 */
export function inputPile(inputs: Inputs, options: Follower & InputOptions, labelled: Corpus | undefined) {
  const copied = new Map<string, Copied>();
  /** The file descriptor of the temporary file, once there is one, and the length of the file. */
  let copies: number | undefined;
  let end = 0;
  const copy = (id: string, bytes: Uint8Array, from: Omit<Copied, "at" | "size">) => {
    copies ??= openTemporary();
    addTemporary(copies, bytes, end);
    copied.set(id, { ...from, at: end, size: bytes.length });
    end += bytes.length;
  };
  const pile: Pile = {
    files: inputs.files.length + (labelled?.size ?? 0),
    *documents(isWanted) {
      for (const { id, bytes, label } of labelled ?? []) {
        const path = join(labelled?.root ?? "", id);
        if (isWanted(path)) yield { id: path, bytes, label };
      }
      for (const { path, file, bytes, isTruncated = false } of inputs.contents(isWanted)) {
        const archive = resolve(file);
        if (path !== file) copy(path, bytes, { archive, source: archive + path.slice(file.length), isTruncated });
        yield { id: path, bytes };
      }
    },
    read(id) {
      const copy = copied.get(id);
      if (copy === undefined || copies === undefined) return orElse(() => readSingleFile(id).bytes, undefined);
      const bytes = new Uint8Array(copy.size);
      fill(copies, bytes, 0, copy.at);
      return bytes;
    },
    filing(id) {
      const copy = copied.get(id);
      if (copy === undefined) return { source: resolve(id), listedIn: realFolder(dirname(resolve(id))) };
      const { archive, source, isTruncated } = copy;
      if (isTruncated) throw new Error("it is too large to be extracted from its archive");
      return { source, archived: { archive, content: pile.read(id) ?? new Uint8Array() } };
    },
  };
  return {
    ...pile,
    /** Looks at the first documents, and returns how many these are and how many of them are messages. */
    countMessages(): { documents: number; messages: number } {
      let [documents, messages] = [0, 0];
      for (const { bytes } of new Inputs(inputs.files.slice(0, LOOKED_AT), options).contents()) {
        if (beginsWithHeader(bytes)) messages++;
        if (++documents === LOOKED_AT) break;
      }
      return { documents, messages };
    },
    /** Removes the copies. */
    close() {
      if (copies !== undefined) closeSync(copies);
      copies = undefined;
    },
  };
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
