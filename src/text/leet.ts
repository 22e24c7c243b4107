import { isLikelyWord } from "./likely-word.js";

/**
 * The word that is written with digits and signs in the place of letters, `v1agra`, `c1@l1s`,
 * `m0rtgage`, `\/iagra`; undefined if it is none. A word is one only if the signs
 * stand between letters, if letters are the most of it, and if what comes out can be
 * spoken: `mp3`, `h2o`, `i18n`, `utf8`, `x86` and `base64` are what they are. So are
 * the names of programs and formats with a digit that `TECHNICAL` begins.
 *
 * @param word in lower case, 4 to 24 characters
 */
export function unleeted(word: string): string | undefined {
  const plain = word.startsWith("\\/") ? `v${word.slice(2)}` : word;
  if (plain === word && (TECHNICAL.test(word) || !isPlausible(word))) return undefined;
  let folded = "";
  for (let at = 0; at < plain.length; at++) folded += letterFor(plain, at);
  return /^[a-z]+$/.test(folded) && isLikelyWord(folded) ? folded : undefined;
}

/** Signs in the place of letters, inside the word; `11` and `00` may stand for two. */
function isPlausible(word: string): boolean {
  const letters = word.replace(/[^a-z]/g, "").length;
  const signs = word.length - letters;
  const hasMark = /[@$!|]/.test(word);
  if (signs === 0 || letters < (hasMark ? signs : 2 * signs)) return false;
  if (/[^a-z]{3}|^[^a-z]|[^a-z]$|([0-9])(?!\1)[0-9]/.test(word)) return false;
  if (!hasMark) return word.length > 4;
  // A mark also joins names, `user@host`, `uunet!host!user`: there both sides are words. A lone `|` is an ö in
  // Scandinavian text of seven bits.
  return !/!.*!|^[a-z]*\|[a-z]*$/.test(word) && /^[a-z]{1,2}[^a-z]|[^a-z][a-z]{1,2}$/.test(word);
}

function letterFor(word: string, at: number): string {
  const character = word[at];
  if (character !== "1" && character !== "|") return LETTERS.get(character) ?? character;
  // `he1p`, `mi11ion`: behind a vowel and before a consonant an l is likelier than an i.
  const afterVowel = /[aeiou01|]/.test(word[at - 1] ?? "");
  const beforeVowel = /[aeiou]/.test(word[at + 1] ?? "");
  return afterVowel && (!beforeVowel || word[at - 1] === character) ? "l" : "i";
}

/** As Unicode's confusables list has 0, 1 and `|`; the others are the common ones of "leet". */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
  ["@", "a"],
  ["$", "s"],
  ["!", "i"],
]);

/** Names that end with a number and go on: `sha1sum`, `mp3player`, `ext3fs`. */
const TECHNICAL =
  /^(?:ext[34]|gtk1|html[345]|ipv4|jpeg1|log4|mac0|md[45]|mp[34]|mpeg[14]|nt[345]|perl5|php[345]|pop3|python3|ppp0|qt[345]|sha[135]|sql7|ssl3|sun[34]|tcl7|tls1|usb[13]|utf7|vb[345]|win[37]|win4lin|xp1)/;
