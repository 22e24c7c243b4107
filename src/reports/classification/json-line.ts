import type { Classification, LabelsClassification } from "../../classifiers/classifier.js";
import { byLabel } from "./classification-lines.js";

/** A classified document, and the columns of its row that go with it. */
export interface WrittenAnswer {
  readonly path: string;
  readonly classification: Classification | LabelsClassification;
  readonly note?: string | undefined;
  /** Names and values as JSON. */
  readonly members?: readonly (readonly [name: string, json: string])[] | undefined;
}

/** The members of a line. A column of the same name gets `.1` at its end, as in pandas. */
const OWN = ["id", "label", "labels", "probability", "probabilities", "note"];

/**
 * Returns a line of JSON: the id, the label and its probability, a note if there is one, and the columns. With several
 * labels, the labels and the probability of each.
 *
 * @param isWhole whether to write the probability of every class
 */
export function jsonLine({ path, classification, note, members = [] }: WrittenAnswer, isWhole: boolean): string {
  let line = `{"id":${JSON.stringify(path)},`;
  if ("decisions" in classification) {
    const { labels, decisions } = classification;
    const shown = decisions.filter(({ isGiven }) => isWhole || isGiven);
    line += `"labels":${JSON.stringify(labels)},"probabilities":${JSON.stringify(byLabel(shown))}`;
  } else {
    const { label, probability, ranking } = classification;
    line += `"label":${JSON.stringify(label)},"probability":${probability}`;
    if (isWhole) line += `,"probabilities":${JSON.stringify(byLabel(ranking))}`;
  }
  if (note !== undefined) line += `,"note":${JSON.stringify(note)}`;
  for (const [name, json] of members) line += `,${JSON.stringify(OWN.includes(name) ? `${name}.1` : name)}:${json}`;
  return `${line}}\n`;
}
