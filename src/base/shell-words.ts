import { safeText } from "./safe-text.js";

/** Characters without a special meaning in any shell. */
const PLAIN = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * Quotes a path for a command line: plain, in single quotes if it has special characters, or as `$'…'` with
 * octal escapes if it has unsafe ones. A path that begins like an option gets `./` in front.
 */
export function shellWord(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  if (PLAIN.test(word)) return word;
  if (safeText(word) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  // Within quotes, spaces and brackets are plain too. Everything else is written byte by byte.
  const plain = [...word].map((character) => {
    return PLAIN.test(character) || " []".includes(character)
      ? character
      : [...Buffer.from(character)].map(octal).join("");
  });
  return `$'${plain.join("")}'`;
}

/** Quotes a word for scripts in any POSIX shell. Some of these shells do not support `$'…'`. */
export function posixWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Joins words into a command line for a POSIX shell. */
export function commandLine(words: readonly string[]): string {
  return words.map(posixWord).join(" ");
}

/** Writes a byte as the escape of three octal digits that `$'…'` reads: `\012`. */
function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}
