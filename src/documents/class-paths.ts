import { basename, dirname, resolve } from "node:path";
import { DataError, UsageError } from "../errors.js";
import { classOf, classOfArchive, isReadme } from "./class-folders.js";
import { openListed } from "./class-parts.js";
import type { Corpus, CorpusOptions } from "./corpus.js";
import { statusOf } from "./files.js";
import { type FolderListing, listClass, pathsForm } from "./folders.js";
import { JoinedCorpus } from "./joined-corpus.js";
import { formOf } from "./sniff.js";

/** As many paths as fit a line that somebody reads. */
const NAMED = 3;

/**
 * Opens a corpus that is several paths, each a class by its name, as if they lay in one folder:
 * a folder, a Maildir, a mailbox (`spam.mbox`, or of any name) or a tar archive.
 *
 * @param paths two or more; a file that is a README is passed over
 * @throws DataError if one is nothing of that; UsageError if two have the same name, or for patterns.
 *
 * @example
 * const corpus = openClasses(["corpora/mail/ham", "corpora/mail/spam"]);
 * console.log(corpus.labels);
 */
export function openClasses(paths: readonly string[], options: CorpusOptions = {}): Corpus {
  const { strict = false, include, exclude } = options;
  if (include !== undefined || exclude !== undefined) {
    throw new UsageError(`${paths[1]}: required one folder with --include and --exclude, got several paths`);
  }
  const names = paths.map((path) => basename(resolve(path)));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) {
    throw new UsageError(
      `corpus: required paths of different names, each that of a class, got two called ${JSON.stringify(twice)}`,
    );
  }
  const listings = paths.flatMap((path) => listPath(path, options));
  requireUnpackedOnce(listings);
  const parts = listings.flatMap((listing) => openListed(listing.root, listing, options));
  return new JoinedCorpus(pathsText(paths), strict, parts, pathsForm(listings));
}

type Listed = FolderListing & { readonly root: string };

function listPath(path: string, options: CorpusOptions): Listed[] {
  const [root, name] = [dirname(resolve(path)), basename(resolve(path))];
  const status = statusOf(path);
  if (status?.isDirectory()) return [{ root, ...listClass(root, name, options) }];
  if (status?.isFile() && isReadme(name)) return [];
  const form = status?.isFile() ? formOf(path) : undefined;
  if (form !== "mailbox" && form !== "tar") {
    const found = status === undefined ? "nothing there" : "none of these, or one that cannot be read";
    throw new DataError(
      `${path}: required of several paths folders, mailboxes and tar archives, each of one class, found ${found}`,
    );
  }
  const [mailboxes, tars] = form === "mailbox" ? [[name], []] : [[], [name]];
  return [{ root, ids: [], mailboxes, tars, problems: [], maildirs: 0 }];
}

/** What lies beside an archive of the same name is what was unpacked from it: every document would count twice. */
function requireUnpackedOnce(listings: readonly Listed[]): void {
  const classes = listings.flatMap(({ ids, mailboxes }) => [
    ...ids.slice(0, 1).map(classOf),
    ...mailboxes.map(classOfArchive),
  ]);
  for (const tar of listings.flatMap(({ tars }) => tars)) {
    const label = classOfArchive(tar);
    if (tar.includes("/") || !classes.includes(label)) continue;
    throw new UsageError(
      `${tar}: required no other path of its class, which may be what was unpacked from it, got one of ${JSON.stringify(label)}: leave one of them out`,
    );
  }
}

function pathsText(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return paths.slice(0, NAMED).join(", ") + more;
}
