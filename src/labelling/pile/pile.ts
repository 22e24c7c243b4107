import type { Filing } from "../../delivery/filing/store.js";
import type { Document } from "../../documents/document.js";

/** Documents to label, wherever they are. */
export interface Pile {
  /** The number of files to read, which may hold several documents each. */
  readonly files: number;
  /** Reads the documents that are wanted, one at a time: first those with a label. Reports those that cannot be read. */
  documents(isWanted: (id: string) => boolean): Iterable<PileDocument>;
  /** Reads a document again. Returns undefined if it is gone or cannot be read any more. */
  read(id: string): Uint8Array | undefined;
  /** Returns a document as `Filer` takes it. Throws an Error if it cannot be filed. */
  filing(id: string): Pick<Filing, "source" | "listedIn" | "archived">;
}

/** A document of a pile. */
export interface PileDocument extends Pick<Document, "id" | "bytes"> {
  /** The class of a document that is in the folder of a class already. Such a document is not filed again. */
  readonly label?: string | undefined;
}
