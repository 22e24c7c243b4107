import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { readEvaluationFile } from "../../../src/reports/evaluation/evaluation-file.js";
import { temporaryFolder } from "../../helpers/folder.js";

const PREDICTIONS = [
  { id: "__proto__", run: 0, actual: "__proto__", predicted: "spam", probability: 0.9 },
  { id: "spam/1", run: 1, actual: "spam", predicted: "spam", probability: 0.9 },
];
const EVALUATION = {
  classifier: { name: "multinomial", alpha: 1 },
  protocol: { kind: "holdout", share: 1 / 3, repeats: 2, seed: 1 },
  labels: ["__proto__", "spam"],
  documents: { train: 2, test: 1 },
  runs: [0, 1].map((correct) => ({ accuracy: correct, correct, total: 1 })),
  predictions: PREDICTIONS,
};

const folder = temporaryFolder();

const FILE = join(folder, "evaluation.json");

function evaluationIn(text: string) {
  writeFileSync(FILE, text);
  return readEvaluationFile(FILE);
}

function expectRefusal(text: string, message: string): void {
  expect(() => evaluationIn(text), text).toThrow(new DataError(`${FILE}: ${message}`));
}

const AGAIN = "write it again with thresher evaluate --json";

describe("an evaluation from a file", () => {
  it("is read without the figures that a comparison does not need", () => {
    const { classifier, protocol, documents } = EVALUATION;
    const predictions = PREDICTIONS.map(({ probability: _, ...prediction }) => prediction);
    const read = { path: FILE, classifier, protocol, documents, resampled: true, predictions };
    expect(evaluationIn(JSON.stringify({ ...EVALUATION, more: "figures" }))).toEqual(read);
  });

  it("may begin with a byte order mark, as some shells write it", () => {
    const text = JSON.stringify(EVALUATION);
    expect(evaluationIn(`\ufeff${text}`)).toEqual(evaluationIn(text));
  });

  it.each([
    [join(folder, "nothing"), "no such file or folder"],
    [folder, "a folder"],
    ["/dev/null", "not a regular file"],
  ])("is refused where there is none: %s", (path, found) => {
    expect(() => readEvaluationFile(path)).toThrow(`${path}: cannot be read as an evaluation: ${found}`);
  });

  it("is refused if it is of several labels for each document", () => {
    const classifier = { ...EVALUATION.classifier, multiLabel: true };
    expectRefusal(
      JSON.stringify({ ...EVALUATION, classifier, labels: [{ label: "spam" }] }),
      "this is an evaluation of several labels for each document: compare needs one class for each",
    );
  });

  it.each(["null", "[]", "1", '"text"', "true"])("is refused if it is other JSON: %s", (json) => {
    expectRefusal(json, `this is not an evaluation: ${AGAIN}`);
  });

  it("is refused without its predictions, and the error says what to do", () => {
    const { predictions: _, ...rest } = EVALUATION;
    expectRefusal(JSON.stringify(rest), `the evaluation has no predictions: ${AGAIN}`);
  });

  it.each<[path: string, values: readonly unknown[]]>([
    ["classifier", [null, [], "multinomial"]],
    ["classifier.name", [1, null]],
    ["protocol", [null, "folds"]],
    ["protocol.kind", [{}, 1]],
    ["labels", [{}, [], [1], "ham"]],
    ["documents", [null, 3]],
    ["documents.train", [0, -1, 1.5, "2", null]],
    ["documents.test", [0, "1"]],
    ["runs", [{}, [], [1], null]],
    ["predictions", [{}, [], null, [null], [[]]]],
    ["predictions[0].id", [1, null, {}]],
    ["predictions[1].run", [-1, 2, 0.5, "1", null]],
    ["predictions[1].actual", ["ham", 1, null]],
    ["predictions[1].predicted", ["constructor", "toString", 0]],
  ])("is refused without %s, and with a value of it that cannot be", (path, values) => {
    const changed = (value: unknown) => {
      const copy = JSON.parse(JSON.stringify(EVALUATION));
      const keys = path.split(/[.[\]]+/);
      const last = keys.pop() as string;
      const holder = keys.reduce((inner, key) => inner[key], copy);
      holder[last] = value;
      return JSON.stringify(copy);
    };
    for (const value of values)
      expectRefusal(changed(value), `this is not an evaluation, because "${path}" has an impossible value: ${AGAIN}`);
    if (path !== "predictions")
      expectRefusal(changed(undefined), `this is not an evaluation, because "${path}" is missing: ${AGAIN}`);
  });
});
