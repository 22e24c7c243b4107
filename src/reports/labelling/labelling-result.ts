import { grouped, plural } from "../../base/numbers.js";
import type { LabellingState } from "../../labelling/state.js";

/** The commands that go on from the result, as the user types them. */
export interface NextCommands {
  readonly into: string;
  /** Sorts the pile with the model. */
  readonly sort: string;
  /** Takes the filing back. */
  readonly undo: string;
}

/** Tells in a few lines what came of a session that is done. */
export function labellingResult({ result, sampledFrom }: LabellingState, { into, sort, undo }: NextCommands): string {
  if (result === undefined) return "";
  const { filed, there, journal, list, model } = result;
  const already = there > 0 ? `, ${grouped(there)} there already` : "";
  const lines = [
    list === undefined
      ? `${plural(filed, "document")} filed into ${into}${already}.`
      : `${plural(filed, "document")} listed in ${list}.`,
    ...(journal === undefined ? [] : [`To undo it: ${undo}`]),
    ...(sampledFrom === undefined ? [] : [`The rest of ${plural(sampledFrom, "document")} stays where it is.`]),
    ...(model === undefined ? [] : [`The model is in ${model}. Sort the rest with it: ${sort}`]),
  ];
  return `${lines.join("\n")}\n`;
}
