import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DataError, orElse } from "../../base/errors.js";
import { exists, statusOf } from "../../documents/files/open-file.js";
import { changeLessons, hasLessons, readLessons } from "./lesson-file.js";
import { USER, userPaths } from "./user-paths.js";

/** The file of a user. */
export type UserFile = ReturnType<typeof readUserFile>;

/**
 * As root, goes on as the owner of the folder of the files. Otherwise a server of that user could not read what root
 * has written.
 */
export function actAsOwner(pattern: string): void {
  // With a letter in place of the name: see `userPaths`.
  const folder = dirname(`${resolve(pattern).split(USER)[0]}u`);
  const { uid = 0, gid = 0 } = statusOf(folder) ?? {};
  if (uid === 0 || process.geteuid?.() !== 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Returns the names of all users with a file, sorted. @throws as `userPaths` */
export function usersWithFiles(pattern: string): string[] {
  const { pathOf } = userPaths(pattern);
  const whole = pathOf(USER);
  const at = whole.lastIndexOf(USER);
  const folder = whole.slice(0, whole.lastIndexOf("/", at) + 1);
  const [name, ...inside] = whole.slice(folder.length).split("/");
  const [before, after] = name.split(USER);
  // A server counts the users often, so a file is asked for only if the folder of a user may be without it.
  const isThere = (path: string) => inside.length === 0 || exists(path);
  return readdirSync(folder)
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length)
    .map((name) => name.slice(before.length, name.length - after.length))
    .filter((user) => orElse(() => isThere(pathOf(user)), false))
    .sort();
}

/**
 * Reads the file of a user, while a server may use it.
 *
 * @returns its facts; `lessons` is undefined if it is a whole model, as users had before version 0.3
 * @throws DataError if there is none, the name is refused, or the file is damaged, another user's or can be forged
 */
export function readUserFile(pattern: string, user: string) {
  const { pathOf, requireTrusted } = userPaths(pattern);
  const path = pathOf(user);
  if (!exists(path))
    throw new DataError(`there are no lessons of ${JSON.stringify(user)}${otherLetters(pattern, user)}`);
  requireTrusted(path);
  const { lessons, words } = hasLessons(path) ? readLessons(path, user) : {};
  return { user, path, status: statSync(path), lessons, words };
}

/**
 * Returns the path of the lessons of a user, which need not exist.
 *
 * @param advice what to do with a whole model, as users had before version 0.3
 * @throws DataError if the file is a whole model, the name is refused, or the file can be forged
 */
export function lessonsPath(pattern: string, user: string, advice: string): string {
  const { pathOf, requireTrusted } = userPaths(pattern);
  const path = pathOf(user);
  requireTrusted(path);
  if (exists(path) && !hasLessons(path)) throw new DataError(`${path} is a whole model, not lessons: ${advice}`);
  return path;
}

/**
 * Removes the lessons of a user. A server sees it at the next message of the user.
 *
 * @returns the lessons that there were
 * @throws as `readUserFile`; DataError if the file is a whole model, or another process changes it
 */
export function forgetUser(pattern: string, user: string) {
  const path = lessonsPath(pattern, user, "stop the server, and remove the file yourself");
  const file = readUserFile(pattern, user);
  // While the file is locked, no server writes a lesson into it.
  const { lessons } = changeLessons(path, user, () => void rmSync(path));
  return { ...file, lessons };
}

/** Returns a hint at users whose names differ from this one only in small and capital letters. */
function otherLetters(pattern: string, user: string): string {
  const like = usersWithFiles(pattern).filter((other) => other.toLowerCase() === user.toLowerCase());
  return like.length === 0 ? "" : `; there are some of ${like.map((name) => JSON.stringify(name)).join(" and ")}`;
}
