import { statSync } from "node:fs";
import { join } from "node:path";
import type { TrainOptions } from "../../src/model/options.js";
import { type Check, evaluateJson, thresher } from "./checks.js";
import { checkPredictions } from "./predictions.js";

/** Maximum size of a model of 11,314 posts. */
const MODEL_BYTES = 6e6;

/** 20 Newsgroups by date: figures of scikit-learn and of the README. */
export function checkByDate(check: Check, root: string, vectors: string | undefined, scratch: string): void {
  const [trainFolder, testFolder] = [join(root, "train"), join(root, "test")];
  const required: readonly [name: string, choices: TrainOptions, correct: number][] = [
    ["multinomial", { classifier: "multinomial" }, 5821],
    ["bernoulli", { classifier: "bernoulli" }, 4751],
    ["complement", { classifier: "complement" }, 6227],
    ["complement norm", { classifier: "complement", normalize: true }, 6086],
  ];
  for (const [name, choices, correct] of required) {
    const predictions = join(scratch, `${name}.tsv`);
    const options = ["--encoding", "latin1", "--as", "text", "--predictions", predictions];
    const method = [
      "--classifier",
      String(choices.classifier),
      ...(choices.normalize ? ["--set", "normalize=true"] : []),
    ];
    const { vocabulary, runs } = evaluateJson(trainFolder, "--test", testFolder, ...options, ...method);
    check(`by date, ${name}, vocabulary`, vocabulary, "130107", vocabulary === 130107);
    check(`by date, ${name}, right of ${runs[0].total}`, runs[0].correct, String(correct), runs[0].correct === correct);
    if (vectors !== undefined) checkPredictions(check, name, choices, predictions, root, vectors);
  }

  const stripped = evaluateJson(
    trainFolder,
    "--test",
    testFolder,
    "--encoding",
    "latin1",
    "--strip",
    "headers,footers,quotes",
  );
  const { accuracy } = stripped;
  check(
    "by date, without headers, footers and quotes",
    accuracy.toFixed(4),
    ".543 ± .002",
    Math.abs(accuracy - 0.543) <= 0.002,
  );

  checkFolds(check, trainFolder);
  checkCalibration(check, trainFolder, testFolder);
  checkPresets(check, trainFolder, testFolder);
  checkNeighbours(check, trainFolder, testFolder);

  const model = join(scratch, "bydate.model");
  thresher("train", trainFolder, "-m", model, "--encoding", "latin1", "--quiet");
  const { size } = statSync(model);
  check("by date, bytes of the model file", size, `at most ${MODEL_BYTES}`, size <= MODEL_BYTES);
}

/** Figures of the README; scikit-learn's best are .852 for naive Bayes and .864 for linear models. */
function checkPresets(check: Check, trainFolder: string, testFolder: string): void {
  for (const [preset, strip, right] of [
    ["fast", [], 6645],
    ["fast", ["--strip", "headers,footers,quotes"], 5444],
    ["best", [], 6811],
  ] as const) {
    const options = ["--test", testFolder, "--encoding", "latin1", "--preset", preset, ...strip];
    const [{ correct, total }] = evaluateJson(trainFolder, ...options).runs;
    check(
      `by date, ${["preset", preset, ...strip].join(" ")}, right of ${total}`,
      correct,
      `${right}`,
      correct === right,
    );
  }
}

function checkNeighbours(check: Check, trainFolder: string, testFolder: string): void {
  const options = ["--test", testFolder, "--encoding", "latin1", "--as", "text", "--classifier", "nearest-neighbours"];
  const { accuracy } = evaluateJson(trainFolder, ...options);
  check("by date, nearest neighbours", accuracy.toFixed(3), ".778", accuracy.toFixed(3) === "0.778");
}

/** scikit-learn's mean over its own folds is .843. */
function checkFolds(check: Check, trainFolder: string): void {
  const { accuracy } = evaluateJson(trainFolder, "--folds", "10", "--encoding", "latin1", "--as", "text");
  const near = Math.abs(accuracy - 0.843) <= 0.004;
  check("by date, 10 folds of the training part", accuracy.toFixed(4), ".843 ± .004", near);
}

/** Calibration lowers the calibration error and changes no prediction. */
function checkCalibration(check: Check, trainFolder: string, testFolder: string): void {
  const options = ["--test", testFolder, "--encoding", "latin1", "--as", "text"];
  for (const [classifier, method, most, right] of [
    ["multinomial", "temperature", 0.05, 5821],
    ["multinomial", "isotonic", 0.02, 5821],
    ["complement", "isotonic", 0.03, 6227],
  ] as const) {
    const chosen = ["--classifier", classifier, "--calibrate", method];
    const { calibrationError, runs } = evaluateJson(trainFolder, ...options, ...chosen);
    const what = `by date, ${classifier}, calibrated (${method})`;
    check(`${what}, calibration error`, calibrationError.toFixed(4), `at most ${most}`, calibrationError <= most);
    check(`${what}, right of ${runs[0].total}`, runs[0].correct, String(right), runs[0].correct === right);
  }
}
