import { statSync } from "node:fs";
import { join } from "node:path";
import { DataError, orElse, UsageError, whyUnreadable } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import type { FileProblem } from "../../documents/archives/archive.js";
import type { ArchiveForm } from "../../documents/archives/archives.js";
import { NO_COLUMNS } from "../../documents/archives/columns.js";
import { archiveEntries } from "../../documents/archives/read-archive.js";
import { readSingleFile, type SingleFile } from "../../documents/archives/single-file.js";
import { statusOf } from "../../documents/files/open-file.js";
import { type FileOptions, PathPatterns } from "../../documents/files/path-patterns.js";
import type { Problem } from "../../documents/problem.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { TextModel } from "../../model/text-model.js";
import { type Follower, tell } from "../follower.js";
import { factsOf, type RowOptions, tableColumns, textLines } from "./input-tables.js";
import { filesIn, inputFile, namedDocument } from "./named-files.js";
import { fileAt, standardInput } from "./standard-input.js";

/** The formats of files, and the options that formats and readers declare. */
export { formatOptions, formNamed, INPUT_FORMATS } from "../../documents/archives/archives.js";
export type { DocumentOption, DocumentOptions } from "../../documents/document.js";

/** The options that choose documents. */
export type InputOptions = FileOptions & RowOptions & { readonly strict?: boolean; readonly inputFormat?: ArchiveForm };

/** A document, with a path that shows where it is, such as `mail.mbox#3`. */
interface InputDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether the document was too large, so that `bytes` is only its beginning. */
  readonly isTruncated?: boolean;
  /** The cells of the other columns of a row, by name, if they are carried. */
  readonly cells?: ReadonlyMap<string, string> | undefined;
}

/** A document that is a text. */
export interface InputText extends InputDocument {
  /** The file that holds it; for a plain file, the path itself. */
  readonly file: string;
  /** The document as the model reads it. */
  readonly read: ReadDocument;
  /** The number of files that are done, this one included. */
  readonly done: number;
}

/** The documents at some paths: files, folders, archives, documents in them, and standard input. */
export class Inputs {
  /** The files, in order; `-` is standard input. */
  readonly files: readonly string[];
  /** The archives, mailboxes and tables among the files. Without `places`, all documents in them are wanted. */
  readonly #archives = new Map<string, { readonly form: ArchiveForm; readonly places?: Set<string> }>();
  readonly #rowIds = new Set<string>();
  /** The problems with documents so far. */
  readonly problems: Problem[] = [];
  #options: Follower & InputOptions;
  readonly #patterns: PathPatterns;

