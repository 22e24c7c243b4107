import { seededRandom } from "../../../src/base/random.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import type { Measure } from "../../../src/evaluation/metrics/measure.js";
import type { Candidate } from "../../../src/evaluation/tuning/candidates.js";
import { Race } from "../../../src/evaluation/tuning/race.js";
import { type Tuning, tuningOf } from "../../../src/evaluation/tuning/ranking.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { folds, type Split } from "../../../src/model/fitting/splits.js";

/** Messages of two classes that share some words, so that no candidate is always right. */
export function documents(n: number): LabelledDocument[] {
  const words = ["cash", "prize", "letter", "meeting", "home", "the", "offer", "lunch"];
  const random = seededRandom(n);
  return Array.from({ length: n }, (_, i) => {
    const label = i % 2 === 0 ? "ham" : "spam";
    const text = Array.from({ length: 5 }, () => words[random(6) + (label === "ham" ? 2 : 0)]);
    return documentOf(i, label, text.join(" "));
  });
}

export function documentOf(i: number, label: string, text: string): LabelledDocument {
  return { id: `${i}`, label, bytes: new Uint8Array(Buffer.from(text)) };
}

/** Tests candidates with the same n-grams on all folds, and chooses by the one-standard-error rule. */
export async function tunedOn(
  corpus: readonly LabelledDocument[],
  divided: number | readonly Split[],
  candidates: readonly Candidate[],
  by: Measure = "accuracy",
): Promise<Tuning> {
  const data = readCorpus(corpus, candidates[0].settings);
  const splits = typeof divided === "number" ? folds(data.y, divided, 1) : divided;
  const onTrial = () => undefined;
  const race = new Race({ splits, by, measure: {}, isOpen: false, until: Number.POSITIVE_INFINITY, onTrial });
  await race.run(data, candidates);
  const [{ train, test }] = splits;
  return tuningOf(by, { train: train.length, test: test.length }, race.finished, false);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function standardErrorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1) / values.length);
}
