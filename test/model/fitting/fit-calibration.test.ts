import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { CALIBRATION_METHODS, type CalibrationMethod } from "../../../src/classifiers/calibration/calibration.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { classify } from "../../../src/model/classify.js";
import { calibratedFit } from "../../../src/model/fitting/fit-calibration.js";
import { type Fold, splitFolds, testFold } from "../../../src/model/fitting/fold.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { resolve, settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { dataOf, LABELS } from "../../evaluation/small-corpora.js";
import { WEIGHABLE_NAMES } from "../../helpers/smoothing-names.js";

/** Documents of three classes whose words tell the class only most of the time, many or few of them. */
function noisyCorpus(size: number, seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: size }, (_, row) => {
    const label = row % 3;
    const topic = random(10) < 7 ? label : random(3);
    const words = Array.from({ length: 1 + random(30) }, () => (random(3) === 0 ? `t${topic}` : `w${random(20)}`));
    return { words, label };
  });
}

/** The calibration of a multinomial model of a fold. */
function calibrationOf(fold: Fold, calibrate: CalibrationMethod) {
  return calibratedFit(fold, multinomial(), { calibrate }).calibration;
}

describe("calibrating", () => {
  it("leaves every predicted class as it is, and makes probabilities more honest", () => {
    const data = dataOf(noisyCorpus(240, 5));
    const splits = folds(data.y, 4, 1);
    for (const name of WEIGHABLE_NAMES) {
      const classifier = makeClassifier({ classifier: name, alpha: 1, prior: "fit" });
      const raw = evaluate(splitFolds(data, splits), classifier, LABELS);
      for (const calibrate of CALIBRATION_METHODS) {
        const calibrated = evaluate(splitFolds(data, splits), classifier, LABELS, { calibrate, seed: 2 });
        expect(calibrated.predictions.map(({ predicted }) => predicted)).toEqual(
          raw.predictions.map(({ predicted }) => predicted),
        );
        const { logLoss, brier, calibrationError, reliability, topAccuracy } = raw;
        expect(calibrated.uncalibrated).toEqual({ logLoss, brier, calibrationError, reliability, topAccuracy });
        expect(raw.uncalibrated).toBe(undefined);
        expect(calibrated.calibrationError).toBeLessThan(raw.calibrationError);
        expect(calibrated.logLoss).toBeLessThan(raw.logLoss);
      }
    }
  });

  it("looks at the training set only", () => {
    const corpus = noisyCorpus(90, 6);
    const data = dataOf(corpus);
    const [split] = folds(data.y, 3, 1);
    const tested = new Set(split.test);
    const swapped = corpus.map(({ words, label }, row) => ({ words, label: tested.has(row) ? 2 - label : label }));
    const [one, other] = [data, dataOf(swapped)].flatMap((data) => [...splitFolds(data, [split])]);
    expect(calibrationOf(one, "isotonic")).toEqual(calibrationOf(other, "isotonic"));
  });

  it.each([
    { documents: 30, trained: 5 },
    { documents: 3000, trained: 3 },
    { documents: 8000, trained: 1 },
  ])("trains $trained models for $documents documents, where no counts suffice for one", ({ documents, trained }) => {
    const labels = ["a", "b"];
    const y = Uint32Array.from({ length: documents }, (_, row) => row % 2);
    const data = { x: matrixFromRows(Array.from(y, (c) => [1, c])), y, labels };
    const stored = weighted(multinomial(), {});
    let models = 0;
    const shares: number[] = [];
    const counting: StoredClassifier = {
      ...stored,
      fit(part, onProgress) {
        models++;
        onProgress?.(1);
        return stored.fit(part);
      },
    };
    const fold = testFold(data, data);
    const { calibration, learn } = calibratedFit(fold, counting, {
      calibrate: "isotonic",
      onProgress: (done) => shares.push(done),
    });
    learn();
    expect(models).toBe(trained + 1);
    expect(calibration?.shape?.kind).toBe("curve");
    expect(shares).toEqual(Array.from({ length: trained + 1 }, (_, i) => expect.closeTo((i + 1) / (trained + 1), 12)));
  });

  it("keeps documents of one group in one fold, and scores those of a class that is not in the others as impossible", () => {
    const corpus = noisyCorpus(60, 8);
    const data = dataOf(corpus);
    // Copies in one group: a model of the other folds has not seen any of them.
    const doubled = dataOf([...corpus, ...corpus]);
    const groups = Uint32Array.from({ length: 120 }, (_, row) => row % 60);
    const fitted = (of: typeof data) => calibrationOf(testFold(of, of), "temperature");
    const [once, apart, together] = [data, doubled, { ...doubled, groups }].map(fitted);
    const temperature = ({ offset, slope } = { offset: 0, slope: 0 }) => offset + slope * Math.log1p(15);
    expect(temperature(together)).toBeGreaterThan(temperature(once));
    expect(temperature(apart)).toBeLessThan(temperature(together));
    const two = noisyCorpus(30, 9).map(({ words }, i) => ({ words, label: i % 2 }));
    const single = dataOf([...two, { words: ["w1"], label: 2 }]);
    for (const method of CALIBRATION_METHODS) {
      expect(calibrationOf(testFold(single, single), method)?.offset).toSatisfy(Number.isFinite);
    }
  });

  it("refuses a training set in which no document has another of its class", () => {
    const data = dataOf([0, 1, 2].map((label) => ({ words: ["ant"], label })));
    const few =
      /^calibrate: too few documents: calibration needs two .*, and there are 0: add documents, take an alpha/;
    for (const documents of [data, dataOf([{ words: ["ant"], label: 0 }])]) {
      expect(() => calibrationOf(testFold(documents, documents), "temperature")).toThrow(few);
    }
  });
});

