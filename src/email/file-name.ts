import { decodeEncodedWords } from "./encoded-words.js";

/** No file system has longer names. */
export const MAX_FILE_NAME = 255;

/**
 * The name of an attachment, by a parameter `filename` or `name`: encoded words decoded
 * (against RFC 2047, and common), without the folders before it, control characters and
 * white space around; undefined if nothing is left.
 */
export function fileName(parameter: string | undefined): string | undefined {
  if (parameter === undefined) return undefined;
  const decoded = decodeEncodedWords(parameter);
  const last = decoded.slice(Math.max(decoded.lastIndexOf("/"), decoded.lastIndexOf("\\")) + 1);
  const name = last
    .slice(0, MAX_FILE_NAME)
    .replace(/\p{Cc}/gu, "")
    .trim();
  return name === "" || name === "." || name === ".." ? undefined : name;
}
