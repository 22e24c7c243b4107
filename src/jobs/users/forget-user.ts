import { actAsOwner, forgetUser } from "../../delivery/users/user-files.js";
import { factsOf, type UserFacts, type UsersOptions } from "./list-users.js";

/** Removes the lessons of a user. Returns the facts about them. @throws as `forgetUser` */
export function forgetLessons(user: string, { models }: UsersOptions): UserFacts {
  actAsOwner(models);
  return factsOf(forgetUser(models, user));
}
