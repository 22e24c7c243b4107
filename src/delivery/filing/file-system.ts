import {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../../base/errors.js";

/** The used part of Node's `Stats`, without its types, which a consumer may lack. */
export interface FileStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  readonly size: number;
  readonly mode: number;
  /** The number of its owner. */
  readonly uid: number;
  readonly ino: number;
  readonly dev: number;
  readonly nlink: number;
  /** In milliseconds since 1970, as the next. */
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The calls of Node's file system that filing makes. Tests pass one that fails. */
export interface FileSystem {
  closeSync(file: number): void;
  copyFileSync(from: string, to: string, mode?: number): void;
  fstatSync(file: number): FileStatus;
  fsyncSync(file: number): void;
  ftruncateSync(file: number, length: number): void;
  linkSync(from: string, to: string): void;
  lstatSync(path: string, options: { readonly throwIfNoEntry: false }): FileStatus | undefined;
  mkdirSync(path: string, options?: { readonly recursive?: boolean; readonly mode?: number }): unknown;
  openSync(path: string, flags: string | number, mode?: number): number;
  readdirSync(path: string): string[];
  readdirSync(path: string, options: { readonly withFileTypes: true }): FolderEntry[];
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number | null): number;
  realpathSync(path: string): string;
  renameSync(from: string, to: string): void;
  rmdirSync(path: string): void;
  unlinkSync(path: string): void;
  /** The number of the user who runs this; undefined where the system has no such numbers. */
  userId(): number | undefined;
  /** Times in seconds since 1970. */
  utimesSync(path: string, accessed: number, modified: number): void;
  writeSync(file: number, bytes: Uint8Array, offset?: number): number;
}

/** The file system of Node.js. */
export const FILE_SYSTEM: FileSystem = {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  userId: () => process.geteuid?.(),
  utimesSync,
  writeSync,
};

/** The status of a path without following a link; undefined if nothing is there. */
export function statusOf(files: FileSystem, path: string): FileStatus | undefined {
  return files.lstatSync(path, { throwIfNoEntry: false });
}

/** Whether a path is a folder, and not a link to one. */
export function isFolder(files: FileSystem, path: string): boolean {
  return statusOf(files, path)?.isDirectory() ?? false;
}

/**
 * Whether two paths are the same name of the same file, because a folder has two names. Removing
 * one would remove the other. Two hard links are two names.
 */
export function isOneName(files: FileSystem, a: string, b: string): boolean {
  const [one, other] = [statusOf(files, a), statusOf(files, b)];
  if (one === undefined || other === undefined || one.ino !== other.ino || one.dev !== other.dev) return false;
  // A folder may also have two names by a mount, or where case does not count.
  return one.nlink === 1 || realName(files, a) === realName(files, b);
}

function realName(files: FileSystem, path: string): string {
  return join(files.realpathSync(dirname(path)), basename(path));
}

/** Whether the system refused for one of these reasons. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? "");
}
