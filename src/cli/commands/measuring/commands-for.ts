import { commandLine } from "../../../base/shell-words.js";
import type { CorpusOptions } from "../../../documents/corpora/corpus.js";
import type { BinaryOptions } from "../../../evaluation/metrics/binary-metrics.js";
import { isForTwoClasses, type Measure } from "../../../evaluation/metrics/measure.js";
import type { TextChoices, TuneCorpusOptions } from "../../../evaluation/tuning/tune-corpus.js";
import type { PresetName } from "../../../model/options.js";
import type { Settings } from "../../../model/settings.js";
import { CORPUS_OPTIONS } from "../../options/corpus-options.js";
import type { SettingOptions } from "../../options/model-options.js";
import { type CommonOptions, type RunningOptions, wordsOf } from "../../options/options.js";
import type { ReportOptions } from "../../options/report-option.js";
import { optionsFor } from "../../options/settings-text.js";
import type { TriedChoice } from "../../options/tune-options.js";

/** The options of `thresher tune`. Without `try`, it searches. */
export type TuneCommandOptions = CommonOptions &
  RunningOptions &
  CorpusOptions &
  TextChoices &
  ReportOptions &
  BinaryOptions &
  Pick<SettingOptions, "set"> &
  Pick<TuneCorpusOptions, "by" | "minutes"> & {
    readonly try?: readonly TriedChoice[];
    readonly folds: number;
    readonly repeats: number;
  };

/**
 * Returns the commands that repeat what `tune` has found: `train` with the chosen settings, and `evaluate` with them.
 *
 * @param options those of `tune`; the ones that name the corpus, the protocol and the measure are repeated
 * @param preset the preset that the settings are, if any
 */
export function commandsFor(
  root: string,
  settings: Settings,
  options: TuneCommandOptions & { readonly by: Measure },
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
