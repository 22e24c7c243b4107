import { recordedSettings } from "../../model/file/stored-settings.js";
import { named } from "../../model/named-settings.js";
import type { TextModel } from "../../model/text-model.js";
import { choiceJson, sharesJson } from "../evaluation/choice-text.js";
import { type Inspection, methodOfShape } from "./inspection.js";

/**
 * Returns the facts about a model as `thresher inspect --json` prints them. Members of the inspection: `by` is the
 * measure of strength of a term, `shown` the numbers of the classes to show, `choice` how the model was chosen among
 * variants, and `shares` a learned combination. The last two are undefined for other models.
 */
export function inspectionJson({
  model,
  id,
  by,
  strongest,
  shown,
  choice,
  shares,
  sizes,
  ...facts
}: Inspection): object {
  const { labels, vocabulary, calibration } = model;
  return {
    model: id,
    classifier: named(recordedSettings(model), calibration !== undefined),
    documents: facts.documents,
    vocabulary: vocabulary.size,
    ...(calibration && { calibration: calibrationJson(model.settings, calibration) }),
    ...(choice && { chosen: choiceJson(choice.variants, choice.outcome) }),
    ...(shares && { shares: sharesJson(shares.candidates, shares.model) }),
    strongestBy: by,
    classes: shown.map((c) => ({
      label: labels[c],
      documents: sizes[c],
      prior: facts.priors?.[c],
      threshold: facts.thresholds?.[c],
      strongest: strongest[c].map(({ term, count, strength }) => ({ term: vocabulary.term(term), count, strength })),
    })),
  };
}

/** Returns the figures of a calibration, with its method if the model chose it. */
function calibrationJson(
  { calibrate }: TextModel["settings"],
  { offset, slope, shape }: NonNullable<TextModel["calibration"]>,
): object {
  return { offset, slope, ...(calibrate === "auto" && { chosen: methodOfShape(shape) }) };
}
