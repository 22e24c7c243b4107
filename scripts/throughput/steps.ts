import { classifyRow } from "../../src/classifiers/classifier.js";
import { RowBuilder } from "../../src/features/row-builder.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { Inputs } from "../../src/jobs/inputs/inputs.js";
import { load } from "../../src/model/file/model-file.js";
import { lineFormat } from "../../src/reports/classification/classification-lines.js";
import { median } from "../bench/measurement.js";

/** The steps of `classify`. Each pass over the file does one more of them. */
export const STEPS = ["reading", "tokenizing", "look-up", "scoring", "writing"] as const;

/** Returns the seconds of processor time of each step, in this process, warmed up. */
export function stepTimes(test: string, modelPath: string, rounds: number): number[] {
  const model = load(modelPath);
  model.expectMany();
  const { labels, calibration } = model;
  const { line } = lineFormat("tsv", [], labels);
  const unknown = new RowBuilder(Vocabulary.of([]).inTable(), 1);
  const pass = (steps: number) => {
    const begun = process.cpuUsage();
    for (const { path, bytes } of new Inputs([test], { inputFormat: "lines" }).contents()) {
      if (steps === 0) continue;
      const read = model.read(bytes);
      if (steps === 1) {
        // With no known terms, the words are found, but not looked up.
        unknown.clear();
        unknown.add(read);
        continue;
      }
      const row = model.rowOfRead(read);
      if (steps === 2) continue;
      const classification = classifyRow(model.model, row, 0, calibration);
      if (steps === 4) line({ path, classification });
    }
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  STEPS.forEach((_, steps) => {
    pass(steps);
  });
  const all = Array.from({ length: rounds }, () => STEPS.map((_, steps) => pass(steps)));
  const upTo = STEPS.map((_, steps) => median(all.map((times) => times[steps])));
  return upTo.map((seconds, steps) => seconds - (upTo[steps - 1] ?? 0));
}