  /**
   * @param isWanted called with each file, in order
   * @throws DataError if a folder cannot be read, with --strict.
   */
  constructor(
    paths: readonly string[],
    options: Follower & InputOptions,
    isWanted: (file: string) => boolean = () => true,
  ) {
    this.#options = options;
    this.#patterns = new PathPatterns(options);
    this.files = paths.flatMap((path) => this.#filesOf(path)).filter(isWanted);
    append(this.problems, this.#patterns.unmatched);
    if (this.files.length === 0 && !this.problems.some(isFailure)) {
      tell(options, `no documents in ${paths.join(", ")}`);
    }
  }

  /** Estimates of the document names, for the width of a column: names in archives are known only after reading. */
  get names(): string[] {
    return this.files.map((path) => (this.#archives.has(path) ? `${path}#1000` : path));
  }

  /** The tables whose rows are all wanted, each with its column of classes if it seems to have one. */
  get classColumns() {
    return [...this.#archives].flatMap(([path, { form, places }]) => {
      if (path === "-" || places !== undefined) return [];
      // A file that has no such column, or cannot be read, is reported when it is read.
      const { label: column } = orElse(() => tableColumns(path, form, this.#options, true), NO_COLUMNS);
      return column === undefined ? [] : [{ path, column }];
    });
  }

  /** The names of the columns whose cells rows carry, each once. */
  get otherColumns(): string[] {
    const all = [...this.#archives].map(([path, { form }]) => {
      return orElse(() => tableColumns(path, form, this.#options), NO_COLUMNS).others ?? [];
    });
    return [...new Set(all.flat())];
  }

  /** Reads the columns of tables that a model was trained on, unless the user names others. */
  readAs(model: Pick<TextModel, "settings"> | undefined): this {
    this.#options = { ...this.#options, trained: model?.settings.textColumns };
    return this;
  }

  /**
   * Reads each document that is a text. Others are recorded as problems.
   *
   * @throws DataError if one cannot be read, with --strict.
   */
  *texts(model: TextModel): Generator<InputText> {
    for (const document of this.readAs(model).contents()) {
      const read = model.read(document.bytes);
      if (read.isBinary) this.fail({ kind: "binary", where: document.path });
      else yield { ...document, read };
    }
  }

  /**
   * Reads each document. A document that cannot be read is recorded as a problem.
   *
   * @param isWanted called with the path of each document. Files that are one document are not read if it returns false
   * @throws DataError if one cannot be read, with --strict.
   */
  *contents(isWanted: (path: string) => boolean = () => true): Generator<Omit<InputText, "read">> {
    for (const [i, file] of this.files.entries()) {
      const isOne = !this.#archives.has(file);
      if (isOne && !isWanted(file)) continue;
      for (const document of this.#documentsOf(file)) {
        if ((isOne && document.path === file) || isWanted(document.path)) yield { ...document, file, done: i + 1 };
      }
    }
  }

  /** The problems that mean that a wanted document is missing. */
  get failures(): readonly Problem[] {
    return this.problems.filter(isFailure);
  }

  /**
   * Records a problem with a document.
   *
   * @throws DataError if the document cannot be read, with --strict.
   */
  fail(problem: Problem): void {
    if (this.#options.strict && (problem.kind === "unreadable" || problem.kind === "damaged"))
      throw new DataError(`${problem.where} cannot be read: ${problem.detail} (--strict)`);
    this.problems.push(problem);
  }

  /** Records why a file or document is not read. */
  #leaveOut(where: string, { problem: kind, detail }: FileProblem): void {
    this.fail({ kind, where, ...(detail !== undefined && { detail }) });
  }

  /** Returns the files that a path names. Adds those with several documents to `#archives`. */
  #filesOf(path: string): string[] {
    const { inputFormat } = this.#options;
    if (path === "-") return this.#add(path, inputFormat);
    try {
      const named = namedDocument(path, inputFormat);
      if (named !== undefined && statusOf(path) === undefined) return this.#add(named.file, named.form, named.place);
      const status = statSync(path);
      if (status.isFile()) {
        if (named !== undefined) tell(this.#options, `${path} is read as the file of that name`);
        return this.#add(path, inputFormat ?? inputFile(path, true).form);
      }
      if (status.isDirectory()) {
        const failBelow = (problem: Problem) => this.fail({ ...problem, where: join(path, problem.where) });
        return filesIn(path, this.#patterns, failBelow).flatMap((file) => this.#add(file.path, file.form));
      }
      this.#leaveOut(path, { problem: "unreadable", detail: "neither a file nor a folder: pipe it to - instead" });
    } catch (error) {
      if (error instanceof DataError || error instanceof UsageError) throw error;
      this.#leaveOut(path, { problem: "unreadable", detail: whyUnreadable(path, error) });
    }
    return [];
  }

  /**
   * Adds all documents of a file, or one document of an archive.
   *
   * @param form that of an archive
   * @param place that of the document, such as `3` in `mail.mbox#3`
   * @returns the file, or nothing if it is already among the files: all its documents are read together
   */
  #add(file: string, form: ArchiveForm | undefined, place?: string): string[] {
    const known = this.#archives.get(file);
    if (known !== undefined && place !== undefined) {
      known.places?.add(place);
      return [];
    }
    if (form !== undefined)
      this.#archives.set(file, place === undefined ? { form } : { form, places: new Set([place]) });
    return known?.places === undefined ? [file] : [];
  }

  /** Yields the documents of a file. A file whose name is not that of an archive is recognized by its bytes. */
  *#documentsOf(path: string): Generator<InputDocument> {
    const { form, places } = this.#archives.get(path) ?? {};
    if (form !== undefined) return yield* this.#documentsIn(path, form, places);
    let file: SingleFile;
    try {
      file = path === "-" ? standardInput() : readSingleFile(path);
    } catch (error) {
      return this.#leaveOut(path, { problem: "unreadable", detail: whyUnreadable(path, error) });
    }
    if (file.problem !== undefined) return this.#leaveOut(path, file.problem);
    if (file.isMailbox) return yield* this.#documentsIn(path, "mailbox");
    if (file.isTruncated) this.fail({ kind: "truncated", where: path });
    yield { path, bytes: file.bytes };
  }

  /** Yields the documents of an archive, or those at the wanted places. */
  *#documentsIn(path: string, form: ArchiveForm, places?: Iterable<string>): Generator<InputDocument> {
    const columns = tableColumns(path, form, this.#options);
    tell(this.#options, textLines(path, columns, this.#options));
    const awaited = places && new Set(places);
    for (const entry of archiveEntries(fileAt(path, form), form, { columns })) {
      const { place } = entry;
      if (place !== undefined && awaited?.delete(place) === false) continue;
      const where = place === undefined ? path : `${path}#${place}`;
      if ("problem" in entry) {
        this.#leaveOut(where, entry);
      } else {
        if (entry.isTruncated) this.fail({ kind: "truncated", where });
        const { id, bytes, isTruncated } = entry;
        const { path: named, cells } = factsOf(entry, columns, this.#rowIds);
        if (id !== undefined && named === undefined) this.fail({ kind: "no id", where, detail: id || undefined });
        yield { path: named ?? where, bytes, isTruncated, cells };
      }
      if (awaited?.size === 0) return;
    }
    for (const place of awaited ?? []) {
      this.#leaveOut(`${path}#${place}`, { problem: "unreadable", detail: "the file has no such document" });
    }
  }
}

/** Returns whether the problem means that a wanted document is missing. */
function isFailure({ kind }: Problem): boolean {
  return !["truncated", "unmatched", "deleted", "sidecar", "no id"].includes(kind);
}
