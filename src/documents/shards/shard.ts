import { isAbsolute, join, sep } from "node:path";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { countedBy, sumOf } from "../../base/lists.js";
import { ARCHIVE_FORMATS } from "../archives/archives.js";
import { type ArchivePart, GZIP_RATIO } from "../corpora/archive-part.js";
import { classInLayout, type FolderLayout } from "../files/safe-name.js";
import { isPacked } from "../packing/unpack.js";

/** A slice of a corpus as plain data. It can be opened again below any root. */
export type Shard = readonly (FilePiece | ArchivePiece)[];

/** Files that are one document each. */
export interface FilePiece {
  readonly kind: "files";
  /** The folder that contains the ids, as a path below the root of the plan; empty for the root. */
  readonly folder: string;
  readonly layout: FolderLayout;
  readonly ids: readonly string[];
  /** The size of each file in bytes; null if it is not known. */
  readonly sizes: readonly (number | null)[];
  /** What is before the ids where they are shown, if the documents have no classes. */
  readonly shown?: string | undefined;
}

/** An archive, or a range of it. */
export interface ArchivePiece extends Pick<ArchivePart, "form" | "name" | "label" | "columns" | "layout" | "range"> {
  readonly kind: "archive";
  /** The path below the root of the plan. */
  readonly file: string;
  /** The size of the file in bytes; null if it is not known. */
  readonly size: number | null;
}

/**
 * Returns the maximum number of documents of each class in a shard: infinity for the class of an archive, because only
 * reading it tells. Undefined if an archive has documents of several classes.
 */
export function mostDocuments(shard: Shard): ReadonlyMap<string, number> | undefined {
  const files = shard.flatMap((piece) => (piece.kind === "files" ? [piece] : []));
  const labels = files.flatMap(({ ids, layout }) => ids.map((id) => classInLayout(layout, id)));
  const most = countedBy(labels, (label) => label);
  for (const piece of shard) {
    if (piece.kind === "files") continue;
    if (piece.label === undefined) return undefined;
    most.set(piece.label, Number.POSITIVE_INFINITY);
  }
  return most;
}

/** Checks the shards of a plan. @throws DataError unless they have the right form and lie below the root of the plan. */
export function requireShards(shards: unknown): asserts shards is readonly Shard[] {
  const isSound =
    Array.isArray(shards) && shards.length > 0 && shards.every((shard) => Array.isArray(shard) && shard.every(isPiece));
  if (!isSound) throw new DataError("a shard is not a list of files below the root");
}

/** Whether a value from a plan has the form of a `FilePiece` or `ArchivePiece`. */
function isPiece(piece: unknown): boolean {
  if (!isRecord(piece)) return false;
  const { kind, layout, ...own } = piece as Partial<Record<keyof FilePiece | keyof ArchivePiece, unknown>>;
  if (kind === "files") {
    const { folder, ids, sizes, shown } = own;
    const hasClass = (id: string) => isText(shown) || classInLayout(layout as FolderLayout, id) !== "";
    const isSized = Array.isArray(sizes) && Array.isArray(ids) && sizes.length === ids.length && sizes.every(isSize);
    return isBelow(folder) && isSized && isLayout(layout) && ids.every((id) => isBelow(id) && hasClass(id));
  }
  const { file, size, form, name, label, columns, range } = own;
  return (
    kind === "archive" &&
    isBelow(file) &&
    isSize(size) &&
    isText(form) &&
    Object.hasOwn(ARCHIVE_FORMATS, form) &&
    isText(name) &&
    (label === undefined || (isText(label) && label !== "")) &&
    isRecord(columns) &&
    isText(columns.text) &&
    (columns.moreTexts === undefined || (Array.isArray(columns.moreTexts) && columns.moreTexts.every(isText))) &&
    (columns.label === undefined || isText(columns.label)) &&
    (range === undefined || (Array.isArray(range) && range.length === 3 && range.every(isWhole))) &&
    (layout === undefined || (isRecord(layout) && Array.isArray(layout.left) && isText(layout.inside)))
  );
}

/** Whether a value from a plan has the form of a `FolderLayout`. */
function isLayout(layout: unknown): layout is FolderLayout {
  return layout === "folders" || (isRecord(layout) && Object.values(layout).every(isText));
}

/** Whether a value is the size of a file in a plan: a whole number, or null if it is not known. */
function isSize(value: unknown): boolean {
  return value === null || isWhole(value);
}

/** Windows also separates names by a backslash. */
const SEPARATORS = sep === "/" ? "/" : /[\\/]/;

/** Whether a value is a path that cannot lead out of its root. */
function isBelow(path: unknown): path is string {
  return isText(path) && !path.includes("\0") && !isAbsolute(path) && !path.split(SEPARATORS).includes("..");
}

/** In bytes. Opening a file takes as long as reading and counting this many bytes. */
const OF_A_FILE = 512;

/** The bytes of a file that count as work. The rest of a larger one is mostly attachments, which are skipped. */
const MAX_FILE_BYTES = 1 << 16;

/** Estimates the work for files or a whole archive, in bytes, above 0. */
export function weightOf(piece: Shard[number]): number {
  if (piece.kind === "files") return sumOf(piece.sizes.map(fileWeight));
  return (piece.size || OF_A_FILE) * (isPacked(piece.name) ? GZIP_RATIO : 1);
}

/** Estimates the work for a file that is one document. @param size in bytes */
export function fileWeight(size: number | null): number {
  return OF_A_FILE + Math.min(size ?? 0, MAX_FILE_BYTES);
}

/** Returns the files of a piece, as paths below the root, with their sizes. */
export function filesOfPiece(piece: Shard[number]): (readonly [file: string, size: number | null])[] {
  if (piece.kind === "archive") return [[piece.file, piece.size]];
  return piece.ids.map((id, i) => [join(piece.folder, id), piece.sizes[i]]);
}
