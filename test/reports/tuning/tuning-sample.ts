import type { TunedCandidate, Tuning } from "../../../src/evaluation/tuning/ranking.js";
import { type Settings, settingsFrom } from "../../../src/model/settings.js";
import { terminalText } from "../../../src/reports/blocks.js";
import type { TerminalStyle } from "../../../src/reports/terminal/terminal.js";
import { type TuningContext, tuningSections } from "../../../src/reports/tuning/tuning-text.js";

/** A candidate with what came of it, all made up. */
export function tuned(
  mean: number,
  shortfall: readonly [mean: number, standardError: number],
  choices: Partial<Settings> = {},
): TunedCandidate {
  return {
    candidate: { settings: { ...settingsFrom({}), ...choices } },
    scores: [mean - 0.01, mean + 0.01],
    mean,
    standardError: 0.01,
    interval: [mean - 0.02, mean + 0.02],
    terms: 1234.5,
    shortfall: { mean: shortfall[0], standardError: shortfall[1] },
  };
}

/** A tuning of three candidates, the second of which is chosen. */
export function sampleTuning(changes: Partial<Tuning> = {}): Tuning {
  const candidates = [
    tuned(0.9, [0, 0], { alpha: 0.1 }),
    tuned(0.89, [0.01, 0.0125], { alpha: 0.3, minDocuments: 2, maxTerms: 500 }),
    tuned(0.75, [0.15, 0.02], { classifier: "bernoulli", alpha: 1 }),
  ];
  return {
    by: "accuracy",
    splits: 5,
    documents: { train: 8000, test: 2000 },
    candidates,
    best: candidates[0],
    chosen: candidates[1],
    within: 2,
    ...changes,
  };
}

/** The corpus and protocol of the sample. */
export const CONTEXT = {
  corpus: "news\n/train",
  documents: 10000,
  classes: 20,
  folds: 5,
  repeats: 1,
  seed: 1,
  commands: ["thresher train 'news\n/train' -m MODEL"],
};

/** The text of a tuning on a terminal. */
export function tuningText(tuning: Tuning, context: TuningContext, style: TerminalStyle = {}): string {
  return terminalText(tuningSections(tuning, context), style);
}
