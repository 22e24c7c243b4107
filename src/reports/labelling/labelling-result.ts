import { grouped, plural } from "../../base/numbers.js";
import type { LabellingState } from "../../labelling/state.js";

/** Tells in a few lines what came of a session that is done. @param into the folder as the user named it */
export function labellingResult({ result, sampledFrom, progress }: LabellingState, into: string): string {
  if (result === undefined) return "";
  const { filed, there, list, model, sort, correct, undo } = result;
  const isLeft = sampledFrom !== undefined || progress.labelled < progress.documents;
  const rest = progress.sure
    ? ` Sort the rest with it: ${sort}`
    : " It is sure of no other document: give more answers before you sort the rest with it.";
  const already = there > 0 ? `, ${grouped(there)} there already` : "";
  const lines = [
    list === undefined
      ? `${plural(filed, "document")} filed into ${into}${already}.`
      : `${plural(filed, "document")} listed in ${list}.`,
    ...(undo === undefined ? [] : [`To undo it: ${undo}`]),
    ...(sampledFrom === undefined ? [] : [`The rest of ${plural(sampledFrom, "document")} stays where it is.`]),
    ...(model === undefined ? [] : [`The model is in ${model}.${isLeft ? rest : ""}`]),
    ...(correct === undefined ? [] : [`To correct it, move documents to other folders, then: ${correct}`]),
  ];
  return `${lines.join("\n")}\n`;
}
