/** What `fs.Stats` says of a file or folder. */
export interface Permissions {
  readonly uid: number;
  readonly mode: number;
}

/**
 * Whether only this user and root can write to a file, or put files into a folder: one of them owns
 * it, and its mode lets neither its group nor others write. False on systems that do not tell, such
 * as Windows. A POSIX access list that lets more users write shows as a group that may. In a file
 * of its own, because the start of the command needs it and nothing else of this room.
 *
 * @param friend a third user who may
 */
export function isOnlyOurs({ uid, mode }: Permissions, friend?: number): boolean {
  return (uid === 0 || uid === process.geteuid?.() || uid === friend) && (mode & WRITABLE_BY_OTHERS) === 0;
}

const WRITABLE_BY_OTHERS = 0o022;
