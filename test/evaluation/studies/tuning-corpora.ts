import { seededRandom } from "../../../src/base/random.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { type Candidate, widestNgrams } from "../../../src/evaluation/studies/tuning-grid.js";
import { type CorpusData, readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { settingsFrom } from "../../../src/model/settings.js";

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

/** Reads a corpus for all candidates at once. */
export function readFor(candidates: readonly Candidate[], corpus: readonly LabelledDocument[]): CorpusData {
  return readCorpus(corpus, settingsFrom({ ngrams: widestNgrams(candidates) }));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function standardErrorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1) / values.length);
}
