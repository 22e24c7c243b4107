import { safeText } from "./safe-text.js";

/** What no shell takes for anything else. */
const PLAIN = /^[\w@%+:,./-]+$/;

/**
 * A path as it is typed in a command: as it is, if no shell sees more in it; else in single
 * quotes; with what cannot be seen as the octal digits of `$'…'`. A path that begins like an
 * option begins with `./`.
 */
export function shellWord(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  if (PLAIN.test(word)) return word;
  if (safeText(word) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  const plain = [...word].map((character) => {
    return PLAIN.test(character) || " []".includes(character)
      ? character
      : [...Buffer.from(character)].map(octal).join("");
  });
  return `$'${plain.join("")}'`;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}
