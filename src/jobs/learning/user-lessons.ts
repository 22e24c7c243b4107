import { UsageError } from "../../base/errors.js";
import { lessonsPath } from "../../delivery/users/user-files.js";
import { UserModel } from "../../delivery/users/user-model.js";
import { exists } from "../../documents/files/open-file.js";
import type { LimitedModel } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";

/** A user, and where the lessons of users are. */
export interface UserOptions {
  /** The paths of the lessons of users, with `%u` for the name: see `userPaths`. */
  readonly models?: string | undefined;
  /** The user. */
  readonly user?: string | undefined;
}

/**
 * Whether options name a user.
 *
 * @throws UsageError unless they name both the user and the files, or none of them; or if they name a history as well
 */
export function namesUser({ models, user, history }: UserOptions & { readonly history?: string | undefined }): boolean {
  if ((models === undefined) !== (user === undefined)) {
    const why = user === undefined ? "--models needs --user" : "--user needs --models";
    throw new UsageError(why, { options: ["models", "user"] });
  }
  if (user !== undefined && history !== undefined) {
    throw new UsageError("--history cannot be combined with --models: thresher review corrects the model for all");
  }
  return user !== undefined;
}

/**
 * Returns a function that finds the lessons of a user above the model for all: undefined if the user has none, or options
 * name no user.
 *
 * @throws UsageError as `namesUser`; the function, DataError if the file cannot be used, or the model gives several labels
 */
export function lessonsOf(options: UserOptions): (site: LimitedModel) => UserModel | undefined {
  if (!namesUser(options)) return () => undefined;
  const { models = "", user = "" } = options;
  return (site) => {
    requireOneClass(site.model, "models", "leave it out");
    const path = lessonsPath(models, user, "name it with --model, alone");
    return exists(path) ? new UserModel(path, user, { site: () => site }) : undefined;
  };
}
