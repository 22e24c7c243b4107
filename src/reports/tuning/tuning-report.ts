import { countedBy } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { isLoss, type Measure } from "../../evaluation/metrics/measure.js";
import type { Candidate } from "../../evaluation/tuning/candidates.js";
import type { TunedCorpus } from "../../evaluation/tuning/tune-corpus.js";
import type { Section } from "../blocks.js";
import type { EvaluatedClassifier } from "../evaluation/settings-text.js";
import type { Report } from "../report-forms.js";

/** The corpus and the protocol of a tuning, and the next commands. */
export interface TuningContext {
  readonly corpus: string;
  readonly repeats: number;
  readonly seed: number;
  /** The time limit. Undefined for a grid: all its candidates are tested on all folds. */
  readonly minutes?: number | undefined;
  /** Command lines with the settings of the best candidate. */
  readonly commands: readonly string[];
  /** All settings of the best candidate. */
  readonly classifier: EvaluatedClassifier;
  /** Returns the settings of a candidate as options of the command. */
  readonly optionsOf: (candidate: Candidate) => string;
}

/** Maximum number of candidates to show. */
const ROWS = 15;

/** Returns a tuning as the content of report files. `--json` prints the same JSON. */
export function tuningReport(tuned: TunedCorpus, context: TuningContext): Report {
  const { by, candidates } = tuned;
  return {
    json: () => tuningJson(tuned, context),
    rows: () => [
      [by, "low", "high", "terms", "settings"],
      ...candidates.map(({ candidate, mean, interval, terms }) => {
        return [mean, ...interval, terms, context.optionsOf(candidate)];
      }),
    ],
    content: () => [[{ heading: "Tuning" }], ...tuningSections(tuned, context, candidates.length)],
  };
}

/** Returns the candidates with their score in each fold, best first, and the commands for the best one. */
function tuningJson(tuned: TunedCorpus, context: TuningContext): object {
  const { by, candidates, untried, tested, folds, documents } = tuned;
  const { corpus, repeats, seed, minutes, classifier, commands } = context;
  const named = ({ preset, settings }: Candidate) => ({ ...(preset && { preset }), settings });
  const protocol = { kind: "folds", folds, repeats, seed };
  const results = candidates.map(({ candidate, ...result }) => ({ ...named(candidate), ...result }));
  const search = minutes === undefined ? undefined : { tested, minutes, untried: untried.map(named) };
  return { corpus, by, protocol, documents, classifier, commands, candidates: results, search };
}

/** Shows a tuning: the best candidate, how to use it, and the others. @param most maximum number of candidates to show */
export function tuningSections(tuned: TunedCorpus, context: TuningContext, most = ROWS): Section[] {
  const { by, candidates, documents, classes, folds } = tuned;
  const { commands, corpus, seed, minutes, optionsOf, repeats } = context;
  const [best] = candidates;
  const rows = candidates.slice(0, most).map(({ candidate, mean, terms }, c) => {
    return [grouped(c + 1), figureText(by, mean), grouped(Math.round(terms)), optionsOf(candidate)];
  });
  const hidden = candidates.length - rows.length;
  const times = repeats === 1 ? "" : `, ${repeats} times,`;
  const [low, high] = best.interval.map((end) => figureText(by, end));
  const title = `${plural(candidates.length, "candidate")} by ${by} over ${folds} folds${times} of ${corpus}, seed ${seed}:`;
  const flattering =
    "These figures made the choice, so they are slightly too good: test the settings on other documents, with thresher evaluate --test FOLDER.";
  return [
    [
      { heading: `best: ${optionsOf(best.candidate)}` },
      `${figureText(by, best.mean)}, 95 % interval ${low.replace(" %", "")} to ${high}, ${plural(Math.round(best.terms), "term")}`,
    ],
    [
      "Train with it, or measure it again:",
      { code: commands.map((command) => `  ${safeText(command)}`).join("\n"), language: "sh" },
    ],
    minutes === undefined ? [] : searchSentences(tuned, minutes),
    [title, `${plural(documents, "document")}, ${plural(classes, "class", "classes")}`],
    [
      { rows: [["", by, "terms", "settings"], ...rows], align: "rrrl" },
      ...(hidden === 0 ? [] : [`and ${grouped(hidden)} more: --json has them all`]),
    ],
    candidates.length > 1 ? [flattering] : [],
  ];
}

/** Says how many candidates a search tested, and what it did not try. */
function searchSentences({ tested, candidates, untried }: TunedCorpus, minutes: number): Section {
  const names = countedBy(untried, ({ preset, settings }) => preset ?? settings.classifier);
  const notTried = [...names].map(([name, count]) => `${grouped(count)} ${name}`).join(", ");
  return [
    `Candidates tested: ${grouped(tested)} on the first fold, ${grouped(candidates.length)} on all folds. After each fold, the worse half was dropped.`,
    notTried === ""
      ? `No candidate was left out for lack of time (limit ${plural(minutes, "minute")}).`
      : `Not tried for lack of time: ${notTried} (try more --minutes).`,
  ];
}

/** Writes the value of a measure; a share is in percent. */
export function figureText(by: Measure, value: number): string {
  return isLoss(by) ? value.toFixed(4) : `${(value * 100).toFixed(2)} %`;
}
