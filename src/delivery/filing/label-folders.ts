import { createHash } from "node:crypto";
import { UsageError } from "../../base/errors.js";
import { INBOX } from "../../documents/corpora/corpus.js";
import { decodedFolderName, encodedFolderName } from "../../documents/files/folder-name.js";
import { cutName, MAX_NAME_BYTES, nameKey, numberedName } from "../../documents/files/numbered-name.js";

/** Longer names are cut, which leaves room for a dot, a digest and a number. */
const KEPT_BYTES = MAX_NAME_BYTES - 24;

/**
 * Returns a folder for each label: the label itself, if it can be the name of a folder. A slash, control characters and
 * a dot at the beginning become `%` and two hexadecimal digits. An empty label becomes `%`. A name that is too
 * long is cut and gets eight digits of its digest. If names differ only in case, or in how an accent is written,
 * all but the first get a number, because some file systems treat these names as the same.
 *
 * @param maildir if the target is a Maildir++: the names of the folders in it, without the dot that they begin with. A
 *   label gets the folder that mail programs show under its name. The label may have dots or slashes between nested
 *   folders, and a dot at its beginning. If there is no such folder, the label gets a new one, named in modified UTF-7.
 *   The folder of INBOX is "", the Maildir itself
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
  // Names that need no change come first. A number goes to one that was changed.
  for (const nameOf of [(label: string) => label, titleOf]) {
    for (const label of labels) {
      const existing = titles.get(nameOf(label));
      if (existing === undefined || folders.has(label)) continue;
      give(label, existing);
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

/**
 * Returns a label in the form in which mail programs show a folder: `Lists/node` and `.Lists.node` as `Lists.node`,
 * `Entw&APw-rfe` as `Entwürfe`.
 */
function titleOf(label: string): string {
  return decodedFolderName(label.replaceAll("/", ".").replace(/^\.(?=[^.])/, ""));
}

/**
 * Returns the folder for unsure messages.
 *
 * @param maildir as for `labelFolders`
 * @throws UsageError if the name cannot be that of a folder, or is the folder of a label.
 */
export function unsureFolder(name: string, folders: ReadonlyMap<string, string>, maildir?: readonly string[]): string {
  const refused = (why: string) =>
    new UsageError(`unsureTo: ${JSON.stringify(name)} ${why}`, { options: ["unsureTo"] });
  if (safeName(name) !== name) {
    throw refused("cannot be the name of a folder: give one name that does not begin with a dot");
  }
  const folder = labelFolders([name], maildir).get(name) ?? name;
  const label = [...folders].find(([, other]) => nameKey(other) === nameKey(folder))?.[0];
  if (label === undefined && folder !== "") return folder;
  const whose = label === undefined ? "the Maildir itself" : `the folder of the class ${JSON.stringify(label)}`;
  throw refused(`is ${whose}: give another name`);
}

/** Returns a text as the name of a file or folder, in a Maildir++ if `isDotted`: see `labelFolders`. */
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
