import { safeText } from "./safe-text.js";

/** Matches a word that needs no quotes: none of its characters has a special meaning in a shell. */
const PLAIN = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * Quotes a path for a command line that people read and copy: not at all if it can stay as it is, in single quotes if it
 * has special characters, or as `$'…'` with octal escapes if it has characters that are unsafe on a terminal. A path that begins like an option gets `./` in front.
 */
export function shellWord(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  if (PLAIN.test(word)) return word;
  if (safeText(word) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  // Within quotes, spaces and brackets are plain too. Everything else is written byte by byte.
  const characters = [...word].map((character) => {
    return PLAIN.test(character) || " []".includes(character)
      ? character
      : [...Buffer.from(character)].map(octal).join("");
  });
  return `$'${characters.join("")}'`;
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
