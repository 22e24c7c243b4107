import { firstFew, grouped, megabytes, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { isFailure } from "../../jobs/inputs/inputs.js";
import type { WrittenAnswers } from "../../jobs/machines/join-answers.js";
import type { Outcome } from "./output.js";

/** Returns the outcome of a command that writes answers to a file. */
export function answersOutcome(written: WrittenAnswers): Outcome {
  const { problems } = written;
  const inputs = { problems: [...problems], failures: problems.filter(isFailure) };
  return { isDone: true, inputs, json: () => written, text: () => answersText(written) };
}

/** The number of classes that the text names. */
const MAX_NAMED = 10;

function answersText({ output, bytes, documents, answers, labels }: WrittenAnswers): string {
  const sorted = Object.entries(labels).sort(([, a], [, b]) => b - a);
  const counts = sorted.map(([label, n]) => `${safeText(label)} ${grouped(n)}`);
  const kept = answers === documents ? "" : `, ${grouped(answers)} kept`;
  const byLabel = counts.length === 0 ? "" : ` (${firstFew(counts, MAX_NAMED)})`;
  return `Classified ${plural(documents, "document")}${kept}${byLabel}: ${safeText(output)}, ${megabytes(bytes)}.\n`;
}
