import { DataError } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import { actAsOwner, readUserFile, type UserFile, usersWithFiles } from "../../delivery/users/user-files.js";
import { type Follower, tellFault } from "../follower.js";

/** The options of the jobs about users. */
export interface UsersOptions extends Follower {
  /** The path of the file of each user, whose name is `%u`. */
  readonly models: string;
}

/** The facts about the file of a user. */
export type UserFacts = ReturnType<typeof factsOf>;

/** Returns the facts about the file of a user. */
export function factsOf({ user, path, status, lessons, words }: UserFile) {
  const classes: Record<string, number> = Object.fromEntries(countedBy(lessons ?? [], ({ label }) => label));
  // Each change replaces the file.
  const last = status.mtime.toISOString();
  return { user, path, bytes: status.size, classes, last, isWhole: lessons === undefined, words: words?.program };
}

/** Returns facts about the files of all users. Files that cannot be used are faults. @throws as `usersWithFiles` */
export function listUsers(options: UsersOptions): { readonly users: readonly UserFacts[]; readonly faults: number } {
  const { models } = options;
  actAsOwner(models);
  const names = usersWithFiles(models);
  const users = names.flatMap((name) => {
    try {
      return [factsOf(readUserFile(models, name))];
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      tellFault(options, error.message);
      return [];
    }
  });
  return { users, faults: names.length - users.length };
}
