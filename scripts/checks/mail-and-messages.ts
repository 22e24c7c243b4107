import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, evaluateJson } from "./checks.js";

/** Better than bogofilter (1-AUC .020 %) and a linear SVM on binary words (accuracy .9935, 1-AUC .023 %). */
export function checkMail(check: Check, root: string): void {
  for (const [what, options, least, most] of [
    ["10 folds", ["--folds", "10"], 0.9955, 0.0135],
    ["bodies alone, 10 folds", ["--folds", "10", "--strip", "headers"], 0.987, 0.07],
    ["by date", ["--by-date"], 0.992, 0.035],
  ] as const) {
    const { accuracy, binary } = evaluateJson(root, ...options, "--as", "mail");
    const name = `SpamAssassin, as mail, ${what}`;
    check(`${name}, accuracy`, accuracy.toFixed(4), `at least ${least}`, accuracy >= least);
    const { oneMinusAucPercent = Number.NaN, caughtWithoutFalseAlarm = 0 } = binary ?? {};
    check(`${name}, 1-AUC %`, oneMinusAucPercent.toFixed(4), `at most ${most}`, oneMinusAucPercent <= most);
    const caught = `${(100 * caughtWithoutFalseAlarm).toFixed(1)} %`;
    check(`${name}, caught without false alarm`, caught, "some", caughtWithoutFalseAlarm > 0);
  }
}

/** SMS Spam Collection, one `label TAB text` per line, ten folds. */
export function checkMessages(check: Check, root: string, scratch: string): void {
  const lines = readFileSync(join(root, "SMSSpamCollection"), "utf8").split("\n").filter(Boolean);
  const messages = lines.map((line) => line.split("\t", 2)).map(([label, text]) => JSON.stringify({ label, text }));
  const file = join(scratch, "sms.jsonl");
  writeFileSync(file, messages.join("\n"));
  const { accuracy } = evaluateJson(file, "--folds", "10", "--preset", "best");
  check("SMS, 10 folds, preset best", accuracy.toFixed(4), "at least .991", accuracy >= 0.991);
}

/** Questions of a few words: a linear SVM on words and pairs answers .892 of the test part. */
export function checkQuestions(check: Check, root: string): void {
  for (const [preset, least] of [
    ["fast", 0.84],
    ["best", 0.905],
  ] as const) {
    const { accuracy } = evaluateJson(join(root, "train.csv"), "--test", join(root, "test.csv"), "--preset", preset);
    check(`TREC questions, preset ${preset}`, accuracy.toFixed(3), `at least ${least}`, accuracy >= least);
  }
}

/** Reviews in Chinese: a linear SVM on characters, pairs and triples has .903 in ten folds. */
export function checkReviews(check: Check, root: string, presets: readonly ("fast" | "best")[]): void {
  for (const preset of presets) {
    const least = { fast: 0.878, best: 0.903 }[preset];
    const { accuracy } = evaluateJson(join(root, "waimai.csv"), "--folds", "10", "--preset", preset);
    check(`Chinese reviews, 10 folds, preset ${preset}`, accuracy.toFixed(4), `at least ${least}`, accuracy >= least);
  }
}
