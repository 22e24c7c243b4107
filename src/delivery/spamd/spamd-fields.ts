import { formatParameter } from "../../mail/header/header-value.js";
import type { NewField } from "../../mail/rewrite/marked-message.js";
import { FILTER_STYLES } from "../filter/filter-styles.js";
import { REQUIRED, spamScore } from "../filter/spam-score.js";
import type { Verdict } from "../filter/verdict.js";

/** SpamAssassin's names for ranges of P(spam), which rules of mail programs know, and the limits between them. */
const BAYES = ["00", "05", "20", "40", "50", "60", "80", "95", "99", "999"];
const LIMITS = [0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999];

/**
 * Returns the names of the tests that a message meets: `BAYES_00` to `BAYES_999` by P(spam), unless nothing of the
 * message is known, and `THRESHER_SPAM`, `THRESHER_HAM` or `THRESHER_UNSURE` by the decision.
 */
export function symbolsOf({ decision = "unsure", spam, isGuess }: Verdict): string {
  const bayes = BAYES[LIMITS.filter((limit) => (spam?.probability ?? 0) >= limit).length];
  return `${isGuess ? "" : `BAYES_${bayes},`}THRESHER_${decision.toUpperCase()}`;
}

/** Returns the field of an answer with the verdict, such as `Spam: True ; 12.3 / 5.0`. @param words for spam and ham */
export function spamLine(verdict: Verdict, [yes, no]: readonly [string, string]): string {
  const { isSpam, score } = spamScore(verdict);
  return `Spam: ${isSpam ? yes : no} ; ${score} / ${REQUIRED.toFixed(1)}`;
}

/** Returns the fields for the header of a message, as SpamAssassin names them, and our own with the class. @param version of this program */
export function spamdFields(verdict: Verdict, version: string): NewField[] {
  const { isSpam, score, stars } = spamScore(verdict);
  const result = `${isSpam ? "Yes" : "No"}, score=${score} required=${REQUIRED.toFixed(1)} tests=${symbolsOf(verdict)}`;
  const details = `autolearn=no ${formatParameter("label", verdict.label ?? "unsure")} version=thresher`;
  return [
    { name: "X-Spam-Checker-Version", value: `Thresher ${version} (model ${verdict.model})` },
    ...(isSpam ? [{ name: "X-Spam-Flag", value: "YES" }] : []),
    { name: "X-Spam-Level", value: stars },
    { name: "X-Spam-Score", value: score },
    { name: "X-Spam-Status", value: `${result}\n\t${details}` },
    ...FILTER_STYLES.thresher.fields(verdict),
  ];
}

/** Returns a report for people, in a few lines of ASCII. */
export function reportOf(verdict: Verdict): string {
  const { score } = spamScore(verdict);
  const { probability = 0 } = verdict.spam ?? {};
  const label = formatParameter("label", verdict.label ?? "unsure");
  return `Thresher, model ${verdict.model}: ${score} points, spam from ${REQUIRED.toFixed(1)}

  pts rule name              description
----- ---------------------- ------------------------------------------
${score.padStart(5)} ${symbolsOf(verdict).padEnd(22)} ${label}, spam with a probability of ${probability.toFixed(4)}
`;
}
