import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { DataError, orDataError, UsageError } from "../../base/errors.js";
import { isOnlyOurs } from "../../base/only-ours.js";
import { safeText } from "../../base/safe-text.js";
import { exists } from "../../documents/files/open-file.js";
import { RequestFault } from "../serving/protocols/protocol.js";

/** Stands for the user's name in a pattern. It can itself be a name. */
export const USER = "%u";
/** Maximum bytes of a file's name. File systems allow 255, and the lock of a model's queue has 58 more. */
const MAX_NAME_BYTES = 255 - 58;
/** Maximum length of a refused name in an error, in characters. */
const MAX_SHOWN = 60;
/**
 * Endings of the files that Thresher puts next to a model. A pattern cannot end so: with `%u.model.previous`, a user's
 * model could be the earlier model of another user.
 */
const BESIDE = /\.(?:previous|queue|lock|over|tmp)$/;
/** Control characters, invisible ones, halves of a character, and the mark of bytes that are not UTF-8. */
const UNSUITABLE = /[\p{C}\uFFFD/]/u;

/** The paths of the files of users. */
export type UserPaths = ReturnType<typeof userPaths>;

/**
 * Returns the paths of the files of users, by a pattern in which `%u` is the user's name, such as
 * `/var/lib/thresher/%u.model`. A name cannot lead out of the folder before `%u`. Nobody but this user and root may be
 * able to write there, because forged lessons would sort the mail of others.
 *
 * @throws UsageError if the pattern does not have one `%u`; DataError if its folder is missing or others can write to
 *   it.
 */
export function userPaths(pattern: string) {
  const whole = resolve(pattern);
  // Without %u, `after` is empty.
  const [before, after = "", ...more] = whole.split(USER);
  const hasOtherPercent = more.length > 0 || (before + after).includes("%");
  const hasOwnEnd = after !== "" && !BESIDE.test(after);
  if (hasOtherPercent || !hasOwnEnd) {
    const must = "must have one %u, for the name of the user, no other %, and an end of its own, such as %u.model";
    throw new UsageError(`models: ${JSON.stringify(pattern)} ${must}`, { options: ["models"] });
  }
  // With a letter in place of %u, because a slash may be before it, and `dirname` ignores a slash at the end.
  const folder = dirname(`${before}u`);
  /** The folder before `%u`, without links. */
  const root = orDataError(
    () => realpathSync.native(folder),
    (why) => `${folder}: the folder of the users' files cannot be used: ${why}`,
  );
  requireOnlyOurs(root);
  return {
    /**
     * Returns the path of a user's file, which need not exist. A name such as `me@example.org` is usual.
     *
     * @throws RequestFault if the name is empty, begins with a dot, is too long for a file, or contains a slash or a
     *   character that cannot be seen.
     */
    pathOf(user: string): string {
      const shown = JSON.stringify(safeText(user.slice(0, MAX_SHOWN)));
      const refused = (why: string) => new RequestFault(400, `the user name ${shown} is refused: it ${why}`);
      if (user === "" || user.startsWith(".")) throw refused("is empty or begins with a dot");
      if (UNSUITABLE.test(user) || user.includes(sep)) {
        throw refused("has a slash, or a character that cannot be seen or is not UTF-8");
      }
      const rest = whole.slice(folder.length).replace(USER, () => user);
      if (rest.split("/").some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) {
        throw refused(`is too long for a file: with the rest of the file's name, use at most ${MAX_NAME_BYTES} bytes`);
      }
      return join(root, rest);
    },

    /**
     * Checks a path below the folder, or what exists of it.
     *
     * @throws DataError if a link is on it, or others can write to a part of it
     */
    requireTrusted(path: string): void {
      let at = path;
      while (!exists(at)) at = dirname(at);
      if (realpathSync.native(at) !== at) {
        throw new DataError(`${at}: a symbolic link is on this path: put the file itself there`);
      }
      for (; at.length >= root.length; at = dirname(at)) {
        requireOnlyOurs(at);
        if (at === root) return;
      }
    },
  };
}

/** @throws DataError if another user than this one and root can write to a file or folder. */
function requireOnlyOurs(path: string): void {
  if (isOnlyOurs(lstatSync(path))) return;
  throw new DataError(
    `${path}: other users can write to it, so they could forge lessons: chown it to the user of the server, and chmod go-w`,
  );
}
