import { dirname, join, resolve } from "node:path";
import { DataError, orElse } from "../../base/errors.js";
import { isFolder } from "../../delivery/filing/file-system.js";
import { realFolder } from "../../delivery/filing/held-folder.js";
import type { Filing } from "../../delivery/filing/store.js";
import { readSingleFile } from "../../documents/archives/single-file.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import type { LimitedBytes } from "../../documents/document-limit.js";
import { statusOf } from "../../documents/files/file-status.js";
import type { Pile, PileDocument } from "../../labelling/pile/pile.js";
import { beginsWithHeader } from "../../mail/news.js";
import type { CommonOptions } from "../options/options.js";
import { ArchiveDocuments } from "./archive-documents.js";
import { namedDocument } from "./document-names.js";
import { type InputOptions, Inputs } from "./inputs.js";

/** This many documents tell whether a pile is mail. */
const LOOKED_AT = 20;

/** The documents that the paths on the command line name, and those that are in the folder of a class already. */
export class InputPile implements Pile {
  readonly inputs: Inputs;
  readonly #options: CommonOptions & InputOptions;
  readonly #labelled: Corpus | undefined;
  /** The archives of which a document was read again. */
  readonly #archives = new Map<string, ArchiveDocuments>();

  /** @param labelled the documents that are in the folder of a class already */
  constructor(inputs: Inputs, options: CommonOptions & InputOptions, labelled: Corpus | undefined) {
    this.inputs = inputs;
    this.#options = options;
    this.#labelled = labelled;
  }

  /** The number of files, of which some may have several documents. */
  get files(): number {
    return this.inputs.files.length + (this.#labelled?.size ?? 0);
  }

  /** Whether most documents are messages, as far as the first ones tell. */
  get isOfMessages(): boolean {
    let [documents, messages] = [0, 0];
    for (const { bytes } of new Inputs(this.inputs.files.slice(0, LOOKED_AT), this.#options).contents()) {
      if (beginsWithHeader(bytes)) messages++;
      if (++documents === LOOKED_AT) break;
    }
    return 2 * messages > documents;
  }

  /** Reads the wanted documents: those in folders of classes first, with their classes. */
  *documents(isWanted: (id: string) => boolean): Generator<PileDocument> {
    for (const { id, bytes, label } of this.#labelled ?? []) {
      const path = join(this.#labelled?.root ?? "", id);
      if (isWanted(path)) yield { id: path, bytes, label };
    }
    for (const { path, bytes } of this.inputs.contents(isWanted)) yield { id: path, bytes };
  }

  /** Reads a document again. Returns undefined if it is gone or cannot be read any more. */
  read(id: string): Uint8Array | undefined {
    return orElse(() => this.#found(id).bytes, undefined);
  }

  /** Returns a document as `Filer` takes it. @throws Error if it cannot be filed */
  filing(id: string): Pick<Filing, "source" | "listedIn" | "archived"> {
    const { bytes, isTruncated, file } = this.#found(id);
    if (file === id) return { source: resolve(id), listedIn: realFolder(dirname(resolve(id))) };
    if (isTruncated) throw new Error("it is too large to be extracted from its archive");
    const archive = resolve(file);
    return { source: archive + id.slice(file.length), archived: { archive, content: bytes } };
  }

  /** Reads a document, and returns its file: its own, or the archive. @throws Error if it is gone or cannot be read */
  #found(id: string): LimitedBytes & { readonly file: string } {
    const { inputFormat, textColumn: text } = this.#options;
    const named = statusOf(id) === undefined ? namedDocument(id, inputFormat) : undefined;
    if (named === undefined) return { ...readSingleFile(id), file: id };
    const { file, form, place } = named;
    const archive = this.#archives.get(file) ?? new ArchiveDocuments(file, form, { text, hasClasses: false });
    this.#archives.set(file, archive);
    const document = archive.read(place);
    if (document === undefined) throw new Error("it is not there any more");
    return { ...document, file };
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
