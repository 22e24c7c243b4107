/**
 * Checks on real corpora: `npm run check:corpora -- CORPORA [--vectors DIR]`. Without a
 * folder it says that it was skipped. CORPORA holds 20news-bydate/{train,test},
 * 20news-19997 and spamassassin, folder per class, and sms as it comes; DIR holds scikit-learn's figures for them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Command } from "commander";
import {
  bernoulli,
  type CountingClassifier,
  complement,
  countVectorizer,
  decoderFor,
  jointLogLikelihoods,
  matrixFromRows,
  multinomial,
  predict,
  probabilities,
  readFolders,
  type TrainOptions,
  train,
} from "../src/index.js";
import { checkFilter } from "./check-filter.js";
import { checkLearning } from "./check-learning.js";

const COMMAND = join(dirname(fileURLToPath(import.meta.url)), "../bin/thresher.cjs");
const MODEL_BYTES = 6e6;

interface EvaluationJson {
  readonly vocabulary: number;
  readonly accuracy: number;
  readonly calibrationError: number;
  readonly binary?: { readonly oneMinusAucPercent: number; readonly caughtWithoutFalseAlarm: number };
  readonly runs: readonly { readonly correct: number; readonly total: number }[];
}

let failed = 0;
let passed = 0;

/** Prints what was found beside what was required. */
function check(what: string, found: unknown, required: string, holds: boolean): void {
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? "ok    " : "FAILED"} ${what}: ${String(found)} (required: ${required})`);
}

function thresher(...args: string[]): string {
  return thresherIn(process.cwd(), ...args);
}

function thresherIn(folder: string, ...args: string[]): string {
  return execFileSync(process.execPath, [COMMAND, ...args], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
}

function evaluateJson(...args: string[]): EvaluationJson {
  return JSON.parse(thresher("evaluate", ...args, "--quiet", "--json")) as EvaluationJson;
}

function checkByDate(root: string, vectors: string | undefined, scratch: string): void {
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
    const method = ["--classifier", String(choices.classifier), ...(choices.normalize ? ["--normalize"] : [])];
    const { vocabulary, runs } = evaluateJson(trainFolder, "--test", testFolder, ...options, ...method);
    check(`by date, ${name}, vocabulary`, vocabulary, "130107", vocabulary === 130107);
    check(`by date, ${name}, right of ${runs[0].total}`, runs[0].correct, String(correct), runs[0].correct === correct);
    if (vectors !== undefined) checkPredictions(name, choices, predictions, root, vectors);
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

  checkGenerativeDiscriminative(root, scratch);
  checkFolds(trainFolder);
  checkCalibration(trainFolder, testFolder);
  checkPresets(trainFolder, testFolder);
  checkNeighbours(trainFolder, testFolder);

  const model = join(scratch, "bydate.model");
  thresher("train", trainFolder, "-m", model, "--encoding", "latin1", "--quiet");
  const { size } = statSync(model);
  check("by date, bytes of the model file", size, `at most ${MODEL_BYTES}`, size <= MODEL_BYTES);
}

/** What the README's table says, and more than the best of scikit-learn's naive Bayes (.852) and linear models (.864). */
function checkPresets(trainFolder: string, testFolder: string): void {
  for (const [preset, strip, right] of [
    ["fast", [], 6614],
    ["fast", ["--strip", "headers,footers,quotes"], 5462],
    ["best", [], 6756],
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

function checkNeighbours(trainFolder: string, testFolder: string): void {
  const options = ["--test", testFolder, "--encoding", "latin1", "--as", "text", "--classifier", "nearest-neighbours"];
  const { accuracy } = evaluateJson(trainFolder, ...options);
  check("by date, nearest neighbours", accuracy.toFixed(3), ".778", accuracy.toFixed(3) === "0.778");
}

/** SMS Spam Collection: one `label TAB text` a line. Ten folds. */
function checkMessages(root: string, scratch: string): void {
  const lines = readFileSync(join(root, "SMSSpamCollection"), "utf8").split("\n").filter(Boolean);
  const messages = lines.map((line) => line.split("\t", 2)).map(([label, text]) => JSON.stringify({ label, text }));
  const file = join(scratch, "sms.jsonl");
  writeFileSync(file, messages.join("\n"));
  const { accuracy } = evaluateJson(file, "--folds", "10", "--preset", "best");
  check("SMS, 10 folds, preset best", accuracy.toFixed(4), "at least .988", accuracy >= 0.988);
}

/** Better than bogofilter (1-AUC .020 %) and than a linear SVM on binary words (.9935 and .023 %), of counts alone. */
function checkMail(root: string): void {
  for (const [what, options, least, most] of [
    ["10 folds", ["--folds", "10"], 0.9945, 0.015],
    ["bodies alone, 10 folds", ["--folds", "10", "--strip", "headers"], 0.985, 0.1],
    ["by date", ["--by-date"], 0.99, 0.08],
  ] as const) {
    const { accuracy, binary } = evaluateJson(root, ...options, "--preset", "mail");
    const name = `SpamAssassin, preset mail, ${what}`;
    check(`${name}, accuracy`, accuracy.toFixed(4), `at least ${least}`, accuracy >= least);
    const { oneMinusAucPercent = Number.NaN, caughtWithoutFalseAlarm = 0 } = binary ?? {};
    check(`${name}, 1-AUC %`, oneMinusAucPercent.toFixed(4), `at most ${most}`, oneMinusAucPercent <= most);
    const caught = `${(100 * caughtWithoutFalseAlarm).toFixed(1)} %`;
    check(`${name}, caught without false alarm`, caught, "some", caughtWithoutFalseAlarm > 0);
  }
}

/** scikit-learn's mean over other folds is .843. */
function checkFolds(trainFolder: string): void {
  const { accuracy } = evaluateJson(trainFolder, "--folds", "10", "--encoding", "latin1", "--as", "text");
  const near = Math.abs(accuracy - 0.843) <= 0.004;
  check("by date, 10 folds of the training part", accuracy.toFixed(4), ".843 ± .004", near);
}

/** Fitted on the training part alone: probabilities become honest, and no prediction changes. */
function checkCalibration(trainFolder: string, testFolder: string): void {
  const options = ["--test", testFolder, "--encoding", "latin1", "--as", "text"];
  for (const [classifier, method, most, right] of [
    ["multinomial", "temperature", 0.04, 5821],
    ["multinomial", "isotonic", 0.04, 5821],
    ["complement", "isotonic", 0.05, 6227],
  ] as const) {
    const chosen = ["--classifier", classifier, "--calibrate", method];
    const { calibrationError, runs } = evaluateJson(trainFolder, ...options, ...chosen);
    const what = `by date, ${classifier}, calibrated (${method})`;
    check(`${what}, calibration error`, calibrationError.toFixed(4), `at most ${most}`, calibrationError <= most);
    check(`${what}, right of ${runs[0].total}`, runs[0].correct, String(right), runs[0].correct === right);
  }
}

interface ReferenceModel {
  readonly predicted: readonly number[];
  readonly jointLogLikelihoodFirst10: readonly (readonly number[])[];
}

/** Every prediction, and the scores of the first documents, against scikit-learn's. */
function checkPredictions(name: string, choices: TrainOptions, file: string, root: string, vectors: string): void {
  const reference = JSON.parse(gunzipSync(readFileSync(join(vectors, "20news-bydate.json.gz"))).toString()) as {
    readonly labels: readonly string[];
    readonly testIds: readonly string[];
    readonly models: Readonly<Record<string, ReferenceModel>>;
  };
  const { predicted, jointLogLikelihoodFirst10: scores } = reference.models[name];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1);
  const equal = lines.filter((line, i) => {
    const [id, , label] = line.split("\t");
    return id === reference.testIds[i] && label === reference.labels[predicted[i]];
  }).length;
  const total = reference.testIds.length;
  check(
    `by date, ${name}, predictions equal to scikit-learn's`,
    equal,
    String(total),
    equal === total && lines.length === total,
  );

  // The reference scores are of rows of counts, for Bernoulli as well: the linear form of both models.
  const { model, vocabulary } = train(readFolders(join(root, "train")), {
    encoding: "latin1",
    as: "text",
    ...choices,
  });
  const decode = decoderFor("latin1");
  const texts = scores.map((_, i) => decode(readFileSync(join(root, "test", reference.testIds[i]))));
  const worst = difference(jointLogLikelihoods(model, countVectorizer().transform(texts, vocabulary)), scores);
  check(
    `by date, ${name}, largest relative difference of scores`,
    worst.toExponential(1),
    "at most 1e-9",
    worst <= 1e-9,
  );
}

