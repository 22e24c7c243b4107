import type { LabelledDocument } from "../../documents/document.js";
import { modifiedTime } from "../../documents/files/file-status.js";
import type { CommonOptions } from "../options/options.js";
import { tell } from "../output/notices.js";
import { eachBehindBar } from "../output/phase-bars.js";
import type { Inputs } from "./inputs.js";

/**
 * Yields the documents to learn or unlearn, each read when it is needed, behind a progress bar.
 *
 * @param label the class of all of them; empty for `unlearn`, and for lessons to a server, which name the class
 *   themselves
 */
export function* documentsToLearn(inputs: Inputs, label: string, options: CommonOptions): Generator<LabelledDocument> {
  // A progress bar would disturb someone who types.
  const quiet = options.quiet || inputs.files.includes("-");
  for (const { path, column } of label === "" ? [] : inputs.classColumns) {
    tell(
      options,
      `${path}: the column ${JSON.stringify(column)} is not read, each row counts as ${label} (thresher train learns the classes of a table)`,
    );
  }
  const documents = eachBehindBar("reading", inputs.files.length, { quiet }, inputs.contents());
  for (const { path, bytes, file } of documents) {
    yield { id: path, label, bytes, time: file === "-" ? Date.now() : modifiedTime(file) };
  }
}
