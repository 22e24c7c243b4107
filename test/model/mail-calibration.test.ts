import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { readCorpus } from "../../src/features/corpus/read-corpus.js";
import { classify } from "../../src/model/classify.js";
import { splitFolds } from "../../src/model/fitting/fold.js";
import { folds } from "../../src/model/fitting/splits.js";
import { resolve, settingsFrom } from "../../src/model/settings.js";
import { train } from "../../src/model/training.js";

const corpora = (name: string) => fileURLToPath(new URL(`../../corpora/${name}`, import.meta.url));
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
