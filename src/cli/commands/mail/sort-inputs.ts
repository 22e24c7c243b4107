import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { orElse } from "../../../base/errors.js";
import type { Filer } from "../../../delivery/filing/filer.js";
import { realFolder } from "../../../delivery/filing/held-folder.js";
import { maildirSubfolder } from "../../../delivery/filing/maildir.js";
import type { Filed, Filing } from "../../../delivery/filing/store.js";
import { isMaildir } from "../../../documents/files/maildir.js";
import type { InputOptions, InputText } from "../../../jobs/inputs/inputs.js";
import type { CommonOptions, Flags, Texts } from "../../options/options.js";
import type { EachOption } from "../../output/document-lines.js";
import type { DecisionOptions } from "./sort-decision.js";

/** The options of `thresher sort`. */
export type SortOptions = CommonOptions &
  InputOptions &
  EachOption &
  Flags<"move" | "link" | "dryRun" | "maildir"> &
  Texts<"model" | "into" | "unsureTo" | "undo" | "learnMoves"> &
  DecisionOptions;

/**
 * Files a document: from its content if it is in an archive, otherwise the file itself.
 *
 * @param where the folder, and the class and its probability for the journal
 */
export async function fileInput(
  filer: Filer,
  input: InputText,
  listed: ListedFiles,
  where: Pick<Filing, "folder" | "label" | "probability">,
): Promise<Filed> {
  const { path, file, bytes, isTruncated } = input;
  if (path === file) return filer.file({ ...where, source: resolve(file), listedIn: listed.folderOf(file) });
  if (isTruncated) return { outcome: "left", why: "it is too large to be extracted from its archive" };
  const archive = resolve(file);
  const source = archive + path.slice(file.length);
  return filer.file({ ...where, source, archived: { archive, content: bytes } });
}

/** The files to sort, in the folders where they were listed. */
export class ListedFiles {
  /** The paths that were accepted. */
  readonly #seen = new Set<string>();
  /** The real path of each folder, by the path that the user named. */
  readonly #realFolders = new Map<string, string>();

  /** Accepts each file once, however often it is named, and in a Maildir only delivered messages. */
  isWanted(file: string): boolean {
    const path = join(this.folderOf(file), basename(file));
    const isNew = !this.#seen.has(path);
    this.#seen.add(path);
    return isNew && maildirSubfolder(path) !== "tmp" && !isMaildir(dirname(path));
  }

  /** Returns the real path that the folder of a file had when it was first asked for. */
  folderOf(file: string): string {
    const folder = dirname(resolve(file));
    const real = this.#realFolders.get(folder) ?? realFolder(folder);
    this.#realFolders.set(folder, real);
    return real;
  }
}

/** Returns a path relative to the current folder if it is below it; otherwise unchanged. */
export function shortPath(path: string): string {
  // If the current folder was removed, absolute paths still work.
  const below = orElse(() => relative(process.cwd(), path), "");
  return below === "" || below === ".." || below.startsWith(`..${sep}`) ? path : below;
}
