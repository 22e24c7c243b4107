import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { orElse } from "../../base/errors.js";
import { isRunning, thisProcess } from "./running-process.js";

/** Whether this process has removed left-over folders already. */
let areLeftOversGone = false;

/**
 * Creates a temporary folder that only this user can read. The first call removes the folders that killed processes of
 * this user have left behind.
 *
 * @throws Error with the system's code
 */
export function newTemporaryFolder(): string {
  if (!areLeftOversGone) removeLeftOver();
  areLeftOversGone = true;
  return mkdtempSync(join(tmpdir(), `thresher-${process.pid}-${machineId()}-`));
}

/** Returns eight digits for this machine or container, in which PIDs are unique. */
function machineId(): string {
  const { host, namespace } = thisProcess();
  return crc32(`${host} ${namespace}`).toString(16).padStart(8, "0");
}

/** Removes the temporary folders of this user's processes on this machine that no longer run. */
function removeLeftOver(): void {
  const ours = new RegExp(`^thresher-(\\d+)-${machineId()}-\\w{6}$`);
  for (const name of readdirSync(tmpdir())) {
    const pid = ours.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const status = lstatSync(folder, { throwIfNoEntry: false });
    if (!status?.isDirectory() || status.uid !== process.geteuid?.()) continue;
    // If it cannot be removed, it stays, which does no harm.
    orElse(() => rmSync(folder, { recursive: true, force: true }), undefined);
  }
}
