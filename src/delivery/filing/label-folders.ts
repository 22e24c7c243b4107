import { createHash } from "node:crypto";
import { UsageError } from "../../base/errors.js";
import { INBOX } from "../../documents/corpora/corpus.js";
import { decodedFolderName, encodedFolderName } from "../../documents/files/maildir.js";
import { cutName, MAX_NAME_BYTES, nameKey, numberedName } from "../../documents/files/numbered-name.js";

/** So much of a name is kept if it is too long: there is room for a dot, a digest and a number. */
const KEPT_BYTES = MAX_NAME_BYTES - 24;

/**
 * A folder for each label: the label itself, if it can be the name of a folder. What cannot
 * be in one is written as `%` and two hexadecimal digits: a slash, control characters, a
 * dot at the beginning. An empty label is `%`. A name that is too long is cut and gets eight
 * digits of its digest. Of labels whose names differ in case alone, or in how an accent is
 * written, all but the first get a number, for file systems to which they are the same.
 *
 * @param maildir of a Maildir++ that is filed into, in which a dot separates folders: the names of the folders in
 *   it, without their dot. A label gets the folder that mail programs show by its name, with a dot or a slash between
 *   folders and with a dot before it or none, or a new one in modified UTF-7; INBOX is the Maildir itself, written as
 *   nothing
 * @returns by label, in the order of the labels
 */
export function labelFolders(labels: readonly string[], maildir?: readonly string[]): Map<string, string> {
  const given = new Set<string>();
  const folders = new Map<string, string>();
  const give = (label: string, folder: string) => {
    given.add(nameKey(folder));
    folders.set(label, folder);
  };
  if (maildir !== undefined && labels.includes(INBOX)) folders.set(INBOX, "");
  const titles = new Map(maildir?.map((name) => [decodedFolderName(name), name]));
  // Those that can stay as they are come first: a number is for the one that had to change.
  for (const nameOf of [(label: string) => label, titleOf]) {
    for (const label of labels) {
      const there = titles.get(nameOf(label));
      if (there === undefined || folders.has(label)) continue;
      give(label, there);
      titles.delete(nameOf(label));
    }
  }
  const isDotted = maildir !== undefined;
  const order = [...labels].sort((a, b) => Number(safeName(a, isDotted) !== a) - Number(safeName(b, isDotted) !== b));
  for (const label of order) {
    if (folders.has(label)) continue;
    const name = safeName(label, isDotted);
    let folder = name;
    for (let n = 2; given.has(nameKey(folder)); n++) folder = isDotted ? `${name}-${n}` : numberedName(name, n);
    give(label, folder);
  }
  return new Map(labels.map((label) => [label, folders.get(label) ?? label]));
}

/** A label as mail programs show a folder, however it was learned: `Lists/node` and `.Lists.node` as `Lists.node`, `Entw&APw-rfe` as `Entwürfe`. */
function titleOf(label: string): string {
  return decodedFolderName(label.replaceAll("/", ".").replace(/^\.(?=[^.])/, ""));
}

/**
 * The folder for what is unsure.
 *
 * @param maildir as of `labelFolders`
 * @throws UsageError if the name cannot be that of a folder, or is that of a label's.
 */
export function unsureFolder(name: string, folders: ReadonlyMap<string, string>, maildir?: readonly string[]): string {
  if (safeName(name) !== name) {
    throw new UsageError(
      `unsureTo: ${JSON.stringify(name)} cannot be the name of a folder: give one name that does not begin with a dot`,
    );
  }
  const folder = labelFolders([name], maildir).get(name) ?? name;
  const label = [...folders].find(([, other]) => nameKey(other) === nameKey(folder))?.[0];
  if (label === undefined && folder !== "") return folder;
  throw new UsageError(
    `unsureTo: ${JSON.stringify(name)} is ${label === undefined ? "the Maildir itself" : `the folder of the class ${JSON.stringify(label)}`}: give another name`,
  );
}

/**
 * A text as the name of a file or folder; see `labelFolders`.
 *
 * @param isDotted whether it is one in a Maildir++
 */
export function safeName(text: string, isDotted = false): string {
  if (text === "") return "%";
  const plain = (isDotted ? titleOf(text) : text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    .replace(/[\u0000-\u001f\u007f/]|\p{Cs}/gu, encoded)
    .replace(isDotted ? /^\.|\.(?=\.|$)/g : /^\./, encoded);
  const written = isDotted ? encodedFolderName : (name: string) => name;
  if (Buffer.byteLength(written(plain)) <= KEPT_BYTES) return written(plain);
  const characters = [...cutName(plain, KEPT_BYTES - 9)];
  while (Buffer.byteLength(written(characters.join(""))) > KEPT_BYTES - 9) characters.pop();
  return `${written(characters.join(""))}~${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
