import { lstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { orElse } from "../../base/errors.js";

/**
 * The options that `thresher.json` in the current folder may set. A stranger may have written it: a file
 * from an archive belongs to the user who unpacks it. Options that are missing here are ignored. Options that write,
 * move, delete, listen or connect elsewhere, or hide messages, must not be here. A journal must not be here either,
 * because it would decide what `--undo` puts where.
 */
const SETTINGS: ReadonlySet<string> = new Set(
  [
    // These choose what is read, and how.
    "as date-column encoding exclude group-column id-column include label-column input-format label-field label-separator missing rename-class segment separator strict text-column target",
    "categorical duplicate ignore irrelevant numeric query",
    // These choose the terms.
    "char-ngrams drop-top fields max-terms min-count ngrams",
    "stem stop-words strip tokens",
    // These choose the method.
    "alpha calibrate classifier cost dirichlet idf k m-estimate m-prior multi-label norm preset prior set",
    "tf train-on-error variance",
    // These choose how models are measured.
    "against all audit by by-date false-alarm-cost folds group-by holdout leave-one-out minutes",
    "positive repeats sizes threshold top try",
    // These choose what is shown and kept, and limit memory and threads.
    "above class columns each factors format jobs json keep-documents memory probabilities remember seed shard shards term terms",
    // These choose how sort and filter decide and file.
    "cutoffs errors-at-most maildir none-below only spam style unsure-below unsure-to",
  ]
    .join(" ")
    .split(" "),
);

/** The options that such a file may set to paths below its folder. */
const PATHS: ReadonlySet<string> = new Set("classify into model output plan predictions report root test".split(" "));

/**
 * Returns whether `thresher.json` may set an option.
 *
 * @param name of the long option
 * @param value of the option: for a path, the path as it is in the file, or several
 * @param folder of the file
 */
export function mayFolderSet(name: string, value: unknown, folder: string): boolean {
  if (SETTINGS.has(name)) return true;
  return PATHS.has(name) && [value].flat().every((path) => isWithin(String(path), folder));
}

/**
 * Returns whether a path stays below a folder: it is relative, without `..`, hidden files and symbolic links. Hidden
 * files of a home folder may decide which programs run.
 */
function isWithin(path: string, folder: string): boolean {
  const parts = path.split(/[/\\]/);
  if (path === "" || isAbsolute(path) || parts.some((part) => /^[.~]/.test(part))) return false;
  return parts.every((_, last) => !mayBeLink(join(folder, parts.slice(0, last + 1).join("/"))));
}

/** Whether a path is a link, or may be one: a part of it is not a folder, or cannot be read. */
function mayBeLink(path: string): boolean {
  return orElse(() => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false, true);
}
