import { statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { crc32 } from "node:zlib";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { codeOf, DataError, isSystemReason, orDataError, reason } from "../../base/errors.js";
import { megabytes, plural } from "../../base/numbers.js";
import { type ArchiveRange, rangeChunks } from "../archives/archive.js";
import { ARCHIVE_FORMATS } from "../archives/archives.js";
import type { ArchiveShare } from "../corpora/archive-corpus.js";
import type { Corpus, FolderLayout, FolderShare } from "../corpora/corpus.js";
import { labelOf } from "../corpora/folder-corpus.js";
import { JoinedCorpus } from "../corpora/joined-corpus.js";
import { openShare } from "../corpora/readers.js";
import type { Problem } from "../document.js";
import { statusOf } from "../files/files.js";
import { isReallyBelow, LEADS_OUT } from "../files/guarded-files.js";
import { PathList } from "../files/path-list.js";

/** Files of which each is a document. */
export interface FilePiece {
  readonly kind: "files";
  /** The folder that contains the ids, as a path below the root of the plan; empty for the root. */
  readonly folder: string;
  readonly layout: FolderLayout;
  readonly ids: readonly string[];
  /** The size of each file in bytes; null if it is not known. */
  readonly sizes: readonly (number | null)[];
}

/** An archive, or a piece of one. */
export interface ArchivePiece extends Pick<ArchiveShare, "form" | "name" | "label" | "columns"> {
  readonly kind: "archive";
  /** The path below the root of the plan. */
  readonly file: string;
  /** The size of the whole file in bytes; null if it is not known. */
  readonly size: number | null;
  /** As in `ArchiveShare`, but with `left` as a list. */
  readonly layout?: { readonly inside: string; readonly left: readonly number[] } | undefined;
  readonly range?: CheckedRange | undefined;
}

/** A piece of an archive with the CRC-32 of its bytes, because in another file the boundaries could cut a document. */
export type CheckedRange = ArchiveRange & { readonly crc32: string };

/** Returns the CRC-32 of a piece of a file, as hexadecimal digits. @throws Error if it cannot be read. */
export function checksumOfRange(path: string, range: ArchiveRange): string {
  let crc = 0;
  for (const chunk of rangeChunks(path, range)) crc = crc32(chunk, crc);
  return crc.toString(16).padStart(8, "0");
}

/** In bytes of JSON. A string in V8 has at most 2^29 characters. */
export const MAX_PLAN_BYTES = 500_000_000;

export function tooManyFiles(): DataError {
  return new DataError(
    `the plan would have more than ${megabytes(MAX_PLAN_BYTES)}, as it names every file: pack the files of each class into tar archives or mailboxes, or plan parts of the corpus and merge each onto the model of those before`,
  );
}

/** Checks early, before reading the sizes of all files. @throws DataError if a plan cannot name this many files. */
export function requirePlannable(ids: Iterable<string>): void {
  let bytes = 0;
  for (const id of ids) bytes += Buffer.byteLength(id) + LEAST_OF_A_FILE;
  if (bytes > MAX_PLAN_BYTES) throw tooManyFiles();
}

/** In bytes, in addition to its path: quotes, two commas and a size. */
const LEAST_OF_A_FILE = 5;

/** A slice of a corpus as plain data, which can be opened again below any root. */
export type Shard = readonly (FilePiece | ArchivePiece)[];

/**
 * Opens a shard. Does not follow symbolic links that lead out of the root.
 *
 * @param root the place of the corpus on this machine
 * @param strict whether something that cannot be read is an error
 */
export function openShard(shard: Shard, root: string, strict: boolean): Corpus {
  const corpora = shard.map((piece) => {
    if (piece.kind === "files") {
      const { folder, layout, ids } = piece;
      const { packed: paths } = PathList.of(ids);
      const share: FolderShare = { reader: "folders", root: join(root, folder), strict, paths, layout, within: root };
      return openShare(share);
    }
    const { file, form, name, label, columns, layout, range } = piece;
    const share: ArchiveShare = {
      ...{ reader: "archive", root: join(root, file), strict, form, name, label, columns, range },
      within: root,
      layout: layout && { inside: layout.inside, left: new Set(layout.left) },
    };
    return openShare(share);
  });
  return new JoinedCorpus(root, strict, corpora);
}

/** Returns the maximum number of documents of each class in a shard; undefined if only reading the shard can tell. */
export function mostDocuments(shard: Shard): ReadonlyMap<string, number> | undefined {
  const most = new Map<string, number>();
  for (const piece of shard) {
    if (piece.kind === "files") {
      for (const id of piece.ids) {
        const label = labelOf(piece.layout, id);
        most.set(label, (most.get(label) ?? 0) + 1);
      }
    } else if (piece.label === undefined) return undefined;
    else most.set(piece.label, Number.POSITIVE_INFINITY);
  }
  return most;
}

/** How many files an error names. */
const NAMED = 3;

/**
 * Checks that the files of a shard are the planned ones: compares their sizes, and the bytes of pieces of archives.
 *
 * @throws DataError that names missing or changed files, or says that the folder does not exist
 */
export function requireUnchanged(shard: Shard, root: string): void {
  requireRoot(root);
  const changed = shard.flatMap((piece) => {
    if (piece.kind === "archive") return changeOf(root, piece.file, piece.size) ?? changeOfRange(root, piece) ?? [];
    const { folder, ids, sizes } = piece;
    return ids.flatMap((id, i) => changeOf(root, join(folder, id), sizes[i]) ?? []);
  });
  if (changed.length === 0) return;
  throw new DataError(
    `${root}: the corpus has changed since it was planned: ${namedFirst(changed)}: give its folder as root, or plan or train again`,
    { options: ["root"] },
  );
}

/** Checks that a corpus can be at a path. @throws DataError if it is not a folder */
export function requireRoot(root: string): void {
  if (statusOf(root)?.isDirectory()) return;
  throw new DataError(`${root}: there is no such folder on this machine: give that of the corpus as root`, {
    options: ["root"],
  });
}

/**
 * Checks that this machine could read every file. Otherwise its counts would differ from those of other machines.
 *
 * @param problems the problems that reading the shard found
 * @throws DataError that names the files.
 */
export function requireReadable(root: string, problems: readonly Problem[]): void {
  const unread = problems.flatMap(({ kind, where, detail = "" }) => {
    const isLeftOut = kind === "unreadable" || kind === "damaged";
    return isLeftOut && (isSystemReason(detail) || detail === LEADS_OUT) ? [`${where} (${detail})`] : [];
  });
  if (unread.length === 0) return;
  throw new DataError(
    `${root}: cannot be read: ${namedFirst(unread)}: make it readable here and run this again, or plan without it (--exclude)`,
  );
}

function namedFirst(files: readonly string[]): string {
  const more = files.length > NAMED ? ` and ${plural(files.length - NAMED, "more", "more")}` : "";
  return `${files.slice(0, NAMED).join(", ")}${more}`;
}

function changeOf(root: string, file: string, planned: number | null): string | undefined {
  const path = join(root, file);
  try {
    // Checked first, so that errors reveal nothing about files elsewhere.
    if (!isReallyBelow(root, path)) return `${file} is not below it (${LEADS_OUT})`;
    if (planned === null) return undefined;
    const status = statSync(path);
    if (!status.isFile()) return `${file} is not a file any more`;
    return status.size === planned ? undefined : `${file} has ${status.size} bytes instead of ${planned}`;
  } catch (error) {
    const isMissing = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
    // A file of unknown size may be missing. Reading it reports that.
    if (isMissing) return planned === null ? undefined : `${file} is missing`;
    return `${file} cannot be found: ${reason(error)}`;
  }
}

function changeOfRange(root: string, { file, range }: ArchivePiece): string | undefined {
  if (range === undefined) return undefined;
  const path = join(root, file);
  const checksum = orDataError(
    () => checksumOfRange(path, range),
    (why) => `${path}: cannot be read: ${why}`,
  );
  return checksum === range.crc32 ? undefined : `${file} has other bytes`;
}

/** Checks the shards of a plan. @throws DataError unless they have the right form and lie below its root. */
export function requireShards(shards: unknown): asserts shards is readonly Shard[] {
  const isSound = isList(shards) && shards.length > 0 && shards.every((shard) => isList(shard) && shard.every(isPiece));
  if (!isSound) throw new DataError("a shard is not a list of files below the root");
}

function isPiece(piece: unknown): boolean {
  if (!isRecord(piece)) return false;
  const { kind, layout, ...own } = piece as Partial<Record<keyof FilePiece | keyof ArchivePiece, unknown>>;
  if (kind === "files") {
    const { folder, ids, sizes } = own;
    const isSized = isList(sizes) && isList(ids) && sizes.length === ids.length && sizes.every(isSize);
    return isBelow(folder) && isSized && isLayout(layout) && ids.every((id) => isBelow(id) && labelOf(layout, id));
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
    (columns.label === undefined || isText(columns.label)) &&
    (layout === undefined || (isRecord(layout) && isList(layout.left) && isText(layout.inside))) &&
    (range === undefined || (isRecord(range) && [range.from, range.to, range.head, range.before].every(isWhole)))
  );
}

function isLayout(layout: unknown): layout is FolderLayout {
  return layout === "folders" || (isRecord(layout) && Object.values(layout).every(isText));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isSize(value: unknown): boolean {
  return value === null || isWhole(value);
}

/** Windows also separates names by a backslash. */
const SEPARATORS = sep === "/" ? "/" : /[\\/]/;

/** Whether a path cannot lead out of its root. */
function isBelow(path: unknown): path is string {
  return isText(path) && !path.includes("\0") && !isAbsolute(path) && !path.split(SEPARATORS).includes("..");
}
