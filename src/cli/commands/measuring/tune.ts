import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { CHOICES } from "../../../jobs/choices.js";
import {
  DEFAULT_GRID,
  type Grid,
  TRIABLE,
  TUNED_TEXT,
  type TuneOptions,
  tuneSettings,
} from "../../../jobs/measuring/tune-settings.js";
import { PLOTLESS_FORMS } from "../../../reports/report-forms.js";
import { commandFrom } from "../../command.js";
import { CORPUS, corpusRows, SEVERAL_LABELS } from "../../options/corpus-options.js";
import { TWO_CLASSES } from "../../options/measuring-options.js";
import { SET, type SetOption, TEXT, valueIn } from "../../options/model-options.js";
import { JOBS, OUTPUT, SEED } from "../../options/options.js";
import { fraction, InvalidValue, listOf, numberThat, oneOf, orAll, range, whole } from "../../options/parsers.js";
import { type ReportOptions, reported, reportRows, requireReports } from "../../output/report-option.js";

/** An argument of `--try`: a choice, and its values to try. */
type TriedChoice = readonly [choice: keyof Grid, values: readonly unknown[]];

type TuneCommandOptions = ReportOptions & SetOption & TuneOptions & { readonly try?: readonly TriedChoice[] };

/** The longest limit, in minutes: a week. */
const MAX_MINUTES = 7 * 24 * 60;
const minutes = numberThat((n) => n > 0 && n <= MAX_MINUTES, `give a number above 0, at most ${MAX_MINUTES}`);

/** `thresher tune`: finds the best settings, or tries the given choices. */
export const newCommand = commandFrom({
  name: "tune",
  does: "Find the best settings by cross-validation; test documents play no part in the choice.",
  takes: { "<corpus>": CORPUS },
  options: {
    Options: reportRows(PLOTLESS_FORMS),
    Protocol: {
      "--folds <k>": ["compare by k-fold cross-validation, stratified", whole(2), { default: 5 }],
      "--repeats <n>": ["draw the folds n times", whole(1), { default: 1 }],
      "--by <measure>": ["the measure to compare by (default: accuracy, with several labels micro-f1)", CHOICES.by],
      "--minutes <n>": ["without choices: start no new candidate after n minutes, such as 0.5 (default: 2)", minutes],
    },
    "Two classes": TWO_CLASSES,
    "Choices to try": {
      "--try <choice=values>": [
        `try these values, such as alpha=1,0.1 (repeatable): ${TRIABLE.map(optionName).join(", ")}; methods that lack a choice ignore it. Choices that are not named keep their defaults: classifier ${DEFAULT_GRID.classifier}; alpha ${DEFAULT_GRID.alpha}; min-documents ${DEFAULT_GRID.minDocuments}`,
        choiceToTry,
      ],
    },
    Corpus: corpusRows(SEVERAL_LABELS),
    Output: OUTPUT,
    Running: { ...SEED, ...JOBS },
    Text: { ...TEXT, ...SET },
  },
  help: `Without choices to try, it tests methods, presets, weightings, terms of words
and characters, smoothing and cost. After each fold, the worse half is dropped.
With time to spare, the answer depends on the documents and the seed alone. With
choices, it tries every combination of them on all folds. The options under Text
are the same for all candidates.

Examples:
  thresher tune mail --minutes 10 --by roc-auc
  thresher tune news/train --try classifier=multinomial --try alpha=0.1,0.01 --try ngrams=1-1,1-2`,
  shown: "minutes folds repeats by positive try report json",
  async run(root: string, options: TuneCommandOptions) {
    const { try: tried, minutes } = options;
    requireTextSettings(options);
    if (tried !== undefined && minutes !== undefined) {
      throw new UsageError(
        "--minutes limits a search; the choices given here are all tried: leave out --minutes or the choices",
      );
    }
    const outputs = requireReports(options, PLOTLESS_FORMS);
    const grid = tried && Object.fromEntries(tried);
    return reported(await tuneSettings(root, { ...options, outputs, grid }), options);
  },
});

/** @throws UsageError if --set has a setting that candidates differ in */
function requireTextSettings({ set = [] }: SetOption): void {
  const wrong = set.find(([name]) => !TUNED_TEXT.includes(name));
  if (wrong === undefined) return;
  const name = optionName(wrong[0]);
  throw new UsageError(`--set ${name}: tune tries the values of a setting: --try ${name}=VALUES`);
}

/** Parsers of choices whose values are not plain words or numbers. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  classifier: oneOf(CHOICES.classifier),
  prior: oneOf(CHOICES.prior),
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** Parses a choice and the values to try, such as `cost=0.1,1,10`. */
function choiceToTry(text: string, before?: readonly TriedChoice[]): TriedChoice[] {
  const [, name, values] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidValue("give a choice and its values, such as alpha=1,0.1");
  const choice = TRIABLE.find((known) => optionName(known) === name.trim());
  if (choice === undefined) {
    throw new InvalidValue(
      `there is no choice ${JSON.stringify(name)}; choose from ${TRIABLE.map(optionName).join(", ")}`,
    );
  }
  if (before?.some(([other]) => other === choice)) {
    throw new InvalidValue(`the values of ${name} are given twice; give them in one list`);
  }
  return [...(before ?? []), [choice, listOf<unknown>(PARSERS[choice] ?? valueIn)(values)]];
}
