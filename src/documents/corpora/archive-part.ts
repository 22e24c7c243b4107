import { orElse } from "../../base/errors.js";
import type { ArchiveFormat, ArchiveRange } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import type { Columns } from "../archives/columns.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { LabelledDocument } from "../document.js";
import { type Opener, statusOf } from "../files/open-file.js";
import { classOf } from "../files/safe-name.js";
import { isPacked } from "../packing/unpack.js";
import type { Problem } from "../problem.js";

/** An archive that belongs to a corpus, as plain data. One thread reads it from its beginning to its end. */
export interface ArchivePart {
  readonly kind: "archive";
  /** The path of the file. */
  readonly root: string;
  readonly form: ArchiveForm;
  /** The path of the file, relative to the corpus. */
  readonly name: string;
  /** The class of all documents. Default: each document has its own class. */
  readonly label?: string | undefined;
  readonly columns: Columns;
  /** The layout, if the archive has a folder per class. */
  readonly layout?: ArchiveLayout | undefined;
  /** Whether a folder lists it as a regular file. A symbolic link in its place is then not followed. Default false. */
  readonly isListed?: boolean | undefined;
  /** The range of the file to read. Default: all of it. */
  readonly range?: ArchiveRange | undefined;
}

/** The layout of an archive with a folder per class. */
export interface ArchiveLayout {
  /** The folders around all classes, with a slash at the end; usually `""`. */
  readonly inside: string;
  /** The numbers, from 0, of the entries to leave out: they have no class, or a later entry replaces them. */
  readonly left: readonly number[];
}

/**
 * Reads the documents of an archive.
 *
 * @param open default: opens any path
 * @param report called with each problem
 * @returns the number of its entries, including entries that are no documents
 */
export function* documentsInArchive(
  { root, form, name, label: labelOfAll, columns, layout, range }: ArchivePart,
  open: Opener | undefined,
  report: (problem: Problem) => void,
): Generator<LabelledDocument, number> {
  const ids = new Set<string>();
  const leftOut = new Set(layout?.left);
  let number = -1;
  for (const entry of archiveEntries(root, form, { columns, open, range })) {
    number++;
    const { place } = entry;
    const where = place === undefined ? name : layout ? place.slice(layout.inside.length) : `${name}#${place}`;
    if ("problem" in entry) {
      report({ kind: entry.problem, where, detail: entry.detail });
      continue;
    }
    const label = labelOfAll ?? entry.label ?? (layout && !leftOut.has(number) ? classOf(where) : undefined);
    if (label === undefined) continue;
    const { bytes, id, row } = entry;
    if (entry.isTruncated) report({ kind: "truncated", where });
    if (entry.hasMoreLabels) report({ kind: "several labels", where });
    // An id that is empty or repeated cannot name a document: the id from its place remains.
    const isUsable = id !== undefined && id !== "" && !ids.has(id);
    if (isUsable) ids.add(id);
    else if (id !== undefined) report({ kind: "no id", where, detail: id || undefined });
    yield { id: isUsable ? id : where, label, bytes, ...(row && { row }) };
  }
  return number + 1;
}

/** An estimate of the average size of a document in bytes. */
const DOCUMENT_BYTES = 4096;

/** An estimate of the factor by which gzip shrinks text. */
export const GZIP_RATIO = 3;

/** In bytes. The number of documents in a file of more than eight times this size is estimated from its beginning. */
const SAMPLE_BYTES = 1 << 20;

/** The estimates so far. */
const known = new WeakMap<ArchivePart, number>();

/** Returns the number of documents if the file says it, or estimates it. */
export function documentsAbout(part: ArchivePart): number {
  const { root, form, columns } = part;
  const { size: stated }: ArchiveFormat = ARCHIVE_FORMATS[form];
  const size = statusOf(root)?.size ?? 0;
  let documents = known.get(part) ?? stated?.(root) ?? 0;
  if (documents === 0 && stated === undefined && size > 8 * SAMPLE_BYTES) {
    const sample = archiveEntries(root, form, { columns, range: [0, SAMPLE_BYTES, 0], hasContents: false });
    documents = Math.ceil((orElse(() => [...sample].length, 0) * size) / SAMPLE_BYTES);
  }
  documents ||= Math.ceil(1 + (size * (isPacked(root) ? GZIP_RATIO : 1)) / DOCUMENT_BYTES);
  known.set(part, documents);
  return documents;
}
