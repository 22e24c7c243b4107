import { type Check, evaluateJson } from "./checks.js";

/** 20 Newsgroups as collected, as the lectures measure it. */
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
