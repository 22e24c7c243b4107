import type { Stats } from "node:fs";
import { basename } from "node:path";
import { DataError, UsageError } from "../errors.js";
import { ArchiveCorpus } from "./archive-corpus.js";
import type { ArchiveForm } from "./archive-form.js";
import { archiveEntries } from "./archives.js";
import { openListed } from "./class-parts.js";
import { type Columns, DEFAULT_COLUMNS } from "./columns.js";
import type { Corpus, CorpusOptions, CorpusShare } from "./corpus.js";
import { statusOf } from "./files.js";
import { FolderCorpus } from "./folder-corpus.js";
import { folderForm, listFolders, requireFolder } from "./folders.js";
import { JoinedCorpus } from "./joined-corpus.js";
import { isMaildir } from "./maildir.js";
import { readMaildir } from "./maildir-corpus.js";
import { formOf } from "./sniff.js";
import { openTar } from "./tar-corpus.js";

/** One way in which labelled documents are kept. */
interface Reader {
  /** Whether they are kept so at a path. */
  readonly fits: (path: string, status: Stats) => boolean;
  /** @throws DataError if there is no document. */
  readonly open: (path: string, options: CorpusOptions) => Corpus;
}

/** The readers, the first that fits is taken. A new one is a file beside this and a line here. */
const READERS: readonly Reader[] = [
  { fits: (path, status) => status.isDirectory() && isMaildir(path), open: readMaildir },
  { fits: (_, status) => status.isDirectory(), open: openFolders },
  { fits: isArchive("tar"), open: (path, { strict = false }) => openTar(path, basename(path), strict) },
  { fits: isArchive("json-lines"), open: openTable("json-lines", "JSON lines") },
  { fits: isArchive("separated"), open: openTable("separated", "separated values") },
];

/**
 * Opens the corpus at a path, by what is there: a folder per class, whose classes may also be Maildirs or
 * mailboxes (`spam.mbox`, `ham.mbox.gz`), or all of them archives (`spam.tar`, `spam/2003.tar.gz`); a Maildir with folders; a tar archive with a folder
 * per class; JSON lines or separated values. What is one file may be packed by gzip.
 *
 * @throws DataError if there is no corpus, or no document in it; UsageError for patterns where there are no files.
 */
export function openCorpus(path: string, options: CorpusOptions = {}): Corpus {
  const status = statusOf(path);
  const reader = status && READERS.find(({ fits }) => fits(path, status));
  if (reader === undefined) {
    requireNoMailbox(path, status);
    // Says what is there instead.
    requireFolder(path);
    return openFolders(path, options);
  }
  if (status?.isFile() && (options.include !== undefined || options.exclude !== undefined)) {
    throw new UsageError(`${path}: required a folder with --include and --exclude, found a file`);
  }
  return reader.open(path, options);
}

/**
 * To be known before a corpus is needed: nothing in it is looked at.
 *
 * @throws DataError if there is nothing that could be one.
 */
export function requireCorpus(path: string): void {
  if (!statusOf(path)?.isFile() || formOf(path) === undefined) requireFolder(path);
}

/** What a worker thread reads: a corpus, or a slice of one, from what `share` gave of it. */
export function openShare(share: CorpusShare): Corpus {
  const { root, strict } = share;
  switch (share.reader) {
    case "folders":
      return new FolderCorpus(root, share.ids, [], strict, { layout: share.layout });
    case "archive":
      return new ArchiveCorpus(share, { form: { title: share.form, unit: "document" } });
    default:
      return new JoinedCorpus(root, strict, share.parts.map(openShare));
  }
}

/** The columns that a corpus is to be read from. */
export function columnsOf({ labelColumn, textColumn }: CorpusOptions): Columns {
  return { label: labelColumn ?? DEFAULT_COLUMNS.label, text: textColumn ?? DEFAULT_COLUMNS.text };
}

function isArchive(form: ArchiveForm): Reader["fits"] {
  return (path, status) => status.isFile() && formOf(path) === form;
}

function requireNoMailbox(path: string, status: Stats | undefined): void {
  if (!status?.isFile() || formOf(path) !== "mailbox") return;
  throw new DataError(
    `${path}: required a corpus, found a mailbox, which is of one class: put the mailboxes of all classes into a folder, or give all of them to thresher train`,
  );
}

/** A folder per class, in which mailboxes hold documents. */
function openFolders(root: string, options: CorpusOptions): Corpus {
  const { strict = false } = options;
  const listing = listFolders(root, options, true);
  const form = folderForm(listing);
  const [files, ...archives] = openListed(root, listing, options, form);
  return archives.length === 0 ? files : new JoinedCorpus(root, strict, [files, ...archives], form);
}

function openTable(form: ArchiveForm, what: string): Reader["open"] {
  return (root, options) => {
    const { strict = false } = options;
    const columns = columnsOf(options);
    requireDocument(root, form, columns);
    const title = `${what}, class in ${JSON.stringify(columns.label)} and text in ${JSON.stringify(columns.text)}`;
    return new ArchiveCorpus(
      { reader: "archive", root, form, name: basename(root), label: undefined, columns, layout: undefined, strict },
      { form: { title, unit: "document" } },
    );
  };
}

/** @throws DataError if a column is not there, or no document at all. */
function requireDocument(path: string, form: ArchiveForm, columns: Columns): void {
  let problem: string | undefined;
  for (const entry of archiveEntries(path, form, columns)) {
    if (!("problem" in entry)) return;
    problem ??= entry.detail;
  }
  throw new DataError(`${path}: required lines with a class and a text, found ${problem ?? "none"}`);
}
