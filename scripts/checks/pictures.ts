import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Check, evaluateJson, thresherIn } from "./checks.js";

/** Rounds coordinates: versions of Node.js may differ in the last digit. */
function rounded(picture: string): string {
  return readFileSync(picture, "utf8").replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1));
}

/** Checks that a picture of the README is what its command draws. Runs beside the corpora, because it shows their paths. */
function checkPicture(check: Check, name: string, root: string, scratch: string, ...args: string[]): void {
  const picture = join(scratch, name);
  thresherIn(dirname(root), "curve", ...args, "--encoding", "latin1", "--as", "text", "--quiet", "--report", picture);
  const kept = join(dirname(fileURLToPath(import.meta.url)), "../../../corpora", name);
  const same = rounded(picture) === rounded(kept);
  check(`${name} is drawn as it stands in the README`, same, "true", same);
}

export function checkCurve(check: Check, root: string, scratch: string): void {
  const sizes = ["--sizes", "100,200,500,1000,2000,5000,all"];
  const rules = ["--min-count", "3", "--drop-top", "100"];
  const classifiers = ["--classifier", "multinomial,bernoulli"];
  checkPicture(check, "20news-19997-curve.svg", root, scratch, basename(root), ...classifiers, ...rules, ...sizes);
}

/** Naive Bayes is ahead on few documents, logistic regression on many. */
export function checkGenerativeDiscriminative(check: Check, root: string, scratch: string): void {
  const sizes = ["--sizes", "50,100,200,500,1000,2000,5000,all"];
  const classifiers = ["--classifier", "multinomial,bernoulli,logistic-regression", "--alpha", "0.1", "--cost", "0.1"];
  const weighting = ["--tf", "log", "--idf", "smooth"];
  const [train, test] = ["train", "test"].map((part) => `${basename(root)}/${part}`);
  const name = "20news-bydate-generative-discriminative.svg";
  checkPicture(check, name, root, scratch, train, "--test", test, ...classifiers, ...weighting, ...sizes);
}

/** 20 Newsgroups as collected, measured as in the lectures. */
export function checkLectures(check: Check, root: string): void {
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
