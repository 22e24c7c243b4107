import { basename, dirname, join, relative, resolve } from "node:path";
import { Filer } from "../../delivery/filing/filer.js";
import { labelFolders, unsureFolder } from "../../delivery/filing/label-folders.js";
import { maildirFolders, maildirSubfolder } from "../../delivery/filing/maildir.js";
import type { Filed, Filing } from "../../delivery/filing/store.js";
import { realInto, requireApart } from "../../delivery/filing/target-folders.js";
import { realFolder } from "../../documents/files/held-name.js";
import { isMaildir } from "../../documents/files/maildir.js";
import { type InputOptions, Inputs, type InputText } from "../inputs/inputs.js";
import { chosenClasses, decider, historyKeeper, modelToSort } from "./decisions.js";
import { repairStopped } from "./repairs.js";
import { type Sorted, type SortingOptions, sortInTurn } from "./sorting.js";

/** The options of `sortPaths`. */
export interface SortPathsOptions extends SortingOptions, InputOptions {
  /** The folder that has, or gets, a folder for each class. */
  readonly into: string;
  /** Default: copy. */
  readonly mode?: Filer["mode"] | undefined;
  /** Make each folder a Maildir. Default: for messages from a Maildir. */
  readonly maildir?: boolean | undefined;
  /** The name of the folder for unsure documents. Default: they stay. */
  readonly unsureTo?: string | undefined;
}

/**
 * Files the documents at some paths in the folders of their classes. First repairs what an interrupted sort left half done.
 *
 * @returns the outcome, with the documents that could not be read among the problems of `inputs`
 * @throws DataError if nothing can be filed there, or an earlier sort may still be at work; UsageError if an option is
 *   wrong, or the paths overlap with the folders
 */
export async function sortPaths(
  paths: readonly string[],
  options: SortPathsOptions,
): Promise<Sorted & { readonly inputs: Inputs }> {
  const { into: folder, dryRun = false, mode = "copy", maildir, unsureTo } = options;
  const identified = modelToSort(options.model, "sort");
  const { model } = identified;
  const real = realInto(resolve(folder), false);
  const existing = maildirFolders(real);
  const folders = labelFolders(model.labels, existing);
  const unsure = unsureTo === undefined ? undefined : unsureFolder(unsureTo, folders, existing);
  const only = chosenClasses(options, model.labels);
  const decide = decider(identified, options, { folders, unsure });
  // The folders that documents may come into. They cannot be among the paths to sort.
  const chosen = [...folders].flatMap(([label, name]) => (only === undefined || only.has(label) ? [name] : []));
  requireApart(paths, real, unsure === undefined ? chosen : [...chosen, unsure]);
  await repairStopped(dryRun ? real : realInto(real, true), options);
  // Listed after the repair, so that no message is in two places.
  const listed = new ListedFiles();
  const inputs = new Inputs(paths, options, (file) => listed.accept(file));
  const keep = historyKeeper("sort", options);
  const filer = new Filer(real, { mode, dryRun, maildir, folders, unsure, anywhere: true });
  const step = async (input: InputText) => {
    const { path, read, bytes } = input;
    const { shown, destination, decided } = decide(read, bytes);
    const { target, more, ...filed }: FiledInput =
      destination.folder === undefined
        ? { outcome: "left", why: destination.why }
        : await fileInput(filer, input, listed, { more: [], ...destination, probability: shown.probability });
    keep?.(bytes, decided, { id: idOf(input), into: real, filed: target });
    // As the user named the folder, which may be a link.
    const shownAs = (filedAt: string) => join(folder, relative(real, filedAt));
    const places = { ...(target && { target: shownAs(target) }), ...(more && { more: more.map(shownAs) }) };
    return { path, ...shown, ...filed, ...places };
  };
  options.onStart?.(model, inputs.names);
  return { inputs, ...(await sortInTurn(model, inputs.texts(model), filer, step, inputs.files.length, options)) };
}

/** The absolute path of a document: that of its file and, in an archive, its place there, as in `mail.mbox#3`. */
function idOf({ path, file }: InputText): string {
  return resolve(file) + path.slice(file.length);
}

/** The outcome for a document. `more`: its paths in further folders. */
type FiledInput = Filed & { readonly more?: readonly string[] };

/**
 * Files a document in one folder or several: from its content if it is in an archive, otherwise the file itself. It is
 * copied or linked into the further folders. They come first, so that it is moved only when it is in all of them.
 */
async function fileInput(
  filer: Filer,
  input: InputText,
  listed: ListedFiles,
  { more, ...where }: Pick<Filing, "label" | "probability"> & FolderOf & { readonly more: readonly FolderOf[] },
): Promise<FiledInput> {
  const { path, file, bytes, isTruncated } = input;
  if (path !== file && isTruncated) return { outcome: "left", why: "it is too large to be extracted from its archive" };
  const source =
    path === file
      ? { source: resolve(file), listedIn: listed.folderOf(file) }
      : { source: idOf(input), archived: { archive: resolve(file), content: bytes } };
  const all = [...more, where];
  const results: Filed[] = [];
  for (const each of all) {
    const others = all.flatMap(({ folder }) => (folder === each.folder ? [] : [folder]));
    const mode = each === where || filer.mode === "link" ? filer.mode : "copy";
    const filed = await filer.file({ ...where, ...each, ...source, others, mode });
    if (filed.outcome === "left") return filed;
    results.push(filed);
  }
  const [last, ...further] = results.toReversed();
  const outcome = results.some((filed) => filed.outcome === "filed") ? "filed" : last.outcome;
  const places = new Set(further.reverse().flatMap(({ target = "" }) => (target === last.target ? [] : [target])));
  return { ...last, outcome, ...(places.size > 0 && { more: [...places] }) };
}

/** A folder, and its label. */
type FolderOf = Pick<Filing, "folder" | "label">;

/** The files to sort, in the folders where they were listed. */
class ListedFiles {
  /** The paths that were accepted. */
  readonly #seen = new Set<string>();
  /** The real path of each folder, by the path that the user named. */
  readonly #realFolders = new Map<string, string>();

  /** Accepts each file once, however often it is named, and in a Maildir only delivered messages. */
  accept(file: string): boolean {
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
