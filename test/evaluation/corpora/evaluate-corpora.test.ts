import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Phase } from "../../../src/base/following.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import {
  evaluateByProtocol,
  evaluateLabelsByProtocol,
  learningCurvesOf,
} from "../../../src/evaluation/corpora/evaluate-corpora.js";
import { evaluateCorpora } from "../../../src/evaluation/evaluate.js";
import { learningCurves } from "../../../src/evaluation/studies/learning-curve.js";
import { readCorpora, readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { DEFAULT_SETTINGS, resolve, settingsFrom } from "../../../src/model/settings.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

const corpus = openCorpus(folderWith(twoClasses(6)));
const other = openCorpus(folderWith(twoClasses(3)));
const protocol = { kind: "folds", folds: 3, repeats: 1, seed: 4 } as const;

describe("evaluateByProtocol", () => {
  it("gives the figures of reading, splitting and testing one after the other", () => {
    const data = readCorpus(corpus, DEFAULT_SETTINGS);
    const expected = evaluateCorpora([data], folds(data.y, 3, 4), DEFAULT_SETTINGS);
    const found = evaluateByProtocol([corpus], DEFAULT_SETTINGS, protocol);
    expect(found.evaluation).toEqual(expected);
    expect(found.tested.ids).toEqual(data.ids);
    expect(found.splits).toHaveLength(3);
  });

  it("gives the same figures of a test corpus whether it keeps the rows of the training corpus or counts them", () => {
    const test = { kind: "test", test: other.root } as const;
    const counted = evaluateByProtocol([corpus, other], DEFAULT_SETTINGS, test);
    const kept = evaluateByProtocol([corpus, other], DEFAULT_SETTINGS, test, { keepsRows: true });
    expect(counted.evaluation).toEqual(kept.evaluation);
    expect([counted.rows, kept.rows?.length]).toEqual([undefined, 2]);
    const rows = readCorpora([corpus, other], DEFAULT_SETTINGS);
    expect(kept.evaluation).toEqual(evaluateCorpora(rows, [], DEFAULT_SETTINGS, { triesLimits: false }));
  });

  it("tells how far it is, in order", () => {
    const told: string[] = [];
    const ends: Partial<Record<Phase, readonly [number | undefined, number]>> = {};
    const { audit } = evaluateByProtocol([corpus], DEFAULT_SETTINGS, protocol, {
      withAudit: true,
      onProgress({ phase, done, total }) {
        if (ends[phase] === undefined) told.push(phase);
        ends[phase] = [total, done];
      },
      onProblems: (problems) => told.push(`${problems.length} problems`),
      onRead: ({ train }) => told.push(train.labels.join()),
      onSplits: ({ splits }) => told.push(`${splits.length} splits`),
    });
    expect(told).toEqual(["reading", "0 problems", "ham,spam", "3 splits", "testing"]);
    expect(ends).toMatchObject({ reading: [12, 12] });
    expect(audit?.bodies.empty).toBe(0);
  });

  it("refuses one class, and splits that measure nothing, before it tests", () => {
    const one = openCorpus(folderWith({ ham: { a: "tea" } }));
    expect(() => evaluateByProtocol([one], DEFAULT_SETTINGS, protocol)).toThrow("there is only one class to learn");
    const pair = openCorpus(folderWith({ ham: { a: "tea" }, spam: { b: "prize" } }));
    expect(() => evaluateByProtocol([pair], DEFAULT_SETTINGS, protocol)).toThrow("no split has a class in both");
    const binary = { positive: "junk" };
    expect(() => evaluateByProtocol([corpus], DEFAULT_SETTINGS, { kind: "leave-one-out" }, { binary })).toThrow("junk");
  });
});

it("evaluateLabelsByProtocol tests a model of several labels", () => {
  const rows = "a;b,tea cake\na,tea\nb,cake\n".repeat(2);
  const table = openCorpus(join(folderWith({ "t.csv": `label,text\n${rows}` }), "t.csv"));
  const settings = settingsFrom({ multiLabel: true });
  const { evaluation, protocol: used } = evaluateLabelsByProtocol([table], settings, { ...protocol, folds: 2 });
  expect(evaluation).toMatchObject({ documents: 6, runs: 2 });
  expect(used).toMatchObject({ folds: 2 });
});

it("learningCurvesOf gives the curves of the documents that were read, with or without a test corpus", () => {
  const all = [DEFAULT_SETTINGS, settingsFrom({ classifier: "bernoulli" })];
  const classifiers = all.map((settings) => resolve(settings).classifier);
  const [data, test] = readCorpora([corpus, other], DEFAULT_SETTINGS);
  const how = { sizes: [4, "all"], repeats: 2, seed: 3 } as const;
  expect(learningCurvesOf([corpus], all, how)).toEqual(learningCurves(data, classifiers, how));
  expect(learningCurvesOf([corpus, other], all, how)).toEqual(learningCurves(data, classifiers, { ...how, test }));
});
