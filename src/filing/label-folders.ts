import { createHash } from "node:crypto";
import { INBOX } from "../documents/corpus.js";
import { cutName, MAX_NAME_BYTES, nameKey, numberedName } from "../documents/numbered-name.js";
import { UsageError } from "../errors.js";

/** The folder in which journals are kept, beside those of the labels. */
export const JOURNAL_FOLDER = ".thresher";

/** So much of a name is kept if it is too long: there is room for a dot, a digest and a number. */
const KEPT_BYTES = MAX_NAME_BYTES - 24;

/**
 * A folder for each label: the label itself, if it can be the name of a folder. What cannot
 * be in one is written as `%` and two hexadecimal digits: a slash, control characters, a
 * dot at the beginning. An empty label is `%`. A name that is too long is cut and gets eight
 * digits of its digest. Of labels whose names differ in case alone, or in how an accent is
 * written, all but the first get a number, for file systems to which they are the same.
 * Of a Maildir++, what its reader calls INBOX is the Maildir itself, written as nothing.
 *
 * @param dotted whether the folders are those of a Maildir++, in which a dot separates
 * @returns by label, in the order of the labels
 */
export function labelFolders(labels: readonly string[], dotted = false): Map<string, string> {
  const given = new Set<string>();
  const folders = new Map<string, string>();
  // Those that can stay as they are come first: a number is for the one that had to change.
  const order = [...labels].sort((a, b) => Number(safeName(a, dotted) !== a) - Number(safeName(b, dotted) !== b));
  for (const label of order) {
    if (dotted && label === INBOX) {
      folders.set(label, "");
      continue;
    }
    const name = safeName(label, dotted);
    let folder = name;
    for (let n = 2; given.has(nameKey(folder)); n++) folder = numberedName(name, n);
    given.add(nameKey(folder));
    folders.set(label, folder);
  }
  return new Map(labels.map((label) => [label, folders.get(label) ?? label]));
}

/**
 * The folder for what is unsure.
 *
 * @throws UsageError if the name cannot be that of a folder, or is that of a label's.
 */
export function unsureFolder(name: string, folders: ReadonlyMap<string, string>): string {
  if (safeName(name) !== name) {
    throw new UsageError(
      `unsureTo: required the name of one folder that does not begin with a dot, got ${JSON.stringify(name)}`,
    );
  }
  const label = [...folders].find(([, folder]) => nameKey(folder) === nameKey(name))?.[0];
  if (label === undefined) return name;
  throw new UsageError(`unsureTo: required a folder of its own, got that of the class ${JSON.stringify(label)}`);
}

/** A text as the name of a file or folder; see `labelFolders`. */
export function safeName(text: string, dotted = false): string {
  if (text === "") return "%";
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    .replace(/[\u0000-\u001f\u007f/]|\p{Cs}/gu, encoded)
    .replace(dotted ? /^\.|\.(?=\.|$)/g : /^\./, encoded);
  if (Buffer.byteLength(plain) <= KEPT_BYTES) return plain;
  return `${cutName(plain, KEPT_BYTES - 9)}~${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
