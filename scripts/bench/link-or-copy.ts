import { copyFileSync, linkSync } from "node:fs";

/** Puts a file in a second place: as a hard link, where the system lets it be one. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, too many links, somebody else's file: whatever it was, a copy will do or tell.
    copyFileSync(from, to);
  }
}
