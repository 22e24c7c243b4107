/** Reads subjects: without prefixes and tags to find threads, in one line for lists, and without the tags of filters. */
import { names } from "../../base/lists.js";
import { firstValue, type HeaderField } from "./header.js";
import { decodeEncodedWords } from "./header-text.js";

/**
 * Returns the subject of a thread: in lower case, without the prefixes of replies and forwards in any language
 * (`Re: AW: Re[2]:`) and without tags of mailing lists (`[users]`). White space becomes single spaces. This extends the
 * base subject of RFC 5256, section 2.1, which knows only the English prefixes.
 *
 * @returns undefined if nothing is left, or only the text that mail programs write for an empty subject
 */
export function baseSubject(value: string): string | undefined {
  let subject = value.slice(0, MAX_SUBJECT).replace(/\s+/g, " ").trim().toLowerCase();
  for (let before = ""; before !== subject; ) {
    before = subject;
    subject = subject.replace(REPLY, "").replace(FORWARDED, "").replace(WRAPPED, "$1");
    const untagged = subject.replace(TAG, "");
    // Keep a tag if nothing else is left.
    if (untagged !== "") subject = untagged;
  }
  return subject === "" || NO_SUBJECT.has(subject) ? undefined : subject;
}

/**
 * English re, fw, fwd; German aw, wg; Scandinavian sv, vs, vb; Dutch antw, doorst; Polish
 * odp; Spanish rv; Portuguese res, enc; French réf, tr.
 */
const REPLY = /^(?:(?:re|fwd?|aw|wg|sv|vs|vb|antw|doorst|odp|rv|res|enc|r[ée]f|tr) ?(?:\[\d+\]|\(\d+\)|\^\d+)? ?: ?)+/;

/** Tags of mailing lists. */
const TAG = /^(?:\[[^\]]*\] ?)+/;

/** The mark of a forwarded message after its subject. */
const FORWARDED = /(?: ?\(fwd\))+$/;
/** The mark of a forwarded message around its subject. */
const WRAPPED = /^\[fwd?: ?(.*)\]$/;

/** In characters. It limits the patterns, which may take quadratic time. */
const MAX_SUBJECT = 1000;

/** The texts that mail programs write for an empty subject. */
const NO_SUBJECT = new Set(["(no subject)", "<no subject>", "[no subject]", "no subject", "(none)", "none"]);

/** Returns the first Subject of a header in one line, with encoded words decoded; undefined if it is missing. */
export function subjectLine(header: readonly HeaderField[]): string | undefined {
  const value = firstValue(header, "subject");
  return value && decodeEncodedWords(value).replace(/\s+/g, " ").trim();
}

/**
 * Removes the tags that spam filters put before a subject, such as `[SPAM]`, `***SPAM***` or `{Spam?}`, because a model
 * would repeat their verdicts. Keeps tags of mailing lists, such as `[spam-l]`.
 */
export function withoutSpamTag(subject: string): string {
  let rest = subject;
  for (let tag = BRACKETED.exec(rest); tag !== null && isSpamTag(tag[0]); tag = BRACKETED.exec(rest)) {
    rest = rest.slice(tag[0].length);
  }
  return rest;
}

/** A few words in brackets, asterisks or the like, or `spam:`. */
const BRACKETED =
  /^\s{0,9}(?:\[[^\][]{1,40}\]|\{[^{}]{1,40}\}|\([^()]{1,40}\)|<[^<>]{1,40}>|\*{2,9}[^*]{1,40}\*{2,9}|[-_#=~]{1,9}[^-_#=~]{1,40}[-_#=~]{1,9}|spam(?=:))[:\s]{0,9}/iu;

/** Whether a tag has only words of spam filters, and at least one names spam. Ignores numbers, which are scores. */
function isSpamTag(tag: string): boolean {
  const words = tag.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => SPAM.has(word)) && words.every((word) => SPAM.has(word) || BESIDE_SPAM.has(word));
}

/** Words that name spam in the tags of filters. */
const SPAM = names(`
  spam junk bulk spammail spamverdacht phishing werbung meiwaku pourriel спам спама スパム スパムメール 迷惑メール
  垃圾邮件 垃圾郵件 스팸`);
/** Words that may stand next to these in a tag. */
const BESIDE_SPAM = names(`
  possible possibly probable probably likely suspected suspect suspicious potential detected marked definitely is may
  be not score level low medium high warning mail email message verdacht gmx web de online by filter`);
