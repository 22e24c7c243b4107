import { basename, join } from "node:path";
import { requireOptions, requirePath } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import type { ArchiveFormat } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm, foreignDetail, formOf, requestedForm } from "../archives/archives.js";
import { GMAIL_LABELS, hasField } from "../archives/mailbox-header.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { DocumentOptions } from "../document.js";
import { statusOf } from "../files/open-file.js";
import { Corpus } from "./corpus.js";
import type { CorpusOptions } from "./corpus-options.js";
import { folderForm, openListed } from "./folder-listing.js";
import { listFolders } from "./folders.js";
import { openMail } from "./mail-corpus.js";
import { isMailPlace } from "./mail-stores.js";
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
 * A file may be compressed with gzip or Zstandard.
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
  if (reader === undefined && form !== undefined) {
    throw new DataError(
      `${path}: a ${ARCHIVE_FORMATS[form].title[0]} holds only one class: put those of all classes into a folder, give train all of them, or name the header field with the labels of its messages (--label-field)`,
    );
  }
  const foreign = reader === undefined && status?.isFile() ? foreignDetail(path) : undefined;
  if (foreign !== undefined) throw new DataError(`${path}: ${foreign}`);
  if (reader !== undefined && status?.isFile() && (options.include !== undefined || options.exclude !== undefined)) {
    throw new UsageError(
      `include and exclude choose files of a folder, and ${path} is a file, which is read whole: remove from it what you do not want`,
      { options: ["include", "exclude"] },
    );
  }
  // If none fits, the reader of folders says what the path is.
  return withRenamedClasses((reader ?? READERS.folders).open(found, options), options);
}

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
  const { ids, archives } = listing;
  const isAlone =
    archives.length === 1 && ids.length < MAX_SETTINGS && [...ids].every((id) => TAKEOUT_SETTINGS.test(id));
  if (options.labelField === undefined && isAlone && archives[0].form === "mailbox") {
    const file = join(path, archives[0].path);
    if (fieldOf(file) !== undefined) return openLabelled({ path: file, isFolder: false, form: "mailbox" }, options);
  }
  return openListed(path, listing, options, folderForm(listing));
}

/** Matches the files in the folder beside a mailbox of Google Takeout, such as filters and blocked addresses. */
const TAKEOUT_SETTINGS = /(?:^|\/)User Settings\//;

/** That folder has fewer files. */
const MAX_SETTINGS = 50;

/** Opens a mailbox whose messages have labels. */
function openLabelled({ path: root, field = GMAIL_LABELS }: CorpusPlace, options: CorpusOptions): Corpus {
  const { strict = false, multiLabel: several = false } = options;
  const columns = { label: field, text: "", several };
  const part = { kind: "archive", root, form: "mailbox", name: basename(root), columns } as const;
  const form = { title: `mailbox, classes in the header field ${field}`, unit: "message" } as const;
  return new Corpus({ root, strict, parts: [part] }, { form });
}

/** Returns the name of the field with the labels of Google Takeout if the first message has it, otherwise undefined. */
function fieldOf(path: string): string | undefined {
  for (const entry of archiveEntries(path, "mailbox")) {
    if ("problem" in entry) continue;
    return hasField(entry.bytes, GMAIL_LABELS) ? GMAIL_LABELS : undefined;
  }
  return undefined;
}

/**
 * Returns the corpus with the class names that `renameClass` gives.
 *
 * @throws UsageError if it names a class that the corpus does not have, or documents may have several classes
 */
export function withRenamedClasses(corpus: Corpus, { renameClass, multiLabel }: CorpusOptions): Corpus {
  if (renameClass === undefined) return corpus;
  const refused = (why: string) => new UsageError(`renameClass: ${why}`, { options: ["renameClass"] });
  if (multiLabel) throw refused("it works with one class for each document");
  const names = renameClass.map((pair) => {
    const [, old, name] = /^(.+?)=(.+)$/.exec(pair) ?? [];
    if (old === undefined)
      throw refused(`give a class and its new name, such as Bulk=Junk, not ${JSON.stringify(pair)}`);
    if (corpus.labels?.includes(old) === false) {
      throw refused(`there is no class ${JSON.stringify(old)}; there are ${firstFew(corpus.labels, NAMED)}`);
    }
    return [old, name] as const;
  });
  return corpus.renamed(new Map(names));
}

/** Number of classes that an error names. */
const NAMED = 10;
