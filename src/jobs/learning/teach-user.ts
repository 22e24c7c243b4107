import { UsageError } from "../../base/errors.js";
import type { Teacher } from "../../delivery/filter/teacher.js";
import { FilteringModel } from "../../delivery/serving/filtering-model.js";
import { hasLessons } from "../../delivery/users/lesson-file.js";
import { ModelPool } from "../../delivery/users/model-pool.js";
import { UserModel } from "../../delivery/users/user-model.js";
import { userPaths } from "../../delivery/users/user-paths.js";
import type { TextModel } from "../../model/text-model.js";
import { type Follower, tellFault } from "../follower.js";

/** A user, and where the lessons of users are. */
export interface UserOptions {
  /** The paths of the lessons of users, with `%u` for the name: see `userPaths`. */
  readonly models?: string | undefined;
  /** The user. */
  readonly user?: string | undefined;
}

/** Whether options name a user. @throws UsageError unless they name both the user and the files, or none of them */
export function namesUser({ models, user }: UserOptions): boolean {
  if ((models === undefined) === (user === undefined)) return user !== undefined;
  throw new UsageError(user === undefined ? "--models needs --user" : "--user needs --models", {
    options: ["models", "user"],
  });
}

/** Returns the lessons of a user; undefined if options name no user, or the user has none. @throws as `userTeacher` */
export function lessonsOf(options: UserOptions, model: TextModel): UserModel | undefined {
  if (!namesUser(options)) return undefined;
  const { models = "", user = "" } = options;
  const path = userPaths(models).pathOf(user);
  return hasLessons(path) ? new UserModel(path, user, { site: () => ({ model, id: "" }) }) : undefined;
}

/**
 * Returns the lessons of a user above the model for all.
 *
 * @param model the path of the model for all
 * @throws DataError if the model or the folder of the lessons cannot be used
 */
export function userTeacher(
  { models = "", user }: UserOptions,
  model: string,
  follower: Follower,
): Teacher & { close(): void } {
  const following = { tell: (line: string) => tellFault(follower, line), saveEvery: 1000 };
  const fallback = new FilteringModel(model, following);
  const pool = new ModelPool(models, { fallback, fallbackPath: model, memory: Number.POSITIVE_INFINITY, ...following });
  return {
    answer: (message) => pool.answer(message, user),
    teach: (lesson, document) => pool.teach(lesson, document, user),
    close: () => pool.clear(),
  };
}
