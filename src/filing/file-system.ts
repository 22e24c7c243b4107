import {
  closeSync,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** What is at a path; of Node's `Stats`, and without its types, which a consumer may lack. */
export interface FileStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  readonly size: number;
  readonly mode: number;
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

/** The calls of Node's file system that filing makes, as it makes them: a test has some that fail. */
export interface FileSystem {
  closeSync(file: number): void;
  copyFileSync(from: string, to: string, mode?: number): void;
  fsyncSync(file: number): void;
  ftruncateSync(file: number, length: number): void;
  linkSync(from: string, to: string): void;
  lstatSync(path: string, options: { readonly throwIfNoEntry: false }): FileStatus | undefined;
  mkdirSync(path: string, options?: { readonly recursive: boolean }): unknown;
  openSync(path: string, flags: string | number, mode?: number): number;
  readdirSync(path: string): string[];
  readdirSync(path: string, options: { readonly withFileTypes: true }): FolderEntry[];
  readFileSync(path: string): Uint8Array;
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: number | null): number;
  realpathSync(path: string): string;
  renameSync(from: string, to: string): void;
  rmdirSync(path: string): void;
  unlinkSync(path: string): void;
  /** Times in seconds since 1970. */
  utimesSync(path: string, accessed: number, modified: number): void;
  writeSync(file: number, bytes: Uint8Array, offset?: number): number;
}

/** That of the system. */
export const FILE_SYSTEM: FileSystem = {
  closeSync,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeSync,
};

/** What is at a path itself, a link not followed; undefined if nothing is. */
export function statusOf(files: FileSystem, path: string): FileStatus | undefined {
  return files.lstatSync(path, { throwIfNoEntry: false });
}

/** Whether a path is that of a folder, and not of a link to one. */
export function isFolder(files: FileSystem, path: string): boolean {
  return statusOf(files, path)?.isDirectory() ?? false;
}

/**
 * Whether two paths are one name of one file, by folders that have two names themselves: to
 * remove one would be to remove both. Two hard links are two names.
 */
export function isOneName(files: FileSystem, a: string, b: string): boolean {
  const [one, other] = [statusOf(files, a), statusOf(files, b)];
  if (one === undefined || other === undefined || one.ino !== other.ino || one.dev !== other.dev) return false;
  // Links are not all that gives a folder two names: mounts do, and file systems to which case is nothing.
  return one.nlink === 1 || realName(files, a) === realName(files, b);
}

function realName(files: FileSystem, path: string): string {
  return join(files.realpathSync(dirname(path)), basename(path));
}

/** Whether the system refused for one of these reasons. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? "");
}
