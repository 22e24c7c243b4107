import { SEPARATOR_FIELD, withoutFields } from "./marked-message.js";

/** Of filters that have a name of their own for what they think. */
const VERDICTS: ReadonlySet<string> = new Set([
  "x-thresher",
  SEPARATOR_FIELD.toLowerCase(),
  "x-bogosity",
  "x-text-classification",
]);

/** Those that write several fields. */
const FAMILIES = ["x-popfile-", "x-crm114-", "x-dspam-"];

/**
 * Whether a header field holds what a filter thought of the message: `X-Bogosity`,
 * `X-Text-Classification`, our own, and every `X-…spam…`, such as `X-Spam-Status` and
 * `X-MailScanner-SpamCheck`. A filter that learns from them learns to say what it, or
 * another, has said before. What a virus scanner or `Authentication-Results` says is a fact.
 *
 * @param name in lower case
 */
export function isVerdictField(name: string): boolean {
  if (!name.startsWith("x-")) return false;
  return VERDICTS.has(name) || name.includes("spam") || FAMILIES.some((family) => name.startsWith(family));
}

/** A message as it was before filters wrote into its header; the very same if none did. */
export function withoutVerdicts(message: Uint8Array): Uint8Array {
  return withoutFields(message, isVerdictField);
}
