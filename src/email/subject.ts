/**
 * What a thread is about, by the value of a `Subject` field: in lower case, without the
 * marks of replies and forwards, whatever their language and number (`Re: AW: Re[2]:`),
 * without the tags of mailing lists (`[users]`), white space as single spaces. After the
 * base subject of RFC 5256, section 2.1, whose marks are only the English ones.
 *
 * @returns undefined if nothing is left, or what mail programs write when there is nothing
 */
export function baseSubject(value: string): string | undefined {
  let subject = value.slice(0, MAX_SUBJECT).replace(/\s+/g, " ").trim().toLowerCase();
  for (let before = ""; before !== subject; ) {
    before = subject;
    subject = subject.replace(REPLY, "").replace(FORWARDED, "").replace(WRAPPED, "$1");
    const untagged = subject.replace(TAG, "");
    // A tag that is all there is says more than nothing.
    if (untagged !== "") subject = untagged;
  }
  return subject === "" || NO_SUBJECT.has(subject) ? undefined : subject;
}

/**
 * English re, fw, fwd; German aw, wg; Scandinavian sv, vs, vb; Dutch antw, doorst; Polish
 * odp; Spanish rv; Portuguese res, enc; French réf, tr.
 */
const REPLY = /^(?:(?:re|fwd?|aw|wg|sv|vs|vb|antw|doorst|odp|rv|res|enc|r[ée]f|tr) ?(?:\[\d+\]|\(\d+\)|\^\d+)? ?: ?)+/;

const TAG = /^(?:\[[^\]]*\] ?)+/;

/** Marks of a forwarded message behind its subject, and around it. */
const FORWARDED = /(?: ?\(fwd\))+$/;
const WRAPPED = /^\[fwd?: ?(.*)\]$/;

/** Nobody writes more, and the patterns may go over it twice. */
const MAX_SUBJECT = 1000;

const NO_SUBJECT = new Set(["(no subject)", "<no subject>", "[no subject]", "no subject", "(none)", "none"]);
