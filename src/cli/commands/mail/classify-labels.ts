import { safeJson } from "../../../base/safe-text.js";
import { classifyLabelsRow } from "../../../classifiers/label-classification.js";
import type { LabelDecisions } from "../../../classifiers/wrappers/label-decisions.js";
import type { TextModel } from "../../../model/text-model.js";
import { type ClassificationFormat, NO_KNOWN_WORDS } from "../../../reports/classification/classifications.js";
import { labelLines, labelsJson } from "../../../reports/labels/label-lines.js";
import type { Inputs } from "../../input/inputs.js";
import type { CommonOptions } from "../../options/options.js";
import { Output } from "../../output/output.js";
import { progressBar } from "../../output/progress.js";

/** `classify` with a model of several labels. */
export async function classifyLabelled(
  model: TextModel,
  decisions: LabelDecisions,
  inputs: Inputs,
  options: CommonOptions & { readonly format: ClassificationFormat; readonly probabilities?: boolean },
): Promise<void> {
  const { json, format, probabilities = false } = options;
  const output = new Output();
  const lines = labelLines(format, inputs.names, decisions.labels, probabilities);
  const progress = progressBar("classifying", inputs.files.length, options);
  const results: object[] = [];
  if (!json) await output.write(lines.header);
  try {
    for (const { path, read, done } of inputs.texts(model)) {
      const x = model.rowOfRead(read);
      const answer = classifyLabelsRow(decisions, x, 0);
      const note = model.knowsWords(x) ? undefined : NO_KNOWN_WORDS;
      if (json) results.push(labelsJson(path, answer, probabilities, note));
      else await output.write(lines.line(path, answer, note));
      progress.update(done);
    }
  } finally {
    // Results before a fault under --strict are not lost.
    progress.stop();
    if (!json) await output.flush();
  }
  if (json) await output.write(`${safeJson(results, 2)}\n`);
  await output.flush();
  inputs.tellFailures();
}
