import { safeText } from "../../base/safe-text.js";
import { PathPatterns } from "../../documents/files/path-patterns.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import type { Folder } from "./folders.js";

/** The choice of the folders that are classes. */
export interface ClassFolderOptions {
  /**
   * Names of folders, or patterns in the syntax of picomatch. Only these are classes, also those that are left out
   * otherwise, such as `INBOX`. Default: all folders but those with a special use other than junk and archive.
   */
  readonly folders?: readonly string[];
  /** Names or patterns of folders to leave out. */
  readonly exclude?: readonly string[];
}

/** A folder that is a class, or with the reason why it is none. */
export interface ClassFolder {
  readonly folder: Folder;
  readonly why: string | undefined;
}

/**
 * Decides which folders are classes. The class of a folder is its name. The folders for junk and for the archive are
 * classes; those with other special uses (RFC 6154, RFC 8457) are not, whether the server names the use or the usual name of
 * the folder does, in many languages.
 *
 * @throws UsageError if a pattern is wrong.
 */
export function classFolders(folders: readonly Folder[], options: ClassFolderOptions = {}): ClassFolder[] {
  const patterns = new PathPatterns({ include: options.folders ?? [], exclude: options.exclude ?? [] }, true);
  const isChosen = options.folders !== undefined && options.folders.length > 0;
  const labels = new Set<string>();
  return folders.map((folder) => {
    const { name } = folder;
    const why = whyNot(folder) ?? (isChosen ? undefined : whySpecial(folder)) ?? whyUnwanted(name, patterns);
    if (why !== undefined) return { folder, why };
    if (labels.has(name)) return { folder, why: "another folder has the same name, with a slash in it" };
    labels.add(name);
    return { folder, why };
  });
}

/** Returns why a folder can never be a class. */
function whyNot({ name, isSelectable, isReachable }: Folder): string | undefined {
  if (!isSelectable) return "it holds no messages, only folders";
  if (!isReachable) return "it belongs to another user, or its name is not valid: rename it";
  if (/\p{Cc}/u.test(name) || safeText(name) !== name) return "its name has invisible characters: rename it";
  return name.split("/").includes("") ? "a part of its name is empty: rename it" : undefined;
}

/** The special uses of folders that are classes. */
const CLASSES = ["archive", "junk"];

/** Returns why a folder is a class only if it is chosen. */
function whySpecial({ name, use }: Folder): string | undefined {
  if (use === undefined) return isSpecialFolder(name) ? "by its name, nobody sorts messages into it" : undefined;
  return CLASSES.includes(use) ? undefined : `its use is ${use}: a class only if you choose it`;
}

function whyUnwanted(name: string, patterns: PathPatterns): string | undefined {
  if (patterns.excludes([name])) return "excluded";
  return patterns.includes([name]) ? undefined : "not chosen";
}