const corpora = (name: string) => fileURLToPath(new URL(`../../../corpora/${name}`, import.meta.url));
const settings = settingsFrom({ preset: "mail" });
const news = readCorpus(openCorpus(corpora("newsgroups")), settings, { jobs: 1 });

describe("the preset mail with more than two classes", () => {
  it("says how sure it is: 20 groups are within .04, by five folds, and every label stays as it was", () => {
    const run = (calibrate: "none" | undefined) =>
      evaluate(splitFolds(news, folds(news.y, 5, 1)), resolve(settings).classifier, news.labels, { calibrate });
    const [raw, calibrated] = [run("none"), run(undefined)];
    expect(raw.calibrationError).toBeGreaterThan(0.5);
    expect(calibrated.calibrationError).toBeLessThanOrEqual(0.04);
    expect(calibrated.uncalibrated?.calibrationError).toBe(raw.calibrationError);
    expect(raw.uncalibrated).toBeUndefined();
    expect(calibrated.predictions.map(({ predicted }) => predicted)).toEqual(
      raw.predictions.map(({ predicted }) => predicted),
    );
    const sure = calibrated.predictions.filter(({ probability }) => probability >= 0.9);
    expect(sure.length).toBeGreaterThan(300);
    expect(sure.filter(({ predicted, actual }) => predicted === actual).length / sure.length).toBeGreaterThan(0.9);
  });

  const three = ["ham", "list", "spam"].flatMap((label) =>
    ["one", "two", "three", "four"].map((word, n) => ({
      id: `${label}/${n}`,
      label,
      bytes: Buffer.from(`Subject: ${word} ${label}\n\n${n === 0 ? "prize" : label} ${word} letter\n`),
    })),
  );

  it("can be left as it is, and is where there are two classes or no temper", () => {
    const calibrated = train(three, { preset: "mail" });
    const raw = train(three, { preset: "mail", calibrate: "none" });
    expect(raw.calibration).toBeUndefined();
    const [one, other] = [calibrated, raw].map((model) => classify(model, three[0]));
    expect(one.ranking.map(({ label }) => label)).toEqual(other.ranking.map(({ label }) => label));
    expect(one.probability).not.toBe(other.probability);
    const two = three.filter(({ label }) => label !== "list");
    for (const remember of [false, true]) {
      expect(train(two, { preset: "mail", remember }).calibration).toBeUndefined();
      expect(train(three, { as: "mail", temper: 0, remember }).calibration).toBeUndefined();
    }
  });
});
