import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ArchiveRange, EntryDocument } from "../../documents/archives/archive.js";
import type { ArchiveForm } from "../../documents/archives/archives.js";
import type { NamedColumns } from "../../documents/archives/columns.js";
import { unpacked } from "../../documents/archives/gunzip.js";
import { archiveBoundaries, archiveEntries, columnsIn, isPlainFile } from "../../documents/archives/read-archive.js";
import { inUtf8 } from "../../documents/archives/utf16.js";
import { writeAll } from "../../documents/files/all-bytes.js";
import { fileChunks } from "../../documents/files/chunks.js";
import { newTemporaryFolder } from "../../documents/files/temporary-folders.js";

/**
 * Reads single documents of an archive, in any order. The archive is read once to find where each document lies. A packed
 * archive is unpacked into a temporary file, which is removed when the process ends.
 */
export class ArchiveDocuments {
  /** The archive, or its unpacked copy. */
  readonly #file: string;
  readonly #form: ArchiveForm;
  readonly #columns: ReturnType<typeof columnsIn>;
  /** Where each document lies, by its place. */
  readonly #ranges = new Map<string, ArchiveRange>();

  /** @throws Error if the file is gone or cannot be read */
  constructor(path: string, form: ArchiveForm, named: NamedColumns) {
    this.#file = isPlainFile(path) ? path : unpackedCopy(path);
    this.#form = form;
    this.#columns = columnsIn(this.#file, form, named);
    const found = [...archiveBoundaries(this.#file, form, this.#columns)];
    const places = form === "tar" ? this.#places() : undefined;
    for (const [i, { at, before }] of found.entries()) {
      // A document ends where the next begins; the last one ends with the file.
      const to = found.at(i + 1)?.at ?? Number.POSITIVE_INFINITY;
      // Only a tar archive has paths as places. In other forms, a place is the number of the document, from 1.
      this.#ranges.set(places?.[before] ?? String(before + 1), { from: at, to, head: found[0].at, before });
    }
  }

  /** Reads a document. @param place as in `EntryDocument` @returns undefined if it is not there any more */
  read(place: string): EntryDocument | undefined {
    const range = this.#ranges.get(place);
    if (range === undefined) return undefined;
    for (const entry of archiveEntries(this.#file, this.#form, { columns: this.#columns, range })) {
      if (!("problem" in entry) && entry.place === place) return entry;
    }
    return undefined;
  }

  /** The places of all documents, in the order of the archive. */
  #places(): (string | undefined)[] {
    return Array.from(archiveEntries(this.#file, this.#form, { hasContents: false }), ({ place }) => place);
  }
}

/** Unpacks an archive into a temporary file. @returns the path of that file */
function unpackedCopy(path: string): string {
  const folder = newTemporaryFolder();
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, "unpacked");
  const file = openSync(copy, "wx", 0o600);
  try {
    for (const chunk of inUtf8(unpacked(fileChunks(path)))) writeAll(file, chunk);
  } finally {
    closeSync(file);
  }
  return copy;
}
