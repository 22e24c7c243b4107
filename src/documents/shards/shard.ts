import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { ArchiveRange, Columns } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import type { ArchiveShare } from "../corpora/archive-corpus.js";
import type { Corpus, FolderLayout, FolderShare } from "../corpora/corpus.js";
import { JoinedCorpus } from "../corpora/joined-corpus.js";
import { openShare } from "../corpora/readers.js";
import { PathList } from "../files/path-list.js";
import { checksumOfRange } from "./checksum.js";

/** Files that are a document each. */
export interface FilePiece {
  readonly kind: "files";
  /** The folder that the ids are below, itself below the root of the plan; empty for the root. */
  readonly folder: string;
  readonly layout: FolderLayout;
  readonly ids: readonly string[];
  /** The size of each in bytes; null if it is not known. */
  readonly sizes: readonly (number | null)[];
}

/** An archive, or a part of one. */
export interface ArchivePiece {
  readonly kind: "archive";
  /** Below the root of the plan. */
  readonly file: string;
  /** The size of the whole file in bytes; null if it is not known. */
  readonly size: number | null;
  readonly form: ArchiveForm;
  /** As in `ArchiveShare`. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly columns: Columns;
  /** As in `ArchiveShare`: `left` as a list. */
  readonly layout?: { readonly inside: string; readonly left: readonly number[] } | undefined;
  readonly range?: CheckedRange | undefined;
}

/** A part of an archive, and the CRC-32 of its bytes: elsewhere, a boundary might fall into a document. */
export type CheckedRange = ArchiveRange & { readonly crc32: string };

/** A part of a corpus, as plain data: below any root, it can be opened again. */
export type Shard = readonly (FilePiece | ArchivePiece)[];

/**
 * Opens a shard.
 *
 * @param root where the corpus lies on this machine
 * @param strict whether something that cannot be read is an error
 */
export function openShard(shard: Shard, root: string, strict: boolean): Corpus {
  const parts = shard.map((piece) => {
    if (piece.kind === "files") {
      const { folder, layout, ids } = piece;
      const { packed: paths } = PathList.of(ids);
      const share: FolderShare = { reader: "folders", root: join(root, folder), strict, paths, layout };
      return openShare(share);
    }
    const { file, form, name, label, columns, layout, range } = piece;
    const share: ArchiveShare = {
      ...{ reader: "archive", root: join(root, file), strict, form, name, label, columns, range },
      layout: layout && { inside: layout.inside, left: new Set(layout.left) },
    };
    return openShare(share);
  });
  return new JoinedCorpus(root, strict, parts);
}

/** How many changed files an error names. */
const NAMED = 3;

/**
 * Checks that the files of a shard are those of the plan: by their sizes, and parts of archives by their bytes.
 *
 * @throws DataError that names files that are missing or changed.
 */
export function requireUnchanged(shard: Shard, root: string): void {
  const changed = shard.flatMap((piece) => {
    if (piece.kind === "archive") return changeOf(root, piece.file, piece.size) ?? changeOfRange(root, piece) ?? [];
    const { folder, ids, sizes } = piece;
    return ids.flatMap((id, i) => changeOf(root, join(folder, id), sizes[i]) ?? []);
  });
  if (changed.length === 0) return;
  const more = changed.length > NAMED ? ` and ${plural(changed.length - NAMED, "more", "more")}` : "";
  throw new DataError(
    `${root}: the corpus has changed since it was planned: ${changed.slice(0, NAMED).join(", ")}${more}: plan it again, or name another folder with --root`,
  );
}

function changeOf(root: string, file: string, planned: number | null): string | undefined {
  if (planned === null) return undefined;
  try {
    const size = statSync(join(root, file), { throwIfNoEntry: false })?.size;
    if (size === planned) return undefined;
    return size === undefined ? `${file} is missing` : `${file} has ${size} bytes instead of ${planned}`;
  } catch {
    // Reading it will tell why, and leave it out.
    return undefined;
  }
}

function changeOfRange(root: string, { file, range }: ArchivePiece): string | undefined {
  if (range === undefined) return undefined;
  try {
    return checksumOfRange(join(root, file), range) === range.crc32 ? undefined : `${file} has other bytes`;
  } catch (error) {
    throw new DataError(`${join(root, file)}: cannot be read: ${reason(error)}`);
  }
}

/** @throws DataError unless the shards of a plan are such that they can be opened, and lie below its root. */
export function requireShards(shards: unknown): asserts shards is readonly Shard[] {
  const isSound = isList(shards) && shards.length > 0 && shards.every((shard) => isList(shard) && shard.every(isPiece));
  if (!isSound) throw new DataError("a shard is not a list of files below the root");
}

function isPiece(piece: unknown): boolean {
  if (typeof piece !== "object" || piece === null) return false;
  const { kind, layout, ...own } = piece as Partial<Record<keyof FilePiece | keyof ArchivePiece, unknown>>;
  if (kind === "files") {
    const { folder, ids, sizes } = own;
    const isSized = isList(sizes) && isList(ids) && sizes.length === ids.length && sizes.every(isSize);
    return isBelow(folder) && isSized && ids.every(isBelow) && ["folders", "maildir"].includes(String(layout));
  }
  const { file, size, form, name, label, columns, range } = own;
  const { left, inside } = (layout ?? { left: [], inside: "" }) as { left?: unknown; inside?: unknown };
  const { from, to, head, before } = (range ?? { from: 0, to: 0, head: 0, before: 0 }) as Record<string, unknown>;
  return (
    kind === "archive" &&
    isBelow(file) &&
    isSize(size) &&
    Object.hasOwn(ARCHIVE_FORMATS, String(form)) &&
    isText(name) &&
    (label === undefined || isText(label)) &&
    isText((columns as Partial<Columns> | undefined)?.text) &&
    isList(left) &&
    isText(inside) &&
    [from, to, head, before].every((number) => number !== null && isSize(number))
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isSize(value: unknown): boolean {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}

/** Whether a path cannot lead out of the root. */
function isBelow(path: unknown): boolean {
  return isText(path) && !isAbsolute(path) && !path.split(/[\\/]/).includes("..");
}
