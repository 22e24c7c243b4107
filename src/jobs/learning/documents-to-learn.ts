import type { LabelledDocument } from "../../documents/document.js";
import { modifiedTime } from "../../documents/files/file-status.js";
import { type Follower, readDocuments, tell } from "../follower.js";
import type { Inputs } from "../inputs/inputs.js";

/**
 * Yields the documents to learn or unlearn, each read when it is needed.
 *
 * @param label the class of all of them; empty for `unlearn`, and for lessons to a server, which name the class
 *   themselves
 */
export function* documentsToLearn(inputs: Inputs, label: string, follower: Follower): Generator<LabelledDocument> {
  for (const { path, column } of label === "" ? [] : inputs.classColumns) {
    tell(
      follower,
      `${path}: the column ${JSON.stringify(column)} is not read, each row counts as ${label} (thresher train learns the classes of a table)`,
    );
  }
  // A progress bar would disturb someone who types.
  const following = inputs.files.includes("-") ? {} : follower;
  for (const { path, bytes, file } of readDocuments(following, inputs.files.length, inputs.contents())) {
    yield { id: path, label, bytes, time: file === "-" ? Date.now() : modifiedTime(file) };
  }
}
