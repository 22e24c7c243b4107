import { basename, dirname, join, resolve } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import { ARCHIVE_FORMATS, foreignDetail, formOf, requestedForm } from "../archives/archives.js";
import { statusOf } from "../files/file-status.js";
import { isMaildir, isMaildirFolder } from "../files/maildir.js";
import { PathList } from "../files/path-list.js";
import { labelOfName } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import { classOf, classOfArchive, isReadme } from "./class-folders.js";
import { type Corpus, type CorpusOptions, INBOX } from "./corpus.js";
import { mailFolders } from "./find-mail-folders.js";
import { type ClassArchive, type FolderListing, openListed, pathsForm } from "./folder-listing.js";
import { listClass } from "./folders.js";
import { JoinedCorpus, withRenamedClasses } from "./joined-corpus.js";
import { listingOf, titleOf } from "./mail-folder.js";
import { isMailPlace } from "./mail-place.js";

/** How many paths a title names. */
const NAMED = 3;

/**
 * Opens several paths as if they were in one folder. Each path is a class with its name: a folder, a Maildir, a mailbox
 * or a tar archive. A folder of a Maildir (`Maildir/.Junk`) has the name that mail programs show (`Junk`). The Maildir
 * itself, if given together with its folders, is `inbox`.
 *
 * @param paths two or more paths; a README is skipped
 * @throws DataError if a path is anything else; UsageError if two paths have the same name, a tar archive is given with
 *   another path of its class, or patterns are given.
 *
 * @example
 * const corpus = openClasses(["corpora/mail/ham", "corpora/mail/spam"]);
 * console.log(corpus.labels);
 */
export function openClasses(paths: readonly string[], options: CorpusOptions = {}): Corpus {
  const { strict = false, include, exclude } = options;
  if (include !== undefined || exclude !== undefined) {
    throw new UsageError(
      `include and exclude choose files of one folder, and there are several paths: ${firstFew(paths, NAMED)}`,
      { options: ["include", "exclude"] },
    );
  }
  const names = paths.map((path) => classOfPath(path, paths));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) {
    throw new UsageError(
      `two paths are called ${JSON.stringify(twice)}: each path is a class by its name, so rename one of them`,
    );
  }
  const listings = paths.flatMap((path) => listPath(path, paths, options));
  requireUnpackedOnce(listings);
  const classes = listings.map((listing) => openListed(listing.root, listing, options));
  const joined = new JoinedCorpus(firstFew(paths, NAMED), strict, classes, pathsForm(listings));
  return withRenamedClasses(joined, options);
}

/** Returns the class of a path: its name, or the name that mail programs show for a mail folder. */
function classOfPath(path: string, paths: readonly string[]): string {
  const folder = maildirFolderAt(path, paths);
  if (folder === "") return INBOX;
  return folder !== undefined || isMail(path) ? titleOf(basename(resolve(path))) : labelOfName(basename(resolve(path)));
}

/** Whether a path is a mail folder or contains mail folders. */
function isMail(path: string): boolean {
  return statusOf(path)?.isDirectory() === true && isMailPlace(resolve(path));
}

/** Returns the name of a folder in a Maildir; "" for a Maildir given with its folders; undefined for other paths. */
function maildirFolderAt(path: string, paths: readonly string[]): string | undefined {
  const whole = resolve(path);
  if (!isMaildir(whole)) return undefined;
  if (isMaildirFolder(basename(whole))) return basename(whole);
  const isIn = (other: string) => dirname(other) === whole && isMaildirFolder(basename(other)) && isMaildir(other);
  return paths.some((other) => isIn(resolve(other))) ? "" : undefined;
}

/** The documents of a path, and the folder that their ids are relative to. */
type Listed = FolderListing & { readonly root: string };

/**
 * Lists the documents of one path: mail folders, a folder, or a file in a format with several documents. Returns an empty
 * list for a README.
 *
 * @param paths all paths of the corpus, because they decide how the folders of a Maildir are read
 * @throws DataError if the path cannot be a class, with the reason.
 */
