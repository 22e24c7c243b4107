import { OwnAnswers } from "../../delivery/users/own-answer.js";
import { actAsOwner, readUserFile } from "../../delivery/users/user-files.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { factsOf, type UsersOptions } from "./list-users.js";

/** Shows the lessons of a user. @throws as `readUserFile`; DataError if the file is no model either */
export function showUser(user: string, { models }: UsersOptions) {
  actAsOwner(models);
  const file = readUserFile(models, user);
  const facts = factsOf(file);
  const { lessons } = file;
  if (lessons === undefined) {
    const { labels, counts } = loadIdentified(file.path).model;
    return { ...facts, classes: Object.fromEntries(labels.map((label, c) => [label, counts.documents[c]])) };
  }
  return lessons.length === 0 ? facts : { ...facts, weight: new OwnAnswers(lessons).weight };
}
