import { formatParameter } from "../../mail/header/header-value.js";
import type { NewField } from "../../mail/rewrite/marked-message.js";
import { FILTER_STYLES } from "./filter-styles.js";
import { REQUIRED, spamScore, type Verdict } from "./verdict.js";

/** Fields of SpamAssassin, which a message can only have from elsewhere. They are removed, as SpamAssassin does. */
export const FOREIGN_FIELDS = /^x-spam-(?!prev-)/;
/** Our own field. A message may have it from an earlier server, so it is removed as well. */
export const OUR_FIELDS = ["X-Thresher"];

/**
 * The largest number of fields to remove. A mail server looks for each from the beginning of the message, so very many
 * could stop it. A message with more of them is hostile.
 */
export const MAX_REMOVED = 100;

/** Whether a field of a message is one that servers add. @param name in small letters */
export function isServersField(name: string): boolean {
  return FOREIGN_FIELDS.test(name) || OUR_FIELDS.some((own) => own.toLowerCase() === name);
}

/** SpamAssassin's names for ranges of P(spam), which rules of mail programs know. */
const BAYES = ["00", "05", "20", "40", "50", "60", "80", "95", "99", "999"];
/** The limits between these ranges. */
const LIMITS = [0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999];

/**
 * Returns the names of the tests that a message meets: `BAYES_00` to `BAYES_999` by P(spam), unless nothing of the
 * message is known, and `THRESHER_SPAM`, `THRESHER_HAM` or `THRESHER_UNSURE` by the decision.
 */
export function symbolsOf({ decision = "unsure", spam, isGuess }: Verdict): string[] {
  const bayes = BAYES[LIMITS.filter((limit) => (spam?.probability ?? 0) >= limit).length];
  return [...(isGuess ? [] : [`BAYES_${bayes}`]), `THRESHER_${decision.toUpperCase()}`];
}

/**
 * Returns the fields that a server adds to a message, as SpamAssassin names them, and our own with the class.
 *
 * @param version of this program
 */
export function spamFields(verdict: Verdict, version: string): NewField[] {
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
