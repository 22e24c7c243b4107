/**
 * Normalizes a text: no joiners or variation selectors, one width, composed (NFC), at most 30 marks on a letter. The i
 * of İ in lower case loses its second dot.
 */
export function inOneSpelling(given: string): string {
  if (!MAY_CHANGE.test(given)) return given;
  let text = given.replace(INVISIBLE, "").replace(OTHER_WIDTH, (letters) => letters.normalize("NFKC"));
  while (text.search(TOO_MANY_MARKS) >= 0) text = text.replace(TOO_MANY_MARKS, "$1");
  return text.replaceAll("i\u0307", "i").normalize("NFC");
}

/**
 * Matches a character that may need another spelling. Most texts have no match: Latin, Greek and Cyrillic letters, Han,
 * kana and Hangul, and punctuation stay as they are if no mark follows them.
 */
const MAY_CHANGE =
  /[^\0-\u02ff\u0370-\u0373\u0375-\u037d\u0384-\u0386\u0388-\u0482\u048a-\u0588\u2010-\u2027\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\uff01-\uff0f\uff1a-\uff20]/;

/** Joiners and variation selectors, which choose between forms of a letter. */
const INVISIBLE = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Letters and digits that have two widths in East Asian encodings. */
const OTHER_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+/g;
/** Real text has at most 30 marks on a letter (UAX #15, section 13); sorting more takes quadratic time. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}{1,1000}/gu;
