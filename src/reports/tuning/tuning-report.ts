import { optionName } from "../../base/option-names.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Tuning } from "../../evaluation/studies/tuning.js";
import type { Section } from "../blocks.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";
import { tuningSpec } from "../plots/tuning-spec.js";
import type { Report } from "../report-forms.js";
import type { SearchContext } from "./search-text.js";
import { choiceText, presentChoices, tuningAxis, tuningSeries } from "./tuning-choices.js";
import { type TuningContext, why } from "./tuning-text.js";

/**
 * Returns a search for settings as the content of report files.
 *
 * @param json the output of `thresher tune --json`
 * @param search how the candidates were searched. Default: the candidates are a grid
 */
export function tuningReport(tuning: Tuning, json: object, search?: SearchContext): Report {
  const { by, candidates } = tuning;
  return {
    json: () => json,
    rows: () => tuningRows(tuning),
    plot: () => tuningSpec({ series: tuningSeries(tuning), xLabel: optionName(tuningAxis(candidates)), by }),
    content: () => tuningContent(tuning, search),
  };
}

/** Makes the content: the reason for the choice, and a table of all candidates with right-aligned numbers. */
function tuningContent(tuning: Tuning, search: SearchContext | undefined): Section[] {
  const [head, ...body] = tuningRows(tuning);
  const align = head.map((_, c) => (body.every((row) => typeof row[c] === "number") ? "r" : "l")).join("");
  const rows = [head, ...body].map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(Number(cell.toPrecision(4))) : cell)),
  );
  return [[{ heading: "Tuning" }], [why(tuning, search)], [{ rows, align }]];
}

/**
 * Returns a tuning as `thresher tune --json` prints it: the candidates with their score in each fold, best first, the
 * chosen one and the reason for the choice.
 *
 * @param classifier all settings of the chosen candidate
 * @param test the figures of the chosen candidate on a test folder, if there is one
 */
export function tuningJson(
  tuning: Tuning,
  context: TuningContext,
  classifier: EvaluatedClassifier,
  test?: { readonly folder: string; readonly evaluation: Evaluation },
): object {
  const { by, splits: _, documents, candidates, best, chosen, within } = tuning;
  const { corpus, folds, repeats, seed, commands, search } = context;
  return {
    corpus,
    by,
    protocol: { kind: "folds", folds, repeats, seed },
    documents,
    classifier,
    why: why(tuning, search),
    commands,
    chosen: candidates.indexOf(chosen),
    best: candidates.indexOf(best),
    within,
    // An unlimited number of terms is infinite here and null in JSON, as in the settings.
    candidates: candidates.map(({ candidate, ...result }) => ({ ...candidate, ...result })),
    search,
    axis: tuningAxis(candidates),
    series: tuningSeries(tuning),
    test: test && testJson(test.folder, test.evaluation),
  };
}

/** Makes a table of all candidates, best first. The first row has the names of the columns. */
export function tuningRows({ by, candidates, chosen }: Tuning): (string | number)[][] {
  const choices = presentChoices(candidates);
  return [
    [by, "low", "high", ...choices.map(optionName), "terms", "chosen"],
    ...candidates.map((tuned) => {
      const { candidate, mean, interval, terms } = tuned;
      const values = choices.map((choice) => {
        const value: unknown = candidate[choice];
        return typeof value === "number" && Number.isFinite(value) ? value : choiceText(candidate[choice]);
      });
      return [mean, ...interval, ...values, terms, tuned === chosen ? "chosen" : ""];
    }),
  ];
}

/** Returns the figures on the test folder. */
function testJson(folder: string, evaluation: Evaluation): object {
  const { labels, documents, vocabulary, runs, accuracy, accuracyInterval, baselines, macro, logLoss } = evaluation;
  const [{ correct, total }] = runs;
  const sizes = { labels, documents, vocabulary, correct, total };
  return { folder, ...sizes, accuracy, accuracyInterval, baselines, macro, logLoss };
}
