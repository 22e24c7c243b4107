import { commandLine } from "../../../base/safe-text.js";
import type { ClassWeight } from "../../../classifiers/wrappers/balanced.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import type { BinaryOptions } from "../../../evaluation/metrics/binary-metrics.js";
import { isForTwoClasses, type Measure } from "../../../evaluation/metrics/measure.js";
import { fittingFolds, splitsFor } from "../../../evaluation/protocols/protocol.js";
import type { Grid } from "../../../evaluation/studies/tuning-grid.js";
import type { CorpusData } from "../../../features/corpus/dataset.js";
import type { PresetName } from "../../../model/options.js";
import type { Settings } from "../../../model/settings.js";
import { TEXT_OPTIONS, type TextOptions } from "../../options/model-options.js";
import type { CommonOptions, CorpusChoices } from "../../options/options.js";
import type { ReportOptions } from "../../options/report-option.js";
import { optionsFor } from "../../options/settings-text.js";
import type { TriedChoice } from "../../options/tune-options.js";
import { tell } from "../../output/notices.js";
import { splitLines } from "../../output/split-notices.js";

/** The options of `tune`. */
export type TuneCommandOptions = CommonOptions &
  CorpusChoices &
  TextOptions &
  ReportOptions &
  BinaryOptions &
  Omit<Grid, "classifier" | "alpha"> & {
    readonly classifiers?: Grid["classifier"];
    readonly alphas?: Grid["alpha"];
    readonly try?: readonly TriedChoice[];
    readonly folds: number;
    readonly repeats: number;
    readonly by: Measure;
    readonly minutes?: number;
    readonly classWeight?: ClassWeight;
    readonly test?: string;
    readonly all?: boolean;
  };

/** The options of a command that define the words of a document. */
export function textSettings(options: TextOptions): TextOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => (TEXT_OPTIONS as readonly string[]).includes(name)),
  );
}

/** The folds on which candidates are compared. Tells which classes they do not measure well. */
export function tunedSplits(corpus: Corpus, data: CorpusData, settings: Settings, options: TuneCommandOptions) {
  const { folds, repeats, seed } = options;
  const planned = { kind: "folds", folds, repeats, seed } as const;
  const found = splitsFor(corpus, data, planned, settings);
  tell(options, splitLines(planned, found));
  return { splits: found.splits, folds: fittingFolds(folds, data.ids.length) };
}

/** The commands that train with the chosen settings and evaluate them again. */
export function commandsFor(
  root: string,
  settings: Settings,
  options: TuneCommandOptions,
  preset?: PresetName | undefined,
): string[] {
  const {
    include = [],
    exclude = [],
    strict,
    labelColumn,
    textColumn,
    labelField,
    folds,
    repeats,
    seed,
    test,
  } = options;
  const patterns = [
    ...include.flatMap((pattern) => ["--include", pattern]),
    ...exclude.flatMap((pattern) => ["--exclude", pattern]),
    ...(strict ? ["--strict"] : []),
    ...(labelColumn === undefined ? [] : ["--label-column", labelColumn]),
    ...(textColumn === undefined ? [] : ["--text-column", textColumn]),
    ...(labelField === undefined ? [] : ["--label-field", labelField]),
  ];
  const choices = [...patterns, ...optionsFor(settings, preset)];
  const protocol = ["--folds", folds, ...(repeats === 1 ? [] : ["--repeats", repeats]), "--seed", seed].map(String);
  const measure = measureOptions(options);
  return [
    commandLine(["thresher", "train", root, "-m", "MODEL", ...choices]),
    commandLine(["thresher", "evaluate", root, ...protocol, ...choices, ...measure]),
    ...(test === undefined
      ? []
      : [commandLine(["thresher", "evaluate", root, "--test", test, ...choices, ...measure])]),
  ];
}

function measureOptions({ by, positive, threshold, falseAlarmCost }: TuneCommandOptions): string[] {
  if (!isForTwoClasses(by)) return [];
  return [
    ...(positive === undefined ? [] : ["--positive", positive]),
    ...(threshold === undefined ? [] : ["--threshold", String(threshold)]),
    ...(falseAlarmCost === undefined ? [] : ["--false-alarm-cost", String(falseAlarmCost)]),
  ];
}
