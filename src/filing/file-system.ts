import * as fs from "node:fs";

/** The calls of Node's file system that filing makes: a test may put others in their place that fail. */
export type FileSystem = Pick<
  typeof fs,
  | "closeSync"
  | "copyFileSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "linkSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readdirSync"
  | "readFileSync"
  | "readSync"
  | "realpathSync"
  | "renameSync"
  | "rmdirSync"
  | "unlinkSync"
  | "utimesSync"
  | "writeSync"
>;

/** That of the system. */
export const FILE_SYSTEM: FileSystem = fs;

/** What is at a path itself, a link not followed; undefined if nothing is. */
export function statusOf(files: FileSystem, path: string): fs.Stats | undefined {
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
