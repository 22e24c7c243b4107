/**
 * Returns the word that is written with digits and signs for letters, as in `v1agra`, `c1@l1s`, `m0rtgage` or
 * `\/iagra`; undefined if there is none. The signs must stand between letters, at least half of the characters must be
 * letters, and the result must be pronounceable. `mp3`, `h2o`, `i18n`, `utf8`, `x86` and `base64` therefore stay as they
 * are, and so do technical names that match `TECHNICAL`. If the word begins with `\/`, it only has to be pronounceable.
 *
 * @param word in lower case
 */
export function unleeted(word: string): string | undefined {
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS) return undefined;
  const plain = word.startsWith("\\/") ? `v${word.slice(2)}` : word;
  if (plain === word && (TECHNICAL.test(word) || !isPlausible(word))) return undefined;
  let folded = "";
  for (let at = 0; at < plain.length; at++) folded += letterFor(plain, at);
  return /^[a-z]+$/.test(folded) && isLikelyWord(folded) ? folded : undefined;
}

const MIN_LETTERS = 4;
const MAX_LETTERS = 24;

/**
 * Whether the signs stand inside the word, at most two in sequence, and are few beside the letters. Two digits must be
 * equal: `11` and `00` may be two letters. A word with a mark, such as `@` or `!`, may have as many signs as letters.
 */
function isPlausible(word: string): boolean {
  const letters = word.replace(/[^a-z]/g, "").length;
  const signs = word.length - letters;
  const hasMark = /[@$!|]/.test(word);
  if (signs === 0 || letters < (hasMark ? signs : 2 * signs)) return false;
  if (/[^a-z]{3}|^[^a-z]|[^a-z]$|([0-9])(?!\1)[0-9]/.test(word)) return false;
  if (!hasMark) return word.length > 4;
  // A mark also joins names, as in `user@host` and `uunet!host!user`, but then both sides are long. A lone `|` is an ö
  // in 7-bit Scandinavian text.
  return !/!.*!|^[a-z]*\|[a-z]*$/.test(word) && /^[a-z]{1,2}[^a-z]|[^a-z][a-z]{1,2}$/.test(word);
}

/** Returns the letter that a character of a word stands for. */
function letterFor(word: string, at: number): string {
  const character = word[at];
  if (character !== "1" && character !== "|") return LETTERS.get(character) ?? character;
  // `he1p`, `mi11ion`. Between a vowel and a consonant an l is likelier than an i.
  const afterVowel = /[aeiou01|]/.test(word[at - 1] ?? "");
  const beforeVowel = /[aeiou]/.test(word[at + 1] ?? "");
  return afterVowel && (!beforeVowel || word[at - 1] === character) ? "l" : "i";
}

/** 0, 1 and `|` are as in Unicode's confusables. The others are usual in "leet". */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from("0o 3e 4a 5s 7t @a $s !i".matchAll(/(\S)(\S)/g), ([, sign, letter]) => [sign, letter]),
);

/** Technical names that begin with a name and a number: `sha1sum`, `mp3player`, `ext3fs`. */
const TECHNICAL =
  /^(?:ext[34]|gtk1|html[345]|ipv4|jpeg1|log4|mac0|md[45]|mp[34]|mpeg[14]|nt[345]|perl5|php[345]|pop3|python3|ppp0|qt[345]|sha[135]|sql7|ssl3|sun[34]|tcl7|tls1|usb[13]|utf7|vb[345]|win[37]|win4lin|xp1)/;

/**
 * Whether letters could be a word in Latin script: they have vowels and consonants, and no sequence of letters
 * that is unpronounceable. This tells a disguised word from an abbreviation, a number or an identifier.
 *
 * @param letters ASCII letters in lower case
 */
export function isLikelyWord(letters: string): boolean {
  if (!/[aeiouy]/.test(letters) || !/[^aeiouy]/.test(letters)) return false;
  if (/[^aeiouy]{5}|[bcdfgjkmpqtvwxz]{3}|[aeiou]{4}|(.)\1\1|[jqv](?:[^aeiouy]|$)|q[^u]/.test(letters)) return false;
  return !/^[^aeiouy]{2}/.test(letters) || ONSETS.has(letters.slice(0, 2));
}

/** Pairs of consonants with which words begin; `sc` is also for `sch`. */
const ONSETS: ReadonlySet<string> = new Set(
  `bl br ch cl cr cz dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps rh sc sh sk sl sm sn sp sq st sv sw sz th tr
  ts tw vl vr wh wr zh zl zw`.split(/\s+/),
);
