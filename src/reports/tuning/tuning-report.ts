import { optionName } from "../../base/option-names.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Candidate } from "../../evaluation/tuning/candidates.js";
import type { Tuning } from "../../evaluation/tuning/ranking.js";
import type { Cell } from "../csv.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";
import type { Report } from "../report-forms.js";
import { choiceText, choiceValue, presentChoices } from "./choices.js";
import { type TuningContext, tuningSections, why } from "./tuning-text.js";

/** Returns a tuning as the content of report files. @param json the output of `thresher tune --json` */
export function tuningReport(tuning: Tuning, context: TuningContext, json: object): Report {
  return {
    json: () => json,
    rows: () => tuningRows(tuning),
    content: () => [[{ heading: "Tuning" }], ...tuningSections(tuning, { ...context, all: true })],
  };
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
    candidates: candidates.map(({ candidate, ...result }) => ({ ...choicesOf(candidate), ...result })),
    search: search && { ...search, untried: search.untried.map(choicesOf) },
    test: test && testJson(test.folder, test.evaluation),
  };
}

/** Returns the choices of a candidate. An unlimited number of terms is infinite here and null in JSON. */
function choicesOf(candidate: Candidate): object {
  const { preset } = candidate;
  const values = presentChoices([candidate]).map((choice) => [choice, choiceValue(candidate, choice)]);
  return { ...Object.fromEntries(values), ...(preset !== undefined && { preset }) };
}

/** Makes a table of all candidates, best first. The first row has the names of the columns. */
function tuningRows({ by, candidates, chosen }: Tuning): Cell[][] {
  const choices = presentChoices(candidates.map(({ candidate }) => candidate));
  return [
    [by, "low", "high", ...choices.map(optionName), "terms", "chosen"],
    ...candidates.map((tuned): Cell[] => {
      const { candidate, mean, interval, terms } = tuned;
      const values = choices.map((choice) => {
        const value = choiceValue(candidate, choice);
        return typeof value === "number" && Number.isFinite(value) ? value : choiceText(candidate, choice);
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
