/** The part of `fs.Stats` that tells who can write. */
export interface Permissions {
  readonly uid: number;
  readonly mode: number;
}

/**
 * Whether only this user and root can write to a file, or put files into a folder: one of them owns
 * it, and its mode lets neither its group nor others write. False on systems that do not tell, such
 * as Windows. A POSIX access list that lets more users write shows as a group that may. The start of
 * the command loads this file and nothing else of this room.
 *
 * @param friend a third user who may write
 */
export function isOnlyOurs({ uid, mode }: Permissions, friend?: number): boolean {
  return (uid === 0 || uid === process.geteuid?.() || uid === friend) && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** Whether this user owns a file. True on systems that do not tell, such as Windows. */
export function isOurs({ uid }: Pick<Permissions, "uid">): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Whether this user or root owns a file. True on systems that do not tell, such as Windows. */
export function isOursOrRoots({ uid }: Pick<Permissions, "uid">): boolean {
  return uid === 0 || isOurs({ uid });
}

/** The bits of a mode that let the group or others write. */
export const WRITABLE_BY_OTHERS = 0o022;
