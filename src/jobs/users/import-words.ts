import { changeLessons } from "../../delivery/users/lesson-file.js";
import { actAsOwner, lessonsPath } from "../../delivery/users/user-files.js";
import { readWordList } from "../../delivery/users/word-list.js";
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
  const file = lessonsPath(models, user, "stop the server, and move the file away");
  changeLessons(file, user, (lessons) => lessons, list);
  const { program, messages, keys } = list;
  const [ham, spam] = messages;
  return { user, program, ham, spam, found, kept: keys.length };
}