function checkLectures(root: string): void {
  const options = [
    "--encoding",
    "latin1",
    "--as",
    "text",
    "--holdout",
    "1/3",
    "--repeats",
    "10",
    "--min-count",
    "3",
    "--drop-top",
    "100",
  ];
  const { accuracy, runs } = evaluateJson(root, ...options);
  check(
    "a third withheld, ten times: the lectures' 89 %",
    accuracy.toFixed(4),
    "at least .883",
    accuracy >= 0.883 && runs.length === 10,
  );
}

/** A picture whose coordinates are rounded: another version of Node may compute a last digit in another way. */
function rounded(picture: string): string {
  return readFileSync(picture, "utf8").replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1));
}

/** A picture in the README: its figures are those of the command that draws it. It names folders as they are given, beside the corpora. */
function checkPicture(name: string, root: string, scratch: string, ...args: string[]): void {
  const picture = join(scratch, name);
  thresherIn(dirname(root), "curve", ...args, "--encoding", "latin1", "--as", "text", "--quiet", "--report", picture);
  const kept = join(dirname(fileURLToPath(import.meta.url)), "../../corpora", name);
  const same = rounded(picture) === rounded(kept);
  check(`${name} is drawn as it stands in the README`, same, "true", same);
}

function checkCurve(root: string, scratch: string): void {
  const sizes = ["--sizes", "100,200,500,1000,2000,5000,all"];
  const rules = ["--min-count", "3", "--drop-top", "100"];
  const classifiers = ["--classifier", "multinomial,bernoulli"];
  checkPicture("20news-19997-curve.svg", root, scratch, basename(root), ...classifiers, ...rules, ...sizes);
}

