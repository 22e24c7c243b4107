import { basename, join } from "node:path";
import { requireOptions, requirePath } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { ArchiveFormat } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm, foreignDetail, formOf, requestedForm } from "../archives/archives.js";
import { GMAIL_LABELS, hasField } from "../archives/mailbox-header.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { DocumentOptions } from "../document.js";
import { statusOf } from "../files/file-status.js";
import { PathList } from "../files/path-list.js";
import { ArchiveCorpus, type ArchiveShare } from "./archive-corpus.js";
import type { Corpus, CorpusOptions, CorpusShare, FolderShare } from "./corpus.js";
import { FolderCorpus } from "./folder-corpus.js";
import { type FolderListing, folderForm, openListed } from "./folder-listing.js";
import { listFolders, requireFolder } from "./folders.js";
import { JoinedCorpus, type JoinedShare, withRenamedClasses } from "./joined-corpus.js";
import { openMail } from "./mail-corpus.js";
import { isMailPlace } from "./mail-place.js";
import { openTable } from "./open-table.js";
import { openPackedFolders } from "./packed-folders.js";

/** Reads one kind of corpus. */
interface CorpusReader {
  /** Whether a path has a corpus of this kind. */
  readonly fits: (found: CorpusPlace) => boolean;
  /** Opens the corpus. @throws DataError if it has no document. */
  readonly open: (found: CorpusPlace, options: CorpusOptions) => Corpus;
  /** Its own options. Default: none. */
  readonly options?: DocumentOptions;
}

/** A path where a corpus may be. */
interface CorpusPlace {
  readonly path: string;
  readonly isFolder: boolean;
  /** The format, if the path is an archive. */
  readonly form: ArchiveForm | undefined;
  /** The header field that contains the classes of the messages, if the path is a mailbox with this field. */
  readonly field?: string | undefined;
}

/** The readers of corpora, by name. The first one that fits is used. A new reader is a file here and a line below. */
const READERS: Readonly<Record<string, CorpusReader>> = {
  mail: {
    fits: ({ path, isFolder }) => isFolder && isMailPlace(path, true),
    open: ({ path }, options) => openMail(path, options),
  },
  folders: { fits: ({ isFolder }) => isFolder, open: openFolders },
  "packed-folders": { fits: hasClassIn("folders"), open: openPackedFolders },
  "labelled-mailbox": {
    fits: ({ field }) => field !== undefined,
    open: openLabelled,
    options: {
      labelField: {
        does: "in mailboxes, the header field with the labels of each message, whose first is its class; a mailbox of Google Takeout needs no option (X-Gmail-Labels)",
      },
    },
  },
  archive: { fits: hasClassIn("column"), open: openTable },
};

/** Returns the options of all readers. The formats have others: see `formatOptions`. */
export function readerOptions(): DocumentOptions {
  return Object.fromEntries(Object.values(READERS).flatMap(({ options = {} }) => Object.entries(options)));
}

/**
 * Opens the corpus at a path. It may be
 *
 * - a folder per class, in which a class may also be a Maildir, a mailbox (`spam.mbox`, `ham.mbox.gz`) or an
 *   archive (`spam.tar`, `spam/2003.tar.gz`),
 * - the folders of a mail program: a Maildir with folders, a profile of Thunderbird, the folder of Apple Mail, MH,
 * - a tar archive with a folder per class,
 * - a mailbox with a header field that lists labels, such as one of Google Takeout,
 * - a table: JSON lines, a JSON array, separated values, or lines of fastText.
 *
 * A file may be compressed with gzip.
 *
 * @throws DataError if there is no corpus at the path, or no document in it. UsageError if the path is a file and
 *   `include` or `exclude` is given.
 */
