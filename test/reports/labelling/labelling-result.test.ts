import { describe, expect, it } from "vitest";
import type { LabellingState } from "../../../src/labelling/state.js";
import { labellingResult } from "../../../src/reports/labelling/labelling-text.js";

const STATE: LabellingState = {
  version: 9,
  phase: "done",
  classes: [],
  groups: [],
  isGrouping: false,
  progress: { labelled: 300, documents: 100_000, sure: 900 },
  ending: "copy",
  canUndo: true,
  notices: [],
  result: {
    filed: 1200,
    there: 0,
    left: [],
    journal: "sorted/.journal",
    model: "sorted.model",
    sort: "thresher sort pile -m sorted.model --into sorted",
    undo: "thresher sort --undo sorted/.journal",
  },
};

describe("the result of a labelling session", () => {
  it("says after sampling that the rest stays where it is, with the command that sorts it", () => {
    expect(labellingResult({ ...STATE, sampledFrom: 500_000 }, "sorted")).toBe(
      `1,200 documents filed into sorted.
To undo it: thresher sort --undo sorted/.journal
The rest of 500,000 documents stays where it is.
The model is in sorted.model. Sort the rest with it: thresher sort pile -m sorted.model --into sorted
`,
    );
  });

  it("advises more answers if nothing else was sure, and nothing if nothing is left", () => {
    const lastLine = (progress: LabellingState["progress"]) =>
      labellingResult({ ...STATE, progress }, "sorted")
        .trim()
        .split("\n")
        .at(-1);
    expect(lastLine({ labelled: 300, documents: 400, sure: 0 })).toBe(
      "The model is in sorted.model. It is sure of no other document: give more answers before you sort the rest with it.",
    );
    expect(lastLine({ labelled: 300, documents: 300, sure: 0 })).toBe("The model is in sorted.model.");
  });

  it("says where the list is, if nothing is filed, and nothing of a rest without sampling", () => {
    const result = { filed: 2, there: 0, left: [], list: "labels.csv" };
    expect(labellingResult({ ...STATE, result }, "sorted")).toBe("2 documents listed in labels.csv.\n");
  });
});
