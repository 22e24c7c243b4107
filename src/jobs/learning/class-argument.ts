import { UsageError } from "../../base/errors.js";
import { quoted } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import { alikeClass } from "../../documents/alike-classes.js";
import { exists } from "../../documents/files/open-file.js";
import { namedDocument } from "../inputs/named-files.js";

/**
 * Checks a class argument before anything is learned. Two mistakes are likely: the class follows its documents, or its
 * name is like that of another class (see `alikeClass`).
 *
 * @param command the name of the command, for the error
 * @param label the class argument
 * @param paths the arguments after it
 * @param labels the classes of the model
 * @throws UsageError for either mistake
 */
export function requireLabel(
  command: string,
  label: string,
  paths: readonly string[],
  { newClass }: { readonly newClass?: boolean | undefined },
  labels: readonly string[] = [],
): void {
  if (labels.includes(label) || newClass) return;
  if (isSwapped(label, paths, labels)) {
    const last = paths[paths.length - 1];
    const corrected = [last, label, ...paths.slice(0, -1)]
      .map((word) => (word === "-" ? word : shellWord(word)))
      .join(" ");
    throw new UsageError(
      `${JSON.stringify(label)} is a file or folder, and ${JSON.stringify(last)} is a class: give the class first, as in thresher ${command} ${corrected}`,
    );
  }
  const other = alikeClass(label, labels);
  if (other === undefined) return;
  throw new UsageError(
    `the model has no class ${JSON.stringify(label)}, but it has ${JSON.stringify(other)}: use that name, or add --new-class`,
  );
}

/**
 * Checks that the paths of a command without a class argument do not begin with a class.
 *
 * @throws UsageError if the first one is a class of the model and no document.
 */
export function refuseLabel(command: string, [first, ...paths]: readonly string[], labels: readonly string[]): void {
  if (paths.length === 0 || !labels.includes(first) || isDocument(first)) return;
  throw new UsageError(
    `${command} takes no class, and ${JSON.stringify(first)} is one: use thresher ${command} ${paths.map(shellWord).join(" ")}`,
  );
}

/** Whether the class seems to be the last argument and not the first. */
function isSwapped(label: string, paths: readonly string[], labels: readonly string[]): boolean {
  const last = paths[paths.length - 1];
  if (label === last || !isDocument(label)) return false;
  // A folder may have the name of its class.
  const mayBeClass = !/[/.#]/.test(label) && label !== "-";
  if (isDocument(last)) return labels.includes(last) && !mayBeClass;
  return labels.includes(last) || !mayBeClass || paths.length === 1;
}

/** Whether an argument names standard input, a file, a folder or a document in an archive. */
function isDocument(path: string): boolean {
  return path === "-" || exists(path) || namedDocument(path) !== undefined;
}

/** Returns the classes that an option names. @throws UsageError if the model does not have one of them */
export function requireClasses(
  option: string,
  names: readonly string[],
  labels: readonly string[],
): ReadonlySet<string> {
  const unknown = names.find((name) => !labels.includes(name));
  if (unknown === undefined) return new Set(names);
  const message = `${option}: this model has no class ${JSON.stringify(unknown)}; it has ${quoted(labels)}`;
  throw new UsageError(message, { options: [option] });
}
