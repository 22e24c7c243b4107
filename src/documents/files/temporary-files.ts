import { lstatSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { orDataError, orElse } from "../../base/errors.js";
import { writeAll } from "./open-file.js";
import { isRunning, thisProcess } from "./running-process.js";

/**
 * The descriptor of an open file without a name, which all threads of this process can read. The system removes the
 * file when the process ends in any way.
 */
export type TemporaryFile = number;

/**
 * Opens a new file, which the caller has to close, and removes its name. Until then, it is in a folder that only the user
 * can read.
 *
 * @throws DataError if that fails
 */
export function openTemporary(): TemporaryFile {
  return attempted(() => {
    const folder = newTemporaryFolder();
    const path = join(folder, "data");
    try {
      const file = openSync(path, "wx+", 0o600);
      unlinkSync(path);
      return file;
    } finally {
      rmdirSync(folder);
    }
  });
}

/** Writes bytes to a place of a file. @param place default: after the last bytes. @throws DataError if that fails */
export function addTemporary(file: TemporaryFile, bytes: Uint8Array, place?: number): void {
  attempted(() => writeAll(file, bytes, place));
}

/** Calls `run`. @throws DataError instead of an error of the system */
function attempted<T>(run: () => T): T {
  const messageOf = (why: string) =>
    `${tmpdir()}: a temporary file cannot be written: ${why}; TMPDIR chooses another folder`;
  return orDataError(run, messageOf);
}

/** The folders in which this process has called `removeLeftOver`. */
const cleaned = new Set<string>();

/**
 * Creates a temporary folder that only this user can read. The first call removes the folders that killed processes of
 * this user have left behind.
 *
 * @param parent where to create it. Default: the system's folder for temporary files
 * @throws Error with the system's code
 */
export function newTemporaryFolder(parent = tmpdir()): string {
  if (!cleaned.has(parent)) removeLeftOver(parent);
  cleaned.add(parent);
  return mkdtempSync(join(parent, `thresher-${process.pid}-${machineId()}-`));
}

/** Returns eight digits for this machine or container, in which PIDs are unique. */
function machineId(): string {
  const { host, namespace } = thisProcess();
  return crc32(`${host} ${namespace}`).toString(16).padStart(8, "0");
}

/** Removes the temporary folders of this user's processes on this machine that no longer run. */
function removeLeftOver(parent: string): void {
  const ours = new RegExp(`^thresher-(\\d+)-${machineId()}-\\w{6}$`);
  for (const name of readdirSync(parent)) {
    const pid = ours.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(parent, name);
    const status = lstatSync(folder, { throwIfNoEntry: false });
    if (!status?.isDirectory() || status.uid !== process.geteuid?.()) continue;
    // If it cannot be removed, it stays, which does no harm.
    orElse(() => rmSync(folder, { recursive: true, force: true }), undefined);
  }
}
