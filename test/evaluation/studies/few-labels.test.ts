import { describe, expect, it } from "vitest";
import { type FewLabelsOptions, fewLabels } from "../../../src/evaluation/studies/few-labels.js";
import { readCorpora } from "../../../src/features/corpus/read-corpus.js";
import { withFewLabelDefaults } from "../../../src/model/presets.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { TOPICS, topicText } from "../../helpers/topics.js";

const SETTINGS = settingsFrom(withFewLabelDefaults({}));
const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    TOPICS.map((label, topic) => ({ label, text: topicText(topic, from + n) })),
  ).flat();
const [DATA, TEST] = readCorpora([texts(0, 60), texts(500, 550)], SETTINGS);

/** Measures on the test documents. */
const measured = (options: Partial<FewLabelsOptions>, test: typeof TEST | undefined = TEST) =>
  fewLabels(DATA, test, SETTINGS, { labels: [2], inAll: false, holdout: 0.3, repeats: 1, seed: 1, ...options });

describe("fewLabels", () => {
  it("measures with and without the other documents, on the same draws", () => {
    const { curves, documents } = measured({ labels: [2, 5], repeats: 3 });
    expect(documents).toEqual({ train: 120, test: 100 });
    const [alone, together] = curves;
    expect(curves.map(({ classifier }) => classifier)).toEqual(["linear-svm alone", "with the rest unlabelled"]);
    for (const { points } of curves) expect(points.map(({ documents }) => documents)).toEqual([4, 10]);
    for (const [i, point] of together.points.entries()) {
      expect(point.accuracies).toHaveLength(3);
      expect(point.accuracy).toBeGreaterThan(0.9);
      expect(point.accuracy).toBeGreaterThan(alone.points[i].accuracy);
      expect(point.vocabulary).toBeGreaterThan(alone.points[i].vocabulary);
    }
  });

  it("draws the same for a seed, and others for another", () => {
    const drawn = (seed: number) => measured({ repeats: 2, seed }).curves[0].points[0].accuracies;
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(2)).not.toEqual(drawn(1));
  });

  it("withholds a share of one corpus, and draws numbers in all", () => {
    const options = { labels: [7, 2], inAll: true, repeats: 2, holdout: 0.25, seed: 1 };
    const { curves, documents } = fewLabels(DATA, undefined, SETTINGS, options);
    expect(documents).toEqual({ train: 90, test: 30 });
    expect(curves[1].points.map(({ documents }) => documents)).toEqual([2, 7]);
  });

  it("has an interval for a single draw, and takes more labels than there are", () => {
    const [point] = measured({ labels: [1000] }).curves[1].points;
    expect(point.documents).toBe(120);
    expect(point.interval.every(Number.isFinite)).toBe(true);
  });

  it("refuses numbers that are not allowed, and too few for the classes", () => {
    expect(() => measured({ labels: [] })).toThrow("sizes: name at least one size");
    expect(() => measured({ labels: [0] })).toThrow("labels must be a whole number of at least 1, not 0");
    expect(() => measured({ labels: [1.5] })).toThrow("labels must be a whole number of at least 1, not 1.5");
    const few = "labels: 1 in all are too few for 2 classes";
    expect(() => measured({ labels: [1], inAll: true })).toThrow(few);
  });
});
