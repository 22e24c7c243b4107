import { describe, expect, it } from "vitest";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { Measure } from "../../../src/evaluation/metrics/measure.js";
import { searchCandidates } from "../../../src/evaluation/search/candidates.js";
import { TrialBench } from "../../../src/evaluation/search/trial.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds } from "../../../src/model/fitting/split-folds.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { resolve, settingsFrom } from "../../../src/model/settings.js";

const WORDS = ["cash", "prize", "letter", "meeting", "home", "offer", "lunch", "report"];

const corpus = Array.from({ length: 45 }, (_, i) => {
  const text = [1, 5, 7].map((step) => WORDS[(i * step + (i % 3)) % WORDS.length]).join(" ");
  return { id: `${i}`, label: ["a", "b", "c"][i % 3], bytes: Buffer.from(text) };
});

describe("a trial", () => {
  const characters = { kind: "textNgrams", range: [1, 5] } as const;
  const data = readCorpus(corpus, settingsFrom({ ngrams: [1, 3], textNgrams: [1, 5] }));
  const [split] = folds(data.y, 3, 1);
  const benchOf = (by: Measure) => {
    const bench = new TrialBench({ by, measure: {} });
    bench.readings.push(data);
    return bench;
  };

  it("scores every candidate as evaluate does on a corpus that is read with its settings", () => {
    const bench = benchOf("log-loss");
    const candidates = searchCandidates({ words: 3, size: 0, characters }).filter(({ k }) => k !== 20);
    expect(candidates.length).toBeGreaterThan(60);
    for (const candidate of [...candidates, { ...candidates[0], classWeight: "balanced" as const }]) {
      const settings = settingsFrom(candidate);
      const { classifier, rules } = resolve(settings);
      const alone = readCorpus(corpus, settings);
      const { logLoss, vocabulary } = evaluate(splitFolds(alone, [split], rules), classifier, alone.labels);
      const { score, terms } = bench.run({ reading: 0, candidate, split });
      expect({ candidate, score, terms }).toEqual({ candidate, score: logLoss, terms: vocabulary });
    }
  });

  it("says why a candidate cannot learn", () => {
    const bench = benchOf("accuracy");
    const [nearest] = searchCandidates({ words: 1, size: 0 }).filter(({ k }) => k !== undefined);
    const candidate = { ...nearest, k: 1000 };
    const { score, refusal } = bench.run({ reading: 0, candidate, split });
    expect(score).toBeNaN();
    expect(refusal).toMatch(/k is 1000, but there are only 30 documents/);
  });
});
