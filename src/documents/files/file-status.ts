import { type Stats, statSync } from "node:fs";
import { orElse } from "../../base/errors.js";

/** Returns the status of a path; undefined if it cannot be read. Opening the path then throws the reason. */
export function statusOf(path: string): Stats | undefined {
  return orElse(() => statSync(path), undefined);
}

/** Whether a path exists. @throws Error with the system's code if that cannot be known */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns a text that changes when a file is replaced or written (nobody can set ctime back); empty without a file. */
export function fileStamp(path: string): string {
  const status = statusOf(path);
  return status === undefined ? "" : [status.dev, status.ino, status.size, status.mtimeMs, status.ctimeMs].join();
}

/** Returns when a file was last written, in milliseconds since 1970; undefined if it is gone or has no valid time. */
export function modifiedTime(path: string): number | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time !== undefined && Number.isNaN(new Date(time).getTime()) ? undefined : time;
}
