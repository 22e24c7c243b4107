import { describe, expect, it } from "vitest";
import { fewLabels } from "../../../src/evaluation/studies/few-labels.js";
import { readCorpora } from "../../../src/features/corpus/read-corpus.js";
import { withFewLabelDefaults } from "../../../src/model/pile/few-labels.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { TOPICS, topicText } from "../../helpers/topics.js";

const SETTINGS = settingsFrom(withFewLabelDefaults({}));
const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) =>
    TOPICS.map((label, topic) => ({ label, text: topicText(topic, from + n) })),
  ).flat();
const [DATA, TEST] = readCorpora([texts(0, 60), texts(500, 550)], SETTINGS);

describe("fewLabels", () => {
  it("measures with and without the other documents, on the same draws", () => {
    const { points, documents } = fewLabels(DATA, TEST, SETTINGS, { labels: [2, 5], draws: 3 });
    expect(documents).toEqual({ train: 120, test: 100 });
    expect(points.map(({ labels, documents }) => [labels, documents])).toEqual([
      [2, 4],
      [5, 10],
    ]);
    for (const point of points) {
      expect(point.with.accuracies).toHaveLength(3);
      expect(point.with.accuracy).toBeGreaterThan(0.9);
      expect(point.with.accuracy).toBeGreaterThan(point.without.accuracy);
      expect(Object.values(point.chosen).reduce((sum, times) => sum + times, 0)).toBe(3);
    }
  });

  it("draws the same for a seed, and others for another", () => {
    const measured = (seed: number) => fewLabels(DATA, TEST, SETTINGS, { labels: [2], draws: 2, seed });
    expect(measured(1)).toEqual(measured(1));
    expect(measured(2).points[0].without.accuracies).not.toEqual(measured(1).points[0].without.accuracies);
  });

  it("withholds a share of one corpus, and draws numbers in all", () => {
    const options = { labels: [2, 7], inAll: true, draws: 2, holdout: 0.25 };
    const { points, documents } = fewLabels(DATA, undefined, SETTINGS, options);
    expect(documents).toEqual({ train: 90, test: 30 });
    expect(points.map(({ documents }) => documents)).toEqual([2, 7]);
  });

  it("has an interval for a single draw, and takes more labels than there are", () => {
    const [point] = fewLabels(DATA, TEST, SETTINGS, { labels: [1000], draws: 1 }).points;
    expect(point.documents).toBe(120);
    expect(point.with.interval.every(Number.isFinite)).toBe(true);
  });

  it("refuses numbers that are not allowed, and too few for the classes", () => {
    const refused = (options: { labels: number[]; draws?: number; inAll?: boolean }) => () =>
      fewLabels(DATA, TEST, SETTINGS, options);
    expect(refused({ labels: [] })).toThrow("labels: give at least one number");
    expect(refused({ labels: [0] })).toThrow("labels must be a whole number of at least 1, not 0");
    expect(refused({ labels: [1], draws: 0 })).toThrow("draws must be a whole number of at least 1, not 0");
    expect(refused({ labels: [1], inAll: true })).toThrow("there are 2 classes, so 1 labelled documents are too few");
  });
});
