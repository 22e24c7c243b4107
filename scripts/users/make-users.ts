import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../src/base/random.js";
import { FilteringModel } from "../../src/delivery/serving/filtering-model.js";
import { changeLessons } from "../../src/delivery/users/lesson-file.js";
import { keptTerms, lessonTerms } from "../../src/delivery/users/lesson-terms.js";
import type { UserLesson } from "../../src/delivery/users/own-answer.js";
import { UserModel } from "../../src/delivery/users/user-model.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { serialize } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import { writtenMessage } from "../written-message.js";

/** How many lessons the users have, in turn. */
const SIZES = [1, 5, 20, 50];
/** The messages of each class that the model for all knows. */
const KNOWN = 150;

/** Writes the file of the model for all users. Returns its path. */
export function makeFallback(folder: string, seed: number): string {
  const learner = new Learner({ preset: "mail" });
  const random = seededRandom(seed, KNOWN);
  for (let n = 0; n < KNOWN; n++) {
    for (const label of ["ham", "spam"]) learner.learn(label, Buffer.from(writtenMessage(random, n)));
  }
  const path = join(folder, "all.model");
  writeFileSync(path, serialize(learner.model()));
  return path;
}

/**
 * Writes lessons for each user into a folder. One of them has a term that no other user has.
 *
 * @param fallback the path of the model for all
 * @returns the ids of the answers to each user
 */
export function makeUsers(fallback: string, folder: string, users: number, seed: number): string[] {
  const site = new FilteringModel(fallback, { tell: (line) => console.error(line) });
  const { model } = site.site();
  const lesson = (message: Buffer): UserLesson => {
    const terms = keptTerms(lessonTerms(model, model.read(message)));
    return { digest: identityOf(message).digest, label: "spam", seconds: 0, site: 0.1, ...terms };
  };
  const shared = Array.from({ length: SIZES[SIZES.length - 1] }, (_, n) => lesson(messageFor(users, seed, n)));
  return Array.from({ length: users }, (_, n) => {
    const path = join(folder, `${nameOf(n)}.model`);
    const own = lesson(messageFor(n, seed));
    changeLessons(path, nameOf(n), () => [own, ...shared.slice(0, SIZES[n % SIZES.length] - 1)]);
    return new UserModel(path, nameOf(n), site).answer(messageFor(n, seed)).model;
  });
}

/** The name of a user. */
export function nameOf(user: number): string {
  return `user${user}@example.org`;
}

/** A message with a term for a user. */
export function messageFor(user: number, seed: number, number = 0): Buffer {
  return Buffer.from(`${writtenMessage(seededRandom(seed, number), number)}\nsecret${user}x\n`);
}