function listPath(path: string, paths: readonly string[], options: CorpusOptions): Listed[] {
  const [root, name] = [dirname(resolve(path)), basename(resolve(path))];
  const status = statusOf(path);
  const folder = maildirFolderAt(path, paths);
  if (folder !== undefined || isMail(path)) {
    const label = classOfPath(path, paths);
    return [listMail(folder === "" ? resolve(path) : root, folder ?? name, label, folder !== undefined)];
  }
  if (status?.isDirectory()) return [{ root, ...listClass(root, name, options) }];
  if (status?.isFile() && isReadme(name)) return [];
  const form = status?.isFile() ? (requestedForm(options.inputFormat) ?? formOf(path) ?? linesIn(path)) : undefined;
  if (form === undefined || ARCHIVE_FORMATS[form].classIn === "column") {
    const foreign = status?.isFile() ? foreignDetail(path) : undefined;
    const why = status === undefined ? "no such file or folder" : (foreign ?? NO_CLASS);
    throw new DataError(`${path}: ${why}: each of several paths must hold one class`);
  }
  const label = form === "lines" ? name.replace(/\.[a-z]{1,5}(?:\.gz)?$/i, "") : classOfArchive(name);
  return [{ root, ids: PathList.of([]), archives: [{ path: name, form, label, isNamed: true }], problems: [] }];
}

/** The reason in the error for a path that exists, but cannot be a class. */
const NO_CLASS =
  "neither a folder nor a mailbox nor a tar archive nor a text file with a document in each line (--input-format lines)";

/** Returns the format of a text file that is a class: a document in each line. Undefined unless it ends with `.txt`. */
function linesIn(path: string): "lines" | undefined {
  return /\.txt(?:\.gz)?$/i.test(path) && foreignDetail(path) === undefined ? "lines" : undefined;
}

/**
 * Lists the messages of mail folders as one class.
 *
 * @param root the folder that contains them
 * @param name the name of the folder; "" for the Maildir `root` itself
 * @param label the class
 * @param isAlone whether to leave out the mail folders in it
 */
function listMail(root: string, name: string, label: string, isAlone: boolean): Listed {
  const problems: Problem[] = [];
  const below = name === "" ? "" : `${name}/`;
  const report = (problem: Problem) => problems.push({ ...problem, where: below + problem.where });
  const inside = mailFolders(join(root, name), { report, hasHidden: false });
  const folders = inside.filter(({ path }) => !isAlone || path === "");
  const { ids, archives, layout } = listingOf(folders, label);
  if (ids.length + archives.length + problems.length === 0) problems.push({ kind: "empty class", where: label });
  return {
    root,
    ids: ids.below(below),
    archives: archives.map((archive) => ({ ...archive, path: below + archive.path })),
    problems,
    layout: Object.fromEntries(Object.keys(layout).map((folder) => [below + folder, label])),
  };
}

/** Refuses a tar archive beside a path of the same class, because that may be its unpacked content. */
function requireUnpackedOnce(listings: readonly Listed[]): void {
  const isPacked = ({ form }: ClassArchive) => ARCHIVE_FORMATS[form].classIn === "folders";
  // The class of each listing's files, by its first file, and those of its archives that are not tar archives.
  const classes = listings.flatMap(({ ids, archives, layout = "folders" }) => [
    ...(layout === "folders" ? [...ids.slice(0, 1)].map(classOf) : Object.values(layout).slice(0, 1)),
    ...archives.filter((archive) => !isPacked(archive)).map(({ path, label }) => label ?? classOfArchive(path)),
  ]);
  for (const { path } of listings.flatMap(({ archives }) => archives.filter(isPacked))) {
    const label = classOfArchive(path);
    if (path.includes("/") || !classes.includes(label)) continue;
    throw new UsageError(
      `${path}: another path is also of the class ${JSON.stringify(label)} and may be what was unpacked from it: leave one of them out`,
    );
  }
}
