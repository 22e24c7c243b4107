import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { CHOICES } from "../../../jobs/choices.js";
import { type ReportOptions, requireReports } from "../../../jobs/measuring/measuring-options.js";
import {
  DEFAULT_GRID,
  TRIABLE,
  TUNED_TEXT,
  type TuneOptions,
  tuneSettings,
} from "../../../jobs/measuring/tune-settings.js";
import { PLOTLESS_FORMS } from "../../../reports/report-forms.js";
import { commandFrom } from "../../command.js";
import { CORPUS, corpusRows, SEVERAL_LABELS, TWO_CLASSES } from "../../options/corpus-options.js";
import { SET, type SetOption, TEXT, valueIn } from "../../options/model-options.js";
import { JOBS, SEED } from "../../options/options.js";
import { fraction, listOf, numberThat, oneOf, orAll, range, settingsParser, whole } from "../../options/parsers.js";
import { reported, reportRows } from "../../output/report-option.js";

type TuneCommandOptions = ReportOptions &
  SetOption &
  TuneOptions & { readonly try?: readonly (readonly [choice: string, values: unknown])[] };

/** Parsers of choices whose values are not plain words or numbers. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  classifier: oneOf(CHOICES.classifier),
  prior: oneOf(CHOICES.prior),
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** The longest limit, in minutes: a week. */
const MAX_MINUTES = 7 * 24 * 60;
const minutes = numberThat((n) => n > 0 && n <= MAX_MINUTES, `give a number above 0, at most ${MAX_MINUTES}`);

/** `thresher tune`: finds the best settings, or tries the given choices. */
export const newCommand = commandFrom({
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
        settingsParser(TRIABLE, "alpha=1,0.1", (name, values) => listOf<unknown>(PARSERS[name] ?? valueIn)(values)),
      ],
    },
    Corpus: corpusRows(SEVERAL_LABELS),
    Running: { ...SEED, ...JOBS },
    Text: { ...TEXT, ...SET },
  },
  help: `Without choices to try, it tests methods, presets, weightings, terms of words and characters, smoothing and cost. After each fold, the worse half is dropped. With time to spare, the answer depends on the documents and the seed alone. With choices, it tries every combination of them on all folds. The options under Text are the same for all candidates.

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
