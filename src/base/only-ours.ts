/** The part of `fs.Stats` that tells who can write to a file. */
export interface Permissions {
  readonly uid: number;
  readonly mode: number;
}

/**
 * Whether only this user and root can write to a file or put files into a folder: one of them owns it, and its mode
 * does not allow the group or others to write. Returns false on systems without this information, such as Windows. A
 * POSIX access list that allows more users to write appears as a group that may write.
 * The command checks files with this when it starts, so this file imports nothing.
 *
 * @param friend the uid of a third user who may write
 */
export function isOnlyOurs({ uid, mode }: Permissions, friend?: number): boolean {
  return (uid === 0 || uid === process.geteuid?.() || uid === friend) && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** Whether this user owns a file. Returns true on systems without this information, such as Windows. */
export function isOurs({ uid }: Pick<Permissions, "uid">): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Whether this user or root owns a file. Returns true on systems without this information, such as Windows. */
export function isOursOrRoots({ uid }: Pick<Permissions, "uid">): boolean {
  return uid === 0 || isOurs({ uid });
}

/** The bits of a mode that allow the group or others to write. */
export const WRITABLE_BY_OTHERS = 0o022;
