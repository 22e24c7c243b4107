import { optionName } from "../../../base/option-names.js";
import { commandLine } from "../../../base/shell-words.js";
import type { CorpusOptions } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import type { TextChoices, TuneCorpusOptions, TunedCorpus } from "../../../evaluation/corpora/tune-corpus.js";
import type { Evaluation } from "../../../evaluation/evaluate.js";
import type { BinaryOptions } from "../../../evaluation/metrics/binary-metrics.js";
import { isForTwoClasses, type Measure } from "../../../evaluation/metrics/measure.js";
import type { Grid } from "../../../evaluation/studies/tuning-grid.js";
import type { PresetName } from "../../../model/options.js";
import { named, type Settings } from "../../../model/settings.js";
import { tuningJson, tuningReport } from "../../../reports/tuning/tuning-report.js";
import { type TuningContext, tunedTestText, tuningText } from "../../../reports/tuning/tuning-text.js";
import { followReading } from "../../input/follow-reading.js";
import type { CommonOptions, Flags, Texts } from "../../options/options.js";
import { type ReportOptions, writeReports } from "../../options/report-option.js";
import { optionsFor } from "../../options/settings-text.js";
import type { TriedChoice } from "../../options/tune-options.js";
import { NO_TERMS, sameFolderLines, tell, testClassLines } from "../../output/notices.js";
import { print, terminalStyle, writeOut } from "../../output/output.js";

/** The options of `tune`. */
export type TuneCommandOptions = CommonOptions &
  CorpusOptions &
  TextChoices &
  ReportOptions &
  BinaryOptions &
  Omit<Grid, "classifier" | "alpha"> &
  Pick<TuneCorpusOptions, "by" | "minutes" | "classWeight"> &
  Texts<"test"> &
  Flags<"all"> & {
    readonly classifiers?: Grid["classifier"];
    readonly alphas?: Grid["alpha"];
    readonly try?: readonly TriedChoice[];
    readonly folds: number;
    readonly repeats: number;
  };

/** Prints what was chosen, tests it if there is a test folder, and writes the reports. */
export async function printTuned(
  root: string,
  { tuning, settings, preset, documents, classes, folds, search, testOn }: TunedCorpus,
  options: TuneCommandOptions & { readonly by: Measure; readonly minutes: number },
): Promise<void> {
  const { test: folder, all, repeats, seed, minutes } = options;
  const context: TuningContext = {
    corpus: root,
    documents,
    classes,
    folds,
    repeats,
    seed,
    test: folder,
    all,
    commands: commandsFor(root, settings, { ...options, folds }, preset),
    ...(search && { search: { minutes, ...search } }),
  };
  if (tuning.chosen.terms === 0) tell(options, NO_TERMS);
  if (folder !== undefined) tell(options, sameFolderLines(root, folder));
  if (!options.json) await writeOut(tuningText(tuning, context, terminalStyle()));
  let test: { folder: string; evaluation: Evaluation } | undefined;
  try {
    if (folder !== undefined) {
      const corpus = openCorpus(folder, options);
      const evaluation = testOn(corpus, {
        ...followReading([corpus], settings, options),
        onRead({ train, test }) {
          if ("y" in train && test !== undefined) tell(options, testClassLines(train, test, folder));
        },
      });
      test = { folder, evaluation };
    }
  } finally {
    // The choice took long: it is printed even if the test folder is wrong.
    const json = tuningJson(tuning, context, named(settings), test);
    const asText = () => (test === undefined ? "" : tunedTestText(test.evaluation, test.folder));
    await print(options, { asJson: () => json, asText });
    await writeReports(options, tuningReport(tuning, json, context.search));
  }
}

/** Returns the commands that train with the chosen settings and evaluate them again. */
export function commandsFor(
  root: string,
  settings: Settings,
  options: TuneCommandOptions & { readonly by: Measure },
  preset?: PresetName | undefined,
): string[] {
  const { folds, repeats, seed, test } = options;
  const choices = [...wordsOf(options, OF_CORPUS), ...optionsFor(settings, preset)];
  const protocol = wordsOf({ folds, repeats: repeats === 1 ? undefined : repeats, seed }, ["folds", "repeats", "seed"]);
  const measure = isForTwoClasses(options.by) ? wordsOf(options, ["positive", "threshold", "falseAlarmCost"]) : [];
  const evaluate = (by: readonly string[]) =>
    commandLine(["thresher", "evaluate", root, ...by, ...choices, ...measure]);
  return [
    commandLine(["thresher", "train", root, "-m", "MODEL", ...choices]),
    evaluate(protocol),
    ...(test === undefined ? [] : [evaluate(["--test", test])]),
  ];
}

const OF_CORPUS = [
  ...(["include", "exclude", "strict", "labelColumn", "textColumn", "labelSeparator"] as const),
  ...(["labelField", "inputFormat"] as const),
] as const;

/** Returns those of the options that are set, as words of a command line. */
function wordsOf<Name extends string>(
  options: { readonly [name in Name]?: unknown },
  names: readonly Name[],
): string[] {
  return names.flatMap((name) => {
    const [option, value] = [`--${optionName(name)}`, options[name]];
    if (value === true) return [option];
    return [value ?? []].flat().flatMap((item) => [option, String(item)]);
  });
}
