import { existsSync, statSync } from "node:fs";
import { sumOf } from "../../base/lists.js";
import { megabytes, percent, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import { probabilityOf } from "../../classifiers/classification.js";
import type { Problem } from "../../documents/problem.js";
import { replaceModel } from "../../model/file/model-update.js";
import { decisionsOf } from "../../model/multi-label.js";
import { named, type Settings } from "../../model/settings.js";
import type { TextModel } from "../../model/text-model.js";
import type { TrainedCorpus } from "../../model/training.js";
import { classifierText } from "../../reports/evaluation/settings-text.js";
import type { CommonOptions } from "../options/options.js";
import { classSizes, sizesText } from "./class-sizes.js";
import { fewToCalibrateLines } from "./figure-notices.js";
import { NO_TERMS, namedLines, tell } from "./notices.js";
import { printDone } from "./output.js";

/** A model, and what it was made from. */
interface NewModel {
  readonly model: TextModel;
  readonly settings: Settings;
  readonly documents: number;
  readonly problems: readonly Problem[];
  /** The number of parts that were added up, if any. */
  readonly parts?: number;
  /** The documents without labels that it has learned from, if any. */
  readonly unlabelled?: TrainedCorpus["unlabelled"];
  /** The shards that workers started more than once, if workers counted. */
  readonly repeated?: readonly number[] | undefined;
}

/** If there are more classes, their sizes are not printed. */
const MAX_SIZES = 10;

/**
 * Writes a new model to its file, and prints what it has learned.
 *
 * @param hint lines to print after the text, on what else can be done
 * @param use the command that sorts with the model
 */
export async function writeModel(
  options: CommonOptions & { readonly model: string },
  { model, settings, documents, problems, parts, unlabelled, repeated }: NewModel,
  hint = "",
  use = `thresher classify -m ${shellWord(options.model)} PATH…`,
): Promise<void> {
  const { multiLabel } = settings;
  const { size: terms } = model.vocabulary;
  const isCalibrated = model.calibration !== undefined;
  if (terms === 0) tell(options, NO_TERMS);
  if (multiLabel) tell(options, rareLabelLines(model));
  if (isCalibrated) tell(options, fewToCalibrateLines(documents));
  const previous = existsSync(options.model) ? `; the one before is ${safeText(options.model)}.previous` : "";
  replaceModel(options.model, model);

  const bytes = statSync(options.model).size;
  const classifier = named(settings, isCalibrated);
  const sizes = classSizes(model, unlabelled?.labelled);
  const copies = model.known === undefined ? 0 : documents - sumOf(model.counts.documents);
  const counted = copies === 0 ? "" : `, ${plural(copies, "copy", "copies")} counted once`;
  // Log odds, one for each label of a model that gives several.
  const thresholds = decisionsOf(model)?.thresholds;
  const asJson = () => ({
    model: options.model,
    bytes,
    classifier,
    parts,
    documents,
    ...(copies > 0 && { copies }),
    classes: sizes.map((size, c) => ({ ...size, threshold: thresholds && probabilityOf(thresholds[c]) })),
    ...(unlabelled && { unlabelled: { documents: unlabelled.documents, choice: unlabelled.choice } }),
    vocabulary: terms,
    problems,
    repeated,
  });
  const [done, comma] = parts === undefined ? ["Learned", ":"] : [`Added up ${plural(parts, "part")}:`, ","];
  const classes = multiLabel ? plural(sizes.length, "label") : plural(sizes.length, "class", "classes");
  const listed = sizes.length > MAX_SIZES ? "" : sizesText(sizes);
  const asText = () =>
    `${done} ${classes} from ${plural(documents, "document")}${counted}${listed}${comma} ` +
    `${plural(terms, "term")}, ${classifierText(classifier)}.\n` +
    (unlabelled === undefined ? "" : `${unlabelledText(unlabelled)}\n`) +
    `The model is in ${safeText(options.model)} (${megabytes(bytes)})${previous}. Sort with it:\n` +
    `  ${use}\n${hint}`;
  await printDone(options, { asJson, asText });
}

/** A threshold that is chosen on fewer documents with the label is close to .5, and mostly chance. */
const FEW_FOR_THRESHOLD = 5;

/** Returns the line on labels with few documents; empty if there are none. */
function rareLabelLines(model: TextModel): string[] {
  const few = classSizes(model).filter(({ documents }) => documents < FEW_FOR_THRESHOLD);
  const rare = few.map(({ label }) => label);
  return namedLines(rare, (n) => {
    const have = plural(n, "label has", "labels have");
    return `${have} fewer than ${FEW_FOR_THRESHOLD} documents, too few to choose a threshold well`;
  });
}

/** Says how documents without labels were learned from. */
function unlabelledText({ documents, choice }: NonNullable<TrainedCorpus["unlabelled"]>): string {
  const { isUsed, judged, accuracy, opinions } = choice;
  const count = `${plural(documents, "document")} without a label`;
  if (judged === 0) return `${count}, learned from as well. There were too few labelled ones to judge that.`;
  // The first opinion is that of the labelled documents alone.
  const [labelled] = opinions;
  const figures = `of ${plural(judged, "labelled document")} hidden in folds, ${percent(accuracy)} are right with them, and ${percent(labelled.accuracy)} without`;
  const weights = opinions.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(", ");
  return isUsed ? `${count}, learned from as well: ${figures} (${weights}).` : `${count}, not used: ${figures}.`;
}
