import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import type { LabelledDocument, LabelledText, Problem } from "../document.js";
import type { PackedPaths } from "../files/path-list.js";
import type { FileOptions } from "../files/path-patterns.js";
import type { SharedClaims } from "./claims.js";

/** Which files and columns are documents, and whether an unreadable file is an error. */
export interface CorpusOptions extends FileOptions {
  /** Whether a file, folder or archive that cannot be read is an error. Default false: it is reported and left out. */
  readonly strict?: boolean;
  /** The column of a table, or member of JSON lines, with the class. Default `"label"`. */
  readonly labelColumn?: string;
  /** The column or member with the text. Default `"text"`. */
  readonly textColumn?: string;
  /**
   * The header field that lists the labels of each message in a mailbox; these become the classes. Default: the field of
   * Google Takeout if the corpus is a single mailbox that has it, otherwise none.
   */
  readonly labelField?: string;
  /** Whether a message may have several labels in this field. Default false: the first one is its class. */
  readonly multiLabel?: boolean;
}

/** The container of a corpus, in words. */
export interface CorpusForm {
  /** For example "Maildir with 3 folders". */
  readonly title: string;
  /** The name of one of its documents. */
  readonly unit: "message" | "document";
  /** The column or member that holds the classes, if there is one. A cell may then hold several labels. */
  readonly labelColumn?: string | undefined;
}

/**
 * Labelled documents at a path. They are read anew, one at a time and in the same order, each time
 * that the corpus is iterated. Facts that cannot be known without reading are undefined.
 */
export interface Corpus extends Iterable<LabelledDocument> {
  /** The path as it was given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  /** Undefined for a plain folder per class. */
  readonly form: CorpusForm | undefined;
  /** Ids of the documents, in order. May be made anew each time. */
  readonly ids: readonly string[] | undefined;
  /** How many documents there are. */
  readonly size: number | undefined;
  /** The classes, sorted. */
  readonly labels: readonly string[] | undefined;
  /** The problems that opening and reading have found up to now. */
  readonly problems: readonly Problem[];
  /** About how many documents there are to read. Their number if that is known. */
  readonly weight: number;
  /**
   * Returns the documents from weight `from` up to `to` as a corpus, without the problems of opening. Neighbouring
   * slices have each document once. An archive belongs to the slice with its beginning.
   */
  slice(from: number, to: number): Corpus;
  /**
   * Returns the same documents for several worker threads, which divide them as they go: each iterates over documents
   * that no other one has taken. The first takes them from the front. Undefined if the corpus does not support this.
   */
  amongThreads?(threads: number): Corpus[] | undefined;
  /** In a corpus from `amongThreads`: how many documents all threads have taken. */
  readonly taken?: number | undefined;
  /** In a corpus from `amongThreads`: index of the first document in the current chunk. */
  readonly place?: number | undefined;
  /** Iterates faster. The bytes of a document are valid only until the next one is asked for. */
  passing?(): Iterable<LabelledDocument>;
  /** Returns the corpus as plain data. `openShare` makes it again from that in a worker thread. */
  share(): CorpusShare;
  /** Reads some documents again, in order, as far as they can still be read. Reports no problems. */
  only(ids: ReadonlySet<string>): Iterable<LabelledDocument>;
  /** Tells when a document was last written, in milliseconds since 1970. Undefined if it is gone. */
  modified(id: string): number | undefined;
  /**
   * Checks that a file to be written replaces no document and would not be read as one the next time.
   *
   * @throws UsageError if it would.
   */
  requireFree(path: string): void;
}

/** A corpus, or a slice of one, as plain data. Each kind of corpus adds to it. */
export interface CorpusShare {
  /** The name of the reader, in the table of `readers.ts`, that makes the corpus again. */
  readonly reader: string;
  readonly root: string;
  readonly strict: boolean;
}

/** A folder per class as plain data. */
export interface FolderShare extends CorpusShare {
  readonly reader: "folders";
  readonly paths: PackedPaths;
  readonly layout: FolderLayout;
  readonly claims?: SharedClaims | undefined;
  /** The folder that no symbolic link may lead out of. Default: links are followed anywhere. */
  readonly within?: string | undefined;
}

/**
 * How a path tells the class of a document: by its first folder (`folders`), or by a table of classes, as for mail
 * folders. The table has the path of each folder, with a slash at its end.
 */
export type FolderLayout = "folders" | Readonly<Record<string, string>>;

/** The class of the messages that lie in a Maildir itself, outside its folders. */
export const INBOX = "inbox";

/** Whether documents come from a reader, and not from an array or a generator. */
export function isCorpus(documents: Iterable<LabelledText>): documents is Corpus {
  return "share" in documents && "slice" in documents;
}

/** The problems of a corpus. Each is kept once, however often the corpus is read. */
export class ProblemList {
  readonly #root: string;
  readonly #strict: boolean;
  readonly #problems = new Map<string, Problem>();

  /**
   * @param root the folder that the places of problems are below
   * @param strict whether something that cannot be read is an error
   */
  constructor(root: string, strict: boolean, problems: readonly Problem[] = []) {
    this.#root = root;
    this.#strict = strict;
    for (const problem of problems) this.add(problem);
  }

  /** In the order in which they were found. */
  get all(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** @throws DataError if `strict` and something cannot be read. */
  add(problem: Problem): void {
    const { kind, where, detail } = problem;
    if (this.#strict && (kind === "unreadable" || kind === "damaged")) {
      throw new DataError(`${join(this.#root, where)}: cannot be read: ${detail}`);
    }
    this.#problems.set(`${kind} ${where}`, problem);
  }
}
