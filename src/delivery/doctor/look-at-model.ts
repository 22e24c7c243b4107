import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DataError, orElse, reason } from "../../base/errors.js";
import { largest, sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { isOurs } from "../../base/only-ours.js";
import { shellWord } from "../../base/shell-words.js";
import { isLocked } from "../../documents/files/file-lock.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { type IdentifiedModel, loadIdentified } from "../../model/file/model-file.js";
import { decisionsOf } from "../../model/text-model.js";
import { queuePath, waitingChanges } from "../learning/change-queue.js";
import { durationText, fault, HOUR, notice, ok, type Remarks, remarked } from "./finding.js";
import { lookAtPermissions } from "./look-at-files.js";

/** In days. A model that has learned nothing for longer gets a notice, because mail changes. */
const OLD_DAYS = 90;

/**
 * Looks at a model: whether it can be read, how old it is, who can change it, and which lessons wait.
 *
 * @param now in milliseconds since 1970
 * @throws DataError if it cannot be read.
 */
export async function lookAtModel(path: string, now: number): Promise<Remarks> {
  const { model, id } = loadModel(path);
  const status = statSync(path);
  const age = now - status.mtimeMs;
  const knows = `${sizeText(model)}, ${newestText(model)}`;
  const folder = dirname(path);
  const isWritable = orElse(() => accessSync(folder, constants.W_OK) === undefined, false);
  return [
    ok(`model ${id}: ${knows}; written ${durationText(age)} ago${isOurs(status) ? "" : ` by uid ${status.uid}`}`),
    age > OLD_DAYS * A_DAY &&
      notice(`it has learned nothing for ${durationText(age)}: train it again, or let it learn`),
    age < -HOUR && fault(`it was written ${durationText(-age)} after now: set the clock of this machine`),
    isOurs(status) && !isWritable && fault(`what it learns cannot be written: make ${folder} writable`),
    ...lookAtPermissions(path),
    ...(await remarked("", () => lookAtQueue(path, now))),
  ];
}

/** Says how many classes or labels a model has, and how many documents. */
function sizeText(model: IdentifiedModel["model"]): string {
  const { labels, documents } = model.training.classes;
  const several = decisionsOf(model);
  const names = several ? plural(labels.length, "label") : plural(labels.length, "class", "classes");
  return `${names}, ${plural(several?.documents ?? sumOf(documents), "document")}`;
}

/** Says when the newest remembered document was written, or that the model remembers none. */
function newestText(model: IdentifiedModel["model"]): string {
  const { known } = model;
  if (decisionsOf(model) !== undefined) return "several a document, so it can only be trained again on all";
  if (known === undefined) return "it cannot learn single messages (see train --remember)";
  const newest = largest(known.times, 0);
  return newest === 0 ? "none with a date" : `newest of ${new Date(1000 * newest).toISOString().slice(0, 10)}`;
}

/**
 * Reads a model.
 *
 * @throws DataError that says how to get the earlier model back, if it cannot be read and that one can
 */
function loadModel(path: string): IdentifiedModel {
  try {
    return loadIdentified(path);
  } catch (error) {
    const previous = `${path}.previous`;
    const found = orElse(() => loadIdentified(previous), undefined);
    if (found === undefined) throw error;
    const documents = plural(sumOf(found.model.training.classes.documents), "document");
    const advice = `run cp -p ${shellWord(previous)} ${shellWord(path)}, or train again`;
    throw new DataError(`${reason(error)}; ${previous} is whole (model ${found.id}, ${documents}): ${advice}`);
  }
}

/**
 * Returns the number of lessons that wait for a model; undefined if this user cannot tell.
 *
 * @throws as `waitingChanges`
 */
export function lessonsFor(model: string): number | undefined {
  const status = lstatSync(queuePath(model), { throwIfNoEntry: false });
  return status !== undefined && !isOurs(status) ? undefined : waitingChanges(model);
}

/** Looks at the lessons that wait for a model, and whether a server will write them. */
function lookAtQueue(model: string, now: number): Remarks {
  const path = queuePath(model);
  const lessons = lessonsFor(model);
  if (lessons === undefined) return [notice(`${path} may hold lessons: run this as the user of the server to see`)];
  if (lessons === 0) return [];
  const age = now - statSync(path).mtimeMs;
  const wait = `${plural(lessons, "lesson waits", "lessons wait")} in ${path} for ${durationText(age)}`;
  if (!isLocked(`${path}.lock`)) return [fault(`${wait}, and no server that learns is running: start it again`)];
  return [age > HOUR ? notice(`${wait}: read what the server says, it cannot write them`) : ok(wait)];
}
