import { describe, expect, it } from "vitest";
import { curveSpec } from "../../../src/reports/plots/curve-spec.js";
import {
  confusionSpec,
  errorSpec,
  evaluationSpec,
  reliabilitySpec,
} from "../../../src/reports/plots/evaluation-spec.js";
import type { PlotSpec } from "../../../src/reports/plots/plot-spec.js";
import { svgOf } from "../../../src/reports/plots/svg.js";
import { matrix } from "../../evaluation/small-corpora.js";
import { sampleEvaluation } from "../sample.js";
import { complaints, dataOf, everything, textsOf } from "./drawing.js";
import { sampleCurve } from "./sample.js";

const BINS = [
  { low: 0, high: 0.5, documents: 0, confidence: 0, accuracy: 0 },
  { low: 0.5, high: 0.75, documents: 40, confidence: 0.6, accuracy: 0.5 },
  { low: 0.75, high: 1, documents: 12_345, confidence: 0.99, accuracy: 0.9 },
];
const HOSTILE = "a\n\u202e<script>";

const POINT = { documents: 10, accuracy: 1, accuracies: [1], interval: [0.7, 1] as [number, number], vocabulary: 3 };
const CURVES = [sampleCurve(), sampleCurve({ classifier: "bernoulli" })];

/** Predictions in random order of how sure they are: the surest are right, every fifth of the others is wrong. */
const PREDICTIONS = Array.from({ length: 1000 }, (_, i) => (i * 37) % 1000).map((rank, row) => {
  return { run: 0, row, actual: rank < 600 || rank % 5 > 0 ? 0 : 1, predicted: 0, probability: 1 - rank / 2000 };
});
const LIMITED = sampleEvaluation({
  labels: ["ham", "spam"],
  accuracy: 0.92,
  predictions: PREDICTIONS,
  logProbabilities: Float64Array.from(PREDICTIONS.flatMap(({ probability: p }) => [Math.log(p), Math.log(1 - p)])),
  limits: [
    { limit: 0.01, filed: 0, wrong: 0, held: 1 },
    { limit: 0.05, filed: 0.8, wrong: 0.05, held: 1 },
  ],
});

const PLOTS: Readonly<Record<string, PlotSpec>> = {
  "a learning curve": curveSpec(CURVES, { baselines: { majority: 0.06, proportional: 0.05 } }),
  "a learning curve of one": curveSpec([sampleCurve()]),
  "a learning curve of one size": curveSpec([sampleCurve({ points: [POINT], law: undefined, forecast: undefined })]),
  "a reliability diagram": reliabilitySpec({ reliability: BINS, calibrationError: 0.09 }),
  "the errors of the surest": errorSpec(LIMITED),
  "a confusion matrix": confusionSpec(sampleEvaluation()),
  "an evaluation": evaluationSpec(sampleEvaluation()),
};

describe.each(Object.entries(PLOTS))("%s", (_, spec) => {
  it("is something Vega-Lite has no complaint about, with its own description and data", () => {
    expect(complaints(spec)).toEqual([]);
    expect(spec.description).toMatch(/\d.*\.$/);
    expect([...everything(spec)].filter((value) => "url" in value)).toEqual([]);
  });

  it("is drawn", async () => {
    const svg = await svgOf(spec);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const { text } = (spec.title ?? {}) as { text?: string };
    expect(textsOf(svg)).toEqual(expect.arrayContaining(text === undefined ? [] : [text]));
  });
});

describe("a learning curve drawn", () => {
  it("has a legend of the lines, the sizes on the axis, the forecast and the baselines", async () => {
    const texts = textsOf(await svgOf(PLOTS["a learning curve"]));
    const lines = ["multinomial", "bernoulli", "majority class 6.0 %", "random guess by class size 5.0 %"];
    expect(texts).toEqual(expect.arrayContaining([...lines, "100", "1,000", "10,000", "20,000"]));
    expect(PLOTS["a learning curve of one"].description).toBe(
      "multinomial: 40.0 % of 100 training documents up to 75.0 % of 10,000; of 20,000, 79.0 % expected (77.0 % to 81.0 %).",
    );
  });

  it("names baselines above their lines and apart, however close they are", () => {
    const spec = curveSpec([sampleCurve()], { baselines: { majority: 0.051, proportional: 0.05 } });
    const rules = dataOf(spec).find((rows) => rows.length > 0 && "place" in rows[0]);
    expect(rules).toMatchObject([{ y: 0.05, place: 0.05 }, { y: 0.051 }]);
    expect(rules?.[1].place).toBeGreaterThan(0.08);
  });

  it("draws the fitted law from the first size to the forecast, where it is above 0", () => {
    const lawOf = (spec: PlotSpec) => dataOf(spec).find((rows) => rows.length > 4 && !("low" in rows[0])) ?? [];
    const law = lawOf(PLOTS["a learning curve of one"]).map(({ x, y }) => ({ x: x as number, y: y as number }));
    expect(law).toHaveLength(40);
    expect([law[0].x, law[39].x].map(Math.round)).toEqual([100, 20_000]);
    for (const { x, y } of law) expect(y).toBeCloseTo(0.9 - 2 * x ** -0.3, 12);
    const shown = lawOf(curveSpec([sampleCurve({ law: { asymptote: 0.9, scale: 20, exponent: 0.5 } })]));
    expect(shown.length).toBeLessThan(40);
    expect(shown[0].y).toBeGreaterThanOrEqual(0);
    expect(lawOf(curveSpec([sampleCurve({ forecast: undefined })])).at(-1)?.x).toBeCloseTo(10_000, 6);
  });

  it("shows hostile names as text", async () => {
    const spec = curveSpec([sampleCurve({ classifier: HOSTILE })]);
    expect(textsOf(await svgOf(spec))).toContain("Learning curve of a\\n\\u202e<script>");
    const both = curveSpec([sampleCurve(), sampleCurve({ classifier: HOSTILE })]);
    expect(textsOf(await svgOf(both))).toContain("a\\n\\u202e<script>");
    expect(spec.description).toContain("a\\n\\u202e<script>");
  });
});

