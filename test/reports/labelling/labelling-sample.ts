import type { LabellingState } from "../../../src/labelling/state.js";

/** A session in which questions are asked. */
export const STATE: LabellingState = {
  ...{ version: 7, phase: "questions", classes: [], groups: [], isGrouping: false, ending: "copy", canUndo: false },
  ...{ progress: { labelled: 60, documents: 3000, sure: 1200 }, notices: [] },
};
