import { existsSync, realpathSync } from "node:fs";
import { UsageError } from "../../base/errors.js";
import type { ArchiveEntry } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import type { Columns } from "../archives/columns.js";
import { isPacked } from "../archives/gunzip.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { LabelledDocument } from "../document.js";
import { modifiedTime, statusOf } from "../files/file-status.js";
import { openerBelow } from "../files/guarded-files.js";
import { openListedFile } from "../files/open-file.js";
import { PathList } from "../files/path-list.js";
import { type Problem, ProblemList } from "../problem.js";
import { type ArchiveLayout, classInArchive } from "./class-folders.js";
import type { Corpus, CorpusForm, CorpusShare } from "./corpus.js";
import { FolderCorpus } from "./folder-corpus.js";

/** An archive as plain data, from which another thread makes the corpus again. */
export interface ArchiveShare extends CorpusShare {
  readonly reader: "archive";
  /** The path of the file. */
  readonly root: string;
  readonly form: ArchiveForm;
  /** The path of the file, relative to the corpus. */
  readonly name: string;
  /** The class of all documents. Default: each document has its own class. */
  readonly label?: string | undefined;
  readonly columns: Columns;
  /** The layout, if the archive has a folder per class. */
  readonly layout?: ArchiveLayout | undefined;
  /** Whether a folder lists it as a regular file. A symbolic link in its place is then not followed. Default false. */
  readonly isListed?: true | undefined;
  /** A folder that symbolic links must not lead out of. Default: links may lead anywhere. */
  readonly within?: string | undefined;
}

/** Facts about an archive that are known before it is read. */
interface ArchiveContents extends Partial<Pick<Corpus, "form" | "ids" | "labels" | "problems">> {
  /** When documents were last written, by id, in milliseconds since 1970. */
  readonly times?: ReadonlyMap<string, number | undefined>;
}

/** An estimate of the average size of a document in bytes, for `weight`. */
const DOCUMENT_BYTES = 4096;
/** An estimate of the factor by which gzip shrinks text. */
export const GZIP_RATIO = 3;

/** The labelled documents of an archive. One thread reads it from its beginning to its end. */
export class ArchiveCorpus implements Corpus {
  readonly root: string;
  readonly strict: boolean;
  readonly form: CorpusForm;
  readonly ids: readonly string[] | undefined;
  readonly labels: readonly string[] | undefined;
  readonly #share: ArchiveShare;
  readonly #times: ArchiveContents["times"];
  readonly #problems: ProblemList;

  constructor(share: ArchiveShare, { form, ids, labels, problems, times }: ArchiveContents = {}) {
    const { title, unit } = ARCHIVE_FORMATS[share.form];
    this.root = share.root;
    this.strict = share.strict;
    this.form = form ?? { title: title[0], unit };
    this.ids = ids;
    this.labels = share.label === undefined ? labels : [share.label];
    this.#share = share;
    this.#times = times;
    // The path of the file without its name below the corpus is the folder of the corpus.
    this.#problems = new ProblemList(share.root.slice(0, -share.name.length) || ".", share.strict, problems);
  }

  get problems(): readonly Problem[] {
    return this.#problems.all;
  }

  get size(): number | undefined {
    return this.ids?.length;
  }

  /** The number of documents or, if it is not known, an estimate from the size of the file. */
  get weight(): number {
    if (this.ids !== undefined) return this.ids.length;
    const size = statusOf(this.root)?.size ?? 0;
    return Math.ceil(1 + (size * (isPacked(this.root) ? GZIP_RATIO : 1)) / DOCUMENT_BYTES);
  }

  /** Returns the whole corpus if the slice begins with it, otherwise nothing: an archive cannot be divided. */
  slice(from: number, to: number): Corpus {
    const { root, strict, form, ids, labels } = this;
    return from <= 0 && to > 0
      ? new ArchiveCorpus(this.#share, { form, ids, labels })
      : new FolderCorpus(root, PathList.of([]), [], strict);
  }

  /** Returns the archive as plain data. */
  share(): ArchiveShare {
    return this.#share;
  }

  /** Reads the documents with these ids again, and stops after the last one. */
  *only(ids: ReadonlySet<string>): Generator<LabelledDocument> {
    let left = ids.size;
    for (const document of this.#documents(() => undefined)) {
      if (left === 0) return;
      if (!ids.has(document.id)) continue;
      left--;
      yield document;
    }
  }

  /**
   * Returns the time of a document in the archive, if the times are known. Otherwise returns that of the file, for ids
   * that may be of this archive.
   */
  modified(id: string): number | undefined {
    if (this.#times !== undefined) return this.#times.get(id);
    const isOurs = this.#share.columns.id !== undefined || id.startsWith(`${this.#share.name}#`);
    return isOurs ? modifiedTime(this.root) : undefined;
  }

  /** @throws UsageError if a file at this path would replace the archive. */
  requireFree(path: string): void {
    if (existsSync(path) && realpathSync(path) === realpathSync(this.root)) {
      throw new UsageError(`${path}: this file belongs to the corpus: write to another one`);
    }
  }

  /** @throws DataError if `strict` is set and the archive cannot be read to its end. */
  *[Symbol.iterator](): Generator<LabelledDocument> {
    const { name, label } = this.#share;
    let isEmpty = true;
    const report = (problem: Problem) => {
      isEmpty = false;
      this.#problems.add(problem);
    };
    for (const document of this.#documents(report)) {
      isEmpty = false;
      yield document;
    }
    if (isEmpty && label !== undefined) this.#problems.add({ kind: "empty class", where: name });
  }

  /** Reads the archive. Calls `report` with each problem. */
  *#documents(report: (problem: Problem) => void): Generator<LabelledDocument> {
    const { root, form, columns, isListed, within } = this.#share;
    let number = 0;
    const openUnbounded = isListed ? openListedFile : undefined;
    const open = within === undefined ? openUnbounded : openerBelow(within);
    const ids = new Set<string>();
    for (const entry of archiveEntries(root, form, { columns, open })) {
      const document = this.#documentOf(entry, number++, report);
      if (document === undefined) continue;
      const id = "id" in entry ? entry.id : undefined;
      // An id that is empty or repeated cannot name a document: the id from its place remains.
      const isUsable = id !== undefined && id !== "" && !ids.has(id);
      if (id !== undefined && !isUsable) report({ kind: "no id", where: document.id, detail: id || undefined });
      if (isUsable) ids.add(id);
      yield isUsable ? { ...document, id } : document;
    }
  }

  /**
   * Returns the document in an entry; undefined if the entry is a problem, which it reports, or is left out.
   *
   * @param number the number of entries before it in the archive
   */
  #documentOf(entry: ArchiveEntry, number: number, report: (problem: Problem) => void): LabelledDocument | undefined {
    const { label: given, layout } = this.#share;
    const id = this.#idOf(entry.place);
    if ("problem" in entry) {
      const { problem: kind, detail } = entry;
      report({ kind, where: id, detail });
      return undefined;
    }
    const label = given ?? entry.label ?? (layout && classInArchive(entry.place, number, layout));
    if (label === undefined) return undefined;
    if (entry.isTruncated) report({ kind: "truncated", where: id });
    if (entry.hasMoreLabels) report({ kind: "several labels", where: id });
    return { id, label, bytes: entry.bytes, ...(entry.row && { row: entry.row }) };
  }

  /** Returns the id of an entry by its place; that of the archive itself if it has no place. */
  #idOf(place: string | undefined): string {
    const { name, layout } = this.#share;
    if (place === undefined) return name;
    return layout === undefined ? `${name}#${place}` : place.slice(layout.inside.length);
  }
}
