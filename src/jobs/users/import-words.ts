import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DataError } from "../../base/errors.js";
import { hasLessons, keepWords } from "../../delivery/users/lesson-file.js";
import { actAsOwner } from "../../delivery/users/user-files.js";
import { userPaths } from "../../delivery/users/user-paths.js";
import { readWordList } from "../../delivery/users/word-list.js";
import { exists } from "../../documents/files/open-file.js";
import type { UsersOptions } from "./list-users.js";

/**
 * Keeps the word list of another program beside the lessons of a user, in place of an earlier one.
 *
 * @param path the list
 * @throws DataError if the list cannot be used, the name is refused, or the user has a whole model
 */
export function importWords(user: string, path: string, { models }: UsersOptions) {
  // The list is read as the caller, who may be root; the lessons are written as their owner.
  const { list, found } = readWordList(path);
  actAsOwner(models);
  const { pathOf, requireTrusted } = userPaths(models);
  const file = pathOf(user);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  requireTrusted(exists(file) ? file : dirname(file));
  if (exists(file) && !hasLessons(file)) {
    throw new DataError(`${file} is a whole model, not lessons: stop the server, and move the file away`);
  }
  keepWords(file, user, list);
  const { program, messages, keys } = list;
  const [ham, spam] = messages;
  return { user, program, ham, spam, found, kept: keys.length };
}
