import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { orElse } from "../../base/errors.js";
import { isRunning, thisProcess } from "./running-process.js";

/** The folders from which this process has removed what was left over. */
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
