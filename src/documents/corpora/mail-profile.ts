import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { statusOf } from "../files/files.js";
import { isRunning } from "../files/running-process.js";

/** The folders in a profile of Thunderbird that contain mail: local and POP mail, and IMAP mail. */
const FOLDERS = ["Mail", "ImapMail"];

/** Whether a folder is a profile of Thunderbird. */
export function isProfile(folder: string): boolean {
  const hasPreferences = statusOf(join(folder, "prefs.js")) !== undefined;
  return hasPreferences && FOLDERS.some((name) => statusOf(join(folder, name))?.isDirectory());
}

/** Whether a folder in a profile contains mail. */
export function isOfProfile(name: string): boolean {
  return FOLDERS.includes(name);
}

/**
 * Whether Thunderbird is running with a profile. While it runs, there is a link `lock` to `192.0.2.1:+PID`, which stays
 * after a crash, or a file `parent.lock` on Windows.
 */
export function isInUse(profile: string): boolean {
  if (statusOf(join(profile, "parent.lock")) !== undefined) return true;
  try {
    const [, pid] = /:\+?(\d{1,10})$/.exec(readlinkSync(join(profile, "lock"))) ?? [];
    return pid !== undefined && isRunning(Number(pid));
  } catch {
    return false;
  }
}
