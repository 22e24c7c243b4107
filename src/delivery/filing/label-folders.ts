import { UsageError } from "../../base/errors.js";
import { INBOX } from "../../documents/corpora/mail-folder.js";
import { decodedFolderName, nameKey, numberedName, safeName, titleOf } from "../../documents/files/safe-name.js";

/**
 * Returns a folder for each label: the label itself, if it can be the name of a folder, otherwise the name that `safeName`
 * makes of it. If names differ only in case, or in how an accent is written, all but the first get a number, because some
 * file systems treat these names as the same.
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
  // Gives a label a folder that no other label can get.
  const give = (label: string, folder: string) => {
    given.add(nameKey(folder));
    folders.set(label, folder);
  };
  if (maildir !== undefined && labels.includes(INBOX)) folders.set(INBOX, "");
  const titles = new Map(maildir?.map((name) => [decodedFolderName(name), name]));
  // First the folders that exist: for labels that are shown as they are, then for those that are shown as `titleOf` says.
  for (const nameOf of [(label: string) => label, titleOf]) {
    for (const label of labels) {
      const existing = titles.get(nameOf(label));
      if (existing === undefined || folders.has(label)) continue;
      give(label, existing);
      titles.delete(nameOf(label));
    }
  }
  const isDotted = maildir !== undefined;
  // Then new folders. Labels that need no change come first, so a number goes to a name that was changed.
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