it("a reliability diagram drawn leaves out empty bins, and gives each of the others its Wilson interval", async () => {
  const spec = PLOTS["a reliability diagram"];
  const [points] = dataOf(spec).filter((rows) => rows.some((row) => "documents" in row));
  const [low, high] = [0.352, 0.648].map((end) => expect.closeTo(end, 3));
  expect(points).toMatchObject([{ confidence: 0.6, accuracy: 0.5, documents: 40, low, high }, { documents: 12_345 }]);
  expect(textsOf(await svgOf(spec))).toContain("calibration error 0.090");
  expect(spec.description).toBe(
    "Probabilities, expected calibration error 0.090: 50.0 % right of 40 at 60.0 %; 90.0 % right of 12,345 at 99.0 %.",
  );
});

it("the errors of the surest drawn have a point for each limit that files something, and end with all predictions", async () => {
  const spec = PLOTS["the errors of the surest"];
  const [curve] = dataOf(spec).filter((rows) => rows.length === 100);
  expect(curve[59]).toMatchObject({ filed: 0.6, wrong: 0 });
  expect(curve[79]).toMatchObject({ filed: 0.8, wrong: 0.05 });
  expect(curve[99]).toMatchObject({ filed: 1, wrong: 0.08 });
  expect(dataOf(spec).at(-1)).toMatchObject([{ limit: 0.05, filed: 0.8 }]);
  expect(textsOf(await svgOf(spec))).toEqual(expect.arrayContaining(["limit 1 %", "limit 5 %", "8 %"]));
  expect(spec.description).toBe(
    "8.0 % of all predictions are wrong; 0.0 % are filed with a limit of 1 %; 80.0 % are filed with a limit of 5 %.",
  );
});

describe("a confusion matrix drawn", () => {
  const cellsOf = (spec: PlotSpec) => dataOf(spec).find((rows) => "share" in rows[0]) ?? [];

  it("has the share of each class in its row, on both axes in one order", async () => {
    const confusion = matrix([90, 0, 10], [0, 50, 0], [998, 2, 1000]);
    const spec = confusionSpec({ labels: ["ham", "spam", "eggs"], confusion });
    const cells = cellsOf(spec);
    expect(cells).toHaveLength(6);
    const spam = { actual: "spam", predicted: "spam", documents: 50, share: 1, shade: 1, right: true, text: "100" };
    expect(cells).toContainEqual(spam);
    const texts = textsOf(await svgOf(spec));
    expect(texts.filter((text) => /[a-z]/.test(text)).join(" ")).toContain("ham spam eggs");
    expect(texts.filter((text) => text === "eggs")).toHaveLength(2);
    // Two of 2,000 are coloured, and not written as 0.
    expect(texts).not.toContain("0");
    expect(spec.description).toBe("ham: 90 of 100 right; spam: 50 of 50 right; eggs: 1,000 of 2,000 right.");
  });

  it.each([
    [36, 400, 0.3],
    [20, 20, 1],
    [1, 3, 0.1],
    [4, 5, 0.4],
  ])("shades %d mistakes in %d documents by the root of their share, paler where they are few", (count, all, shade) => {
    const cells = cellsOf(confusionSpec({ labels: ["a", "b"], confusion: matrix([all - count, count], [0, 1]) }));
    expect(cells.find(({ right }) => right === false)?.shade).toBeCloseTo(shade, 12);
  });

  it("keeps classes apart whose names look the same when made safe", () => {
    const cells = cellsOf(confusionSpec({ labels: ["a\nb", "a\\nb"], confusion: matrix([1, 0], [0, 1]) }));
    expect(cells.map(({ actual }) => actual)).toEqual(["a\\nb", "a\\\\nb"]);
  });

  it("writes no numbers where cells have no room, and shows a class without documents", async () => {
    const labels = Array.from({ length: 60 }, (_, c) => `class ${c}`);
    const confusion = labels.map((_, a) => labels.map((_, b) => (a === b && a > 0 ? 9 : 0)));
    const texts = textsOf(await svgOf(confusionSpec({ labels, confusion })));
    expect(texts).not.toContain("100");
    expect(texts).toContain("class 0");
  });
});