export function openCorpus(path: string, options: CorpusOptions = {}): Corpus {
  requirePath("openCorpus", path);
  requireOptions("openCorpus", options);
  const status = statusOf(path);
  const form = status?.isFile() ? (requestedForm(options.inputFormat) ?? formOf(path)) : undefined;
  const field = form === "mailbox" ? (options.labelField ?? fieldOf(path)) : undefined;
  const found = { path, isFolder: status?.isDirectory() ?? false, form, field };
  const reader = Object.values(READERS).find(({ fits }) => fits(found));
  if (reader === undefined) {
    if (form !== undefined) {
      throw new DataError(
        `${path}: a ${ARCHIVE_FORMATS[form].title[0]} holds only one class: put those of all classes into a folder, give train all of them, or name the header field with the labels of its messages (--label-field)`,
      );
    }
    const foreign = status?.isFile() ? foreignDetail(path) : undefined;
    if (foreign !== undefined) throw new DataError(`${path}: ${foreign}`);
    // Throws an error that says what the path is, unless it has become a folder.
    requireFolder(path);
    return withRenamedClasses(openFolders(found, options), options);
  }
  if (status?.isFile() && (options.include !== undefined || options.exclude !== undefined)) {
    throw new UsageError(
      `include and exclude choose files of a folder, and ${path} is a file, which is read whole: remove from it what you do not want`,
      { options: ["include", "exclude"] },
    );
  }
  return withRenamedClasses(reader.open(found, options), options);
}

/** Makes a corpus, or the slice of one, again from the result of its `share`. Worker threads call this. */
export function openShare(share: CorpusShare): Corpus {
  return SHARES[share.reader](share as never);
}

/** The kinds of corpora, by the `reader` in their shares. A new kind is a line here. */
const SHARES: Readonly<Record<string, (share: never) => Corpus>> = {
  folders: ({ root, paths, strict, layout, within }: FolderShare) =>
    new FolderCorpus(root, new PathList(paths), [], strict, { layout, within }),
  archive: (share: ArchiveShare) => new ArchiveCorpus(share),
  joined: ({ root, strict, members, names }: JoinedShare) =>
    new JoinedCorpus(root, strict, members.map(openShare), undefined, names),
};

/** Returns a test of whether a path is an archive of a format with its classes there: see `ArchiveFormat.classIn`. */
function hasClassIn(place: ArchiveFormat["classIn"]): CorpusReader["fits"] {
  return ({ form }) => form !== undefined && ARCHIVE_FORMATS[form].classIn === place;
}

/**
 * Opens a folder per class, in which archives may contain documents. The folder of Google Takeout has no classes but a
 * mailbox with labels, which is opened instead.
 */
function openFolders({ path }: CorpusPlace, options: CorpusOptions): Corpus {
  const listing = listFolders(path, options, true);
  const mailbox = options.labelField === undefined ? onlyMailbox(listing) : undefined;
  if (mailbox !== undefined) {
    const file = join(path, mailbox);
    if (fieldOf(file) !== undefined) return openLabelled({ path: file, isFolder: false, form: "mailbox" }, options);
  }
  return openListed(path, listing, options, folderForm(listing));
}

/** The folder beside a mailbox of Google Takeout, with filters and blocked addresses. */
const TAKEOUT_SETTINGS = /(?:^|\/)User Settings\//;

/** Returns the path of the mailbox if a folder has no other documents. */
function onlyMailbox({ ids, archives }: FolderListing): string | undefined {
  const [first] = archives;
  if (archives.length !== 1 || first.form !== "mailbox") return undefined;
  return [...ids.slice(0, MAX_SETTINGS)].every((id) => TAKEOUT_SETTINGS.test(id)) && ids.length < MAX_SETTINGS
    ? first.path
    : undefined;
}

/** A folder of settings has fewer files. */
const MAX_SETTINGS = 50;

/** Opens a mailbox whose messages have labels. */
function openLabelled({ path: root, field = GMAIL_LABELS }: CorpusPlace, options: CorpusOptions): Corpus {
  const { strict = false, multiLabel: several = false } = options;
  const columns = { label: field, text: "", several };
  const share = { reader: "archive", root, form: "mailbox", name: basename(root), columns, strict } as const;
  return new ArchiveCorpus(share, {
    form: { title: `mailbox, classes in the header field ${field}`, unit: "message" },
  });
}

/** Returns the name of the field with the labels of Google Takeout if the first message has it, otherwise undefined. */
function fieldOf(path: string): string | undefined {
  for (const entry of archiveEntries(path, "mailbox")) {
    if ("problem" in entry) continue;
    return hasField(entry.bytes, GMAIL_LABELS) ? GMAIL_LABELS : undefined;
  }
  return undefined;
}
