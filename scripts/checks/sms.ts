import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, evaluateJson } from "./checks.js";

/** SMS Spam Collection: one `label TAB text` a line. Ten folds. */
export function checkMessages(check: Check, root: string, scratch: string): void {
  const lines = readFileSync(join(root, "SMSSpamCollection"), "utf8").split("\n").filter(Boolean);
  const messages = lines.map((line) => line.split("\t", 2)).map(([label, text]) => JSON.stringify({ label, text }));
  const file = join(scratch, "sms.jsonl");
  writeFileSync(file, messages.join("\n"));
  const { accuracy } = evaluateJson(file, "--folds", "10", "--preset", "best");
  check("SMS, 10 folds, preset best", accuracy.toFixed(4), "at least .988", accuracy >= 0.988);
}
