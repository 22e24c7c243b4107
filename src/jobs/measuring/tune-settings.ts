import { commandLine } from "../../base/shell-words.js";
import { METHOD_LISTS } from "../../classifiers/table.js";
import type { BinaryOptions } from "../../evaluation/metrics/binary-metrics.js";
import { isForTwoClasses, type Measure, usualMeasure } from "../../evaluation/metrics/measure.js";
import { mean } from "../../evaluation/significance/intervals.js";
import { CHOICES, DEFAULT_GRID, type Grid } from "../../evaluation/tuning/grid.js";
import { TEXT_SETTINGS, type TextChoices, type TunedCorpus, tuneCorpus } from "../../evaluation/tuning/tune-corpus.js";
import type { PresetName, TrainOptions } from "../../model/options.js";
import { named, type Settings } from "../../model/settings.js";
import { terminalText } from "../../reports/blocks.js";
import { figureText, type TuningContext, tuningReport, tuningSections } from "../../reports/tuning/tuning-report.js";
import { optionsFor } from "../chosen-settings.js";
import { CORPUS_OPTIONS, wordsOf } from "../command-words.js";
import { followReading } from "../follow-reading.js";
import { tell } from "../follower.js";
import { NO_TERMS } from "../notices/corpus-lines.js";
import { splitLines } from "../notices/figure-lines.js";
import { mailAsMail } from "../notices/mail-lines.js";
import { pick } from "../settings.js";
import { type Measured, type MeasuringOptions, measured, openToMeasure } from "./measuring-options.js";

export { DEFAULT_GRID, type Grid };

/** The choices of a grid that a command line can name; it cannot name lists of methods. */
export const TRIABLE: readonly (keyof Grid)[] = CHOICES.filter((choice) => !METHOD_LISTS.includes(choice));

/** The settings that are the same for all candidates. */
export const TUNED_TEXT: readonly string[] = [...TEXT_SETTINGS, "classWeight"];

/** The options of `tuneSettings`. Without a grid, it searches. */
export interface TuneOptions extends Omit<MeasuringOptions, keyof TrainOptions>, TextChoices, BinaryOptions {
  readonly multiLabel?: boolean;
  readonly classWeight?: TrainOptions["classWeight"];
  /** Tries all combinations of these values on all folds. */
  readonly grid?: Grid | undefined;
  /** The number of folds, and how often they are drawn. Defaults: 5 and 1. */
  readonly folds?: number | undefined;
  readonly repeats?: number | undefined;
  /** The measure to compare by. Default: accuracy, with several labels micro-f1. */
  readonly by?: Measure | undefined;
  /** A search starts no new candidate after so many minutes. Default 2. */
  readonly minutes?: number | undefined;
}

/**
 * Finds the best settings of a model by cross-validation. Test documents play no part in the choice.
 *
 * @param root the path of a corpus
 * @throws UsageError if an option is not allowed; DataError if no candidate can learn from the documents
 *
 * @example
 * const { candidates } = await tuneSettings("corpora/mail", { grid: { alpha: [1, 0.1] }, folds: 3 });
 * console.log(candidates[0].candidate.settings.alpha);
 */
export async function tuneSettings(root: string, options: TuneOptions = {}): Promise<TunedCorpus & Measured> {
  const { multiLabel, positive, threshold, falseAlarmCost, folds = 5, repeats = 1, seed = 1, grid } = options;
  const { by = usualMeasure(multiLabel ?? false), minutes = 2 } = options;
  const [corpus] = openToMeasure(root, undefined, options);
  const given = pick<TextChoices>(options, TEXT_SETTINGS);
  const text = grid === undefined ? mailAsMail(corpus, given, options) : given;
  const following = followReading([corpus], { ...text, ...(multiLabel && { multiLabel }) }, options);
  const commands = (settings: Settings, preset: PresetName | undefined, folds: number) =>
    commandsFor(root, settings, { ...options, folds, repeats, seed, by }, preset);
  const tuned = await tuneCorpus(corpus, {
    ...{ by, minutes, text, grid, folds, repeats, seed, jobs: options.jobs, multiLabel },
    binary: { positive, threshold, falseAlarmCost },
    classWeight: options.classWeight,
    onBest({ candidate, scores }) {
      const [train] = commands(candidate.settings, candidate.preset, folds);
      tell(options, `best so far, ${figureText(by, mean(scores))}: ${train}`);
    },
    ...following,
    onSplits: (found) => tell(options, splitLines({ kind: "folds", folds, repeats, seed }, found)),
  });
  const [{ candidate, terms }] = tuned.candidates;
  if (terms === 0) tell(options, NO_TERMS);
  const context: TuningContext = {
    ...{ corpus: root, repeats, seed, minutes: grid === undefined ? minutes : undefined },
    classifier: named(candidate.settings),
    commands: commands(candidate.settings, candidate.preset, tuned.folds),
    optionsOf: ({ settings, preset }) => optionsFor(settings, preset).join(" "),
  };
  return measured(tuned, tuningReport(tuned, context), (style) => terminalText(tuningSections(tuned, context), style));
}

/**
 * Returns the commands that repeat what was found: `train` with the chosen settings, and `evaluate` with them.
 *
 * @param options those that name the corpus, the protocol and the measure are repeated
 * @param preset the preset that the settings are, if any
 */
function commandsFor(
  root: string,
  settings: Settings,
  options: TuneOptions & { readonly by: Measure },
  preset: PresetName | undefined,
): string[] {
  const { folds, repeats, seed } = options;
  const choices = [...wordsOf(options as object, CORPUS_OPTIONS), ...optionsFor(settings, preset)];
  const protocol = wordsOf({ folds, repeats: repeats === 1 ? undefined : repeats, seed }, ["folds", "repeats", "seed"]);
  const measure = isForTwoClasses(options.by) ? wordsOf(options, ["positive", "threshold", "falseAlarmCost"]) : [];
  return [
    commandLine(["thresher", "train", root, "-m", "MODEL", ...choices]),
    commandLine(["thresher", "evaluate", root, ...protocol, ...choices, ...measure]),
  ];
}