/** Naive Bayes ahead on few documents, the discriminative method on many: chosen by hold-outs of the training part. */
function checkGenerativeDiscriminative(root: string, scratch: string): void {
  const sizes = ["--sizes", "50,100,200,500,1000,2000,5000,all"];
  const classifiers = ["--classifier", "multinomial,bernoulli,logistic-regression", "--alpha", "0.1", "--cost", "0.1"];
  const weighting = ["--tf", "log", "--idf", "smooth"];
  const [train, test] = ["train", "test"].map((part) => `${basename(root)}/${part}`);
  const name = "20news-bydate-generative-discriminative.svg";
  checkPicture(name, root, scratch, train, "--test", test, ...classifiers, ...weighting, ...sizes);
}

interface ReferenceCase {
  readonly name: string;
  readonly estimator: string;
  readonly parameters: {
    readonly alpha?: number;
    readonly fit_prior?: boolean;
    readonly class_prior?: number[];
    readonly norm?: boolean;
  };
  readonly X: number[][];
  readonly y: number[];
  readonly Xtest: number[][];
  readonly sampleWeight?: number[];
  readonly jointLogLikelihood: number[][];
  readonly probabilities: number[][];
  readonly predicted: number[];
}

/** Generated matrices with scikit-learn's scores, probabilities and predictions. */
function checkReferenceCases(vectors: string): void {
  const { cases } = JSON.parse(readFileSync(join(vectors, "naive-bayes.json"), "utf8")) as { cases: ReferenceCase[] };
  const methods: Readonly<Record<string, (options: object) => CountingClassifier>> = {
    MultinomialNB: multinomial,
    BernoulliNB: bernoulli,
    ComplementNB: complement,
  };
  for (const [estimator, method] of Object.entries(methods)) {
    const ofEstimator = cases.filter((reference) => reference.estimator === estimator);
    let worst = 0;
    for (const { parameters, X, y, Xtest, sampleWeight, ...expected } of ofEstimator) {
      const { alpha, fit_prior: fitPrior, class_prior: classPrior, norm: normalize } = parameters;
      const fitted = estimator === "ComplementNB" ? "none" : "fit";
      const prior = classPrior ?? (fitPrior === false ? "uniform" : fitted);
      const labels = [...new Set(y)].sort((a, b) => a - b).map(String);
      const model = method({ ...(alpha === undefined ? {} : { alpha }), normalize, prior }).fit({
        x: matrixFromRows(X),
        y,
        labels,
        weights: sampleWeight,
      });
      const x = matrixFromRows(Xtest);
      worst = Math.max(
        worst,
        difference(jointLogLikelihoods(model, x), expected.jointLogLikelihood),
        difference(probabilities(model, x), expected.probabilities),
        difference([predict(model, x)], [expected.predicted]),
      );
    }
    const what = `${estimator}: largest difference in ${ofEstimator.length} reference cases`;
    check(what, worst.toExponential(1), "at most 1e-10", worst <= 1e-10 && ofEstimator.length > 0);
  }
}

/** The largest difference of two matrices, relative above 1; NaN counts as infinite. */
function difference(found: readonly ArrayLike<number>[], expected: readonly (readonly number[])[]): number {
  const differences = expected.flatMap((row, i) =>
    row.map((value, j) => (value === found[i][j] ? 0 : Math.abs(found[i][j] - value) / Math.max(1, Math.abs(value)))),
  );
  return differences.reduce(
    (worst, value) => (value <= worst ? worst : Number.isNaN(value) ? Number.POSITIVE_INFINITY : value),
    0,
  );
}

const program = new Command("npm run check:corpora --")
  .description("Checks Thresher's figures on real corpora.")
  .argument("[corpora]", "a folder with 20news-bydate, 20news-19997, sms and spamassassin in it")
  .option("--vectors <folder>", "a folder with scikit-learn's reference values")
  .parse();
const [corpora] = program.args;
const { vectors } = program.opts<{ vectors?: string }>();
if (corpora === undefined) {
  console.log("SKIPPED: the checks on real corpora need a folder with them: npm run check:corpora -- FOLDER");
} else {
  const scratch = mkdtempSync(join(tmpdir(), "thresher-check-"));
  try {
    if (vectors !== undefined) checkReferenceCases(vectors);
    for (const [name, run] of [
      ["20news-bydate", (root: string) => checkByDate(root, vectors, scratch)],
      [
        "20news-19997",
        (root: string) => {
          checkLectures(root);
          checkCurve(root, scratch);
        },
      ],
      ["sms", (root: string) => checkMessages(root, scratch)],
      [
        "spamassassin",
        (root: string) => {
          checkMail(root);
          const model = join(scratch, "spamassassin.model");
          thresher("train", root, "-m", model, "--quiet");
          checkFilter(root, model, COMMAND, check);
          return checkLearning(root, scratch, COMMAND, check);
        },
      ],
    ] as const) {
      const root = join(corpora, name);
      if (existsSync(root)) await run(root);
      else check(name, "no such folder", root, false);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
