import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import { statusOf } from "../files/file-status.js";
import { isRunning } from "../files/running-process.js";

/** The folders in a Thunderbird profile that contain mail: `Mail` for local folders and POP, `ImapMail` for IMAP. */
const MAIL_FOLDERS = ["Mail", "ImapMail"];

/** Whether a folder is a Thunderbird profile. */
export function isProfile(folder: string): boolean {
  const hasPreferences = statusOf(join(folder, "prefs.js")) !== undefined;
  return hasPreferences && MAIL_FOLDERS.some((name) => statusOf(join(folder, name))?.isDirectory());
}

/** Whether a folder in a profile contains mail, by its name. */
export function isProfileMailFolder(name: string): boolean {
  return MAIL_FOLDERS.includes(name);
}

/**
 * Whether Thunderbird is running with a profile. While it runs, the profile has a file `parent.lock` (Windows), or a
 * link `lock` to `192.0.2.1:+PID`. The link stays after a crash, so its process is checked.
 */
export function isProfileInUse(profile: string): boolean {
  if (statusOf(join(profile, "parent.lock")) !== undefined) return true;
  const lock = orElse(() => readlinkSync(join(profile, "lock")), "");
  const [, pid] = /:\+?(\d{1,10})$/.exec(lock) ?? [];
  return pid !== undefined && isRunning(Number(pid));
}
