import { basename, dirname, join, resolve } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import { ARCHIVE_FORMATS, foreignDetail, formOf, requestedForm } from "../archives/archives.js";
import { PathList } from "../files/list-files.js";
import { isMaildir, isMaildirFolder } from "../files/maildir.js";
import { statusOf } from "../files/open-file.js";
import { classOf, labelOfName } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import { Corpus, requireRead } from "./corpus.js";
import type { CorpusOptions } from "./corpus-options.js";
import { mailFolders } from "./find-mail-folders.js";
import {
  type ClassArchive,
  classOfArchive,
  type FolderListing,
  isReadme,
  partsOf,
  pathsForm,
} from "./folder-listing.js";
import { listClass } from "./folders.js";
import { hasMessages, INBOX, listingOf, titleOf } from "./mail-folder.js";
import { isMailPlace } from "./mail-stores.js";
import { withRenamedClasses } from "./readers.js";

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
  const mail = paths.map((path) => mailAt(path, paths));
  const names = paths.map((path, i) => mail[i]?.label ?? labelOfName(basename(resolve(path))));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) {
    throw new UsageError(
      `two paths are called ${JSON.stringify(twice)}: each path is a class by its name, so rename one of them`,
    );
  }
  const listings = paths.flatMap((path, i) => (mail[i] === undefined ? listPath(path, options) : listMail(mail[i])));
  requireUnpackedOnce(listings);
  const root = firstFew(paths, NAMED);
  const problems = listings.flatMap((listing) => listing.problems);
  if (strict) for (const each of listings) for (const problem of each.problems) requireRead(each.root, problem);
  const parts = listings.flatMap((listing) => partsOf(listing.root, listing, options));
  return withRenamedClasses(new Corpus({ root, strict, parts }, { form: pathsForm(listings), problems }), options);
}

/** Mail folders that are one class. */
interface MailClass {
  readonly label: string;
  /** The folder that contains them. */
  readonly root: string;
  /** The name of the folder; "" for the Maildir `root` itself. */
  readonly name: string;
  /** Whether the messages of the folders in it belong to the class. */
  readonly isNested: boolean;
}

/**
 * Returns the class of a path that is a mail folder or contains mail folders; undefined for other paths. Its name is the
 * one that mail programs show.
 */
function mailAt(path: string, paths: readonly string[]): MailClass | undefined {
  const whole = resolve(path);
  const [root, name] = [dirname(whole), basename(whole)];
  const own = { label: titleOf(name), root, name };
  if (isMaildir(whole)) {
    const isIn = (other: string) => dirname(other) === whole && isMaildirFolder(basename(other)) && isMaildir(other);
    if (isMaildirFolder(name)) return { ...own, isNested: false };
    if (paths.some((other) => isIn(resolve(other)))) return { label: INBOX, root: whole, name: "", isNested: false };
  }
  return statusOf(path)?.isDirectory() && isMailPlace(whole) ? { ...own, isNested: true } : undefined;
}

/** The documents of a path, and the folder that their ids are relative to. */
type Listed = FolderListing & { readonly root: string };

/**
 * Lists the documents of one path: a folder, or a file in a format with several documents. Returns an empty list for a
 * README.
 *
 * @throws DataError if the path cannot be a class, with the reason.
 */
function listPath(path: string, options: CorpusOptions): Listed[] {
  const [root, name] = [dirname(resolve(path)), basename(resolve(path))];
  const status = statusOf(path);
  if (status?.isDirectory()) return [{ root, ...listClass(root, name, options) }];
  if (status?.isFile() && isReadme(name)) return [];
  const form = status?.isFile() ? (requestedForm(options.inputFormat) ?? formOf(path) ?? linesForm(path)) : undefined;
  if (form === undefined || ARCHIVE_FORMATS[form].classIn === "column") {
    const foreign = status?.isFile() ? foreignDetail(path) : undefined;
    const why = status === undefined ? "no such file or folder" : (foreign ?? NO_CLASS);
    throw new DataError(`${path}: ${why}: each of several paths must hold one class`);
  }
  const label = form === "lines" ? name.replace(/\.[a-z]{1,5}(?:\.(?:gz|zst))?$/i, "") : classOfArchive(name);
  return [{ root, ids: PathList.of([]), archives: [{ path: name, form, label, isNamed: true }], problems: [] }];
}

/** The reason in the error for a path that exists, but cannot be a class. */
const NO_CLASS =
  "neither a folder nor a mailbox nor a tar archive nor a text file with a document in each line (--input-format lines)";

/** Returns the format of a text file that is a class: a document in each line. Undefined unless it ends with `.txt`. */
function linesForm(path: string): "lines" | undefined {
  return /\.txt(?:\.(?:gz|zst))?$/i.test(path) && foreignDetail(path) === undefined ? "lines" : undefined;
}

/** Lists the messages of mail folders as one class. Leaves out hidden folders, and reports those with messages. */
function listMail({ label, root, name, isNested }: MailClass): Listed {
  const problems: Problem[] = [];
  const below = name === "" ? "" : `${name}/`;
  const report = ({ where, ...problem }: Problem) => {
    if (!HIDDEN.test(where)) problems.push({ ...problem, where: below + where });
  };
  const all = mailFolders(join(root, name), { report, hasHidden: isNested });
  const hidden = isNested ? all.filter(({ path }) => HIDDEN.test(path)) : [];
  const { ids, archives, layout } = listingOf(
    all.filter((folder) => (isNested ? !hidden.includes(folder) : folder.path === "")),
    label,
  );
  if (ids.length + archives.length + problems.length === 0) problems.push({ kind: "empty class", where: label });
  for (const folder of hidden)
    if (hasMessages(folder)) problems.push({ kind: "Maildir folder", where: below + folder.path });
  return {
    root,
    ids: ids.below(below),
    archives: archives.map((archive) => ({ ...archive, path: below + archive.path })),
    problems,
    layout: Object.fromEntries(Object.keys(layout).map((folder) => [below + folder, label])),
  };
}

/** Matches paths in hidden folders, as the folders of a Maildir are. */
const HIDDEN = /(?:^|\/)\.[^/]/;

/** Refuses a tar archive beside a path of the same class, because that may be its unpacked content. */
function requireUnpackedOnce(listings: readonly Listed[]): void {
  const isPacked = ({ form }: ClassArchive) => ARCHIVE_FORMATS[form].classIn === "folders";
  // The class of each listing's files, by its first file, and the classes of its archives other than tar archives.
  const classes = listings.flatMap(({ ids, archives, layout = "folders" }) => [
    ...(layout === "folders" ? [...ids.slice(0, 1)].map(classOf) : Object.values(layout).slice(0, 1)),
    ...archives.filter((archive) => !isPacked(archive)).map(({ label }) => label),
  ]);
  for (const { path, label } of listings.flatMap(({ archives }) => archives.filter(isPacked))) {
    // Archives inside a folder were compared with its files when it was listed.
    if (path.includes("/") || !classes.includes(label)) continue;
    throw new UsageError(
      `${path}: another path is also of the class ${JSON.stringify(label)} and may be what was unpacked from it: leave one of them out`,
    );
  }
}
