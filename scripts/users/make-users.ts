import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../src/base/random.js";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import { writtenMessage } from "../written-message.js";

/** The messages that the first models know, of each class. The models of the users have these sizes in turn. */
const SIZES = [5, 20, 60, 150];

/** Writes the file of the model that users without one get. Returns its path. */
export function makeFallback(folder: string, seed: number): string {
  const path = join(folder, "all.model");
  writeFileSync(path, serialize(knowing(10, seed).model()));
  return path;
}

/**
 * Writes a model for each user into a folder. Each has learned a message of spam with a term that no other one knows.
 *
 * @returns the ids of the models
 */
export function makeUsers(folder: string, users: number, seed: number): string[] {
  const models = SIZES.map((messages) => knowing(messages, seed).model());
  return Array.from({ length: users }, (_, n) => {
    const learner = new Learner(models[n % models.length]);
    learner.learn("spam", messageFor(n, seed));
    const path = join(folder, `${nameOf(n)}.model`);
    writeFileSync(path, serialize(learner.model()));
    return loadToFilter(path).id;
  });
}

/** The name of a user. */
export function nameOf(user: number): string {
  return `user${user}@example.org`;
}

/** A message with the term that gives the model of a user away. */
export function messageFor(user: number, seed: number, number = 0): Buffer {
  return Buffer.from(`${writtenMessage(seededRandom(seed, number), number)}\nsecret${user}x\n`);
}

function knowing(messages: number, seed: number): Learner {
  const learner = new Learner({ preset: "mail" });
  const random = seededRandom(seed, messages);
  for (let n = 0; n < messages; n++) {
    for (const label of ["ham", "spam"]) learner.learn(label, Buffer.from(writtenMessage(random, n)));
  }
  return learner;
}
