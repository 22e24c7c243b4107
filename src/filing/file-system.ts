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
  type Stats,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";

/** The calls of Node's file system that filing makes. */
export const FILE_SYSTEM = {
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
/** These, or others in their place: a test has some that fail. */
export type FileSystem = typeof FILE_SYSTEM;

/** What is at a path itself, a link not followed; undefined if nothing is. */
export function statusOf(files: FileSystem, path: string): Stats | undefined {
  return files.lstatSync(path, { throwIfNoEntry: false });
}

/** Whether a path is that of a folder, and not of a link to one. */
export function isFolder(files: FileSystem, path: string): boolean {
  return statusOf(files, path)?.isDirectory() ?? false;
}

/** Whether the system refused for one of these reasons. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? "");
}
