import { statSync } from "node:fs";
import { join } from "node:path";
import { DataError, orElse, UsageError, whyUnreadable } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import { type ArchiveForm, archiveForm } from "../../documents/archives/archives.js";
import { NO_COLUMNS } from "../../documents/archives/columns.js";
import { statusOf } from "../../documents/files/open-file.js";
import { type FileOptions, PathPatterns } from "../../documents/files/path-patterns.js";
import type { Problem } from "../../documents/problem.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { TextModel } from "../../model/text-model.js";
import { type Follower, tell } from "../follower.js";
import { documentsOf, type GivenFile, type InputDocument, type ShardReading } from "./input-documents.js";
import { type RowOptions, tableColumns } from "./input-tables.js";
import { filesIn, inputFile, namedDocument } from "./named-files.js";

/** The formats of files, and the options that formats and readers declare. */
export { formatOptions, formNamed, INPUT_FORMATS } from "../../documents/archives/archives.js";
export type { DocumentOption, DocumentOptions } from "../../documents/document.js";

/** The options that choose documents. */
export interface InputOptions extends FileOptions, RowOptions {
  readonly strict?: boolean;
  readonly inputFormat?: ArchiveForm;
  /** Whether a file in a folder whose name is that of a table is one. Default false: it is a document. */
  readonly readsTables?: boolean;
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
  /** The files, in order; the path `-` is standard input. */
  readonly files: readonly GivenFile[];
  /** The archives, mailboxes and tables among them that are named by their paths. */
  readonly #archives = new Map<string, GivenFile & { places: Set<string> | undefined }>();
  /** The ids of the rows so far. Undefined for a shard, in which ids may repeat. */
  readonly #rowIds: Set<string> | undefined;
  readonly #reading: ShardReading;
  #documents = 0;
  /** The problems with documents so far. */
  readonly problems: Problem[] = [];
  #options: Follower & InputOptions;
  readonly #patterns: PathPatterns;

  /**
   * @param isWanted called with each file, in order
   * @param reading for the files of a shard
   * @throws DataError if a folder cannot be read, with --strict.
   */
  constructor(
    paths: readonly (string | GivenFile)[],
    options: Follower & InputOptions,
    isWanted: (file: string) => boolean = () => true,
    reading?: ShardReading,
  ) {
    this.#reading = reading ?? {};
    this.#rowIds = reading === undefined ? new Set() : undefined;
    this.#options = options;
    this.#patterns = new PathPatterns(options);
    const files = paths.flatMap((path) => (typeof path === "string" ? this.#filesOf(path) : path));
    this.files = files.filter(({ path }) => isWanted(path));
    append(this.problems, this.#patterns.unmatched);
    if (this.files.length === 0 && !this.problems.some(isFailure)) {
      tell(options, `no documents in ${paths.join(", ")}`);
    }
  }

  /** Estimates of the document names, for the width of a column: names in archives are known only after reading. */
  get names(): string[] {
    return this.files.map(({ path, form }) => (form === undefined ? path : `${path}#1000`));
  }

  /** The tables whose rows are all wanted, each with its column of classes if it seems to have one. */
  get classColumns() {
    return [...this.#archives.values()].flatMap(({ path, form, places }) => {
      if (path === "-" || places !== undefined || form === undefined) return [];
      // A file that has no such column, or cannot be read, is reported when it is read.
      const { label: column } = orElse(() => tableColumns(path, form, this.#options, true), NO_COLUMNS);
      return column === undefined ? [] : [{ path, column }];
    });
  }

  /** The names of the columns whose cells rows carry, each once. */
  get otherColumns(): string[] {
    const all = this.files.map(({ path, form }) => {
      if (form === undefined) return [];
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
      else yield Object.assign(document, { read });
    }
  }

  /**
   * Reads each document. A document that cannot be read is recorded as a problem.
   *
   * @param isWanted called with the path of each document. Files that are one document are not read if it returns false
   * @throws DataError if one cannot be read, with --strict.
   */
  *contents(isWanted: (path: string) => boolean = () => true): Generator<Omit<InputText, "read">> {
    let { skip = 0, open } = this.#reading;
    const reading = { options: this.#options, open, rowIds: this.#rowIds, fail: this.fail.bind(this) };
    for (const [i, given] of this.files.entries()) {
      const { path: file, name } = given;
      const isOne = given.form === undefined;
      if (isOne && !isWanted(name)) continue;
      for (const document of documentsOf(given, reading)) {
        this.#documents++;
        if (skip > 0) {
          if (--skip === 0) this.problems.length = 0;
        } else if ((isOne && document.path === name) || isWanted(document.path)) {
          yield Object.assign(document, { file, done: i + 1 });
        }
      }
    }
  }

  /** The number of documents so far. */
  get documents(): number {
    return this.#documents;
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

  /** Returns the files that a path names. Adds those with several documents to `#archives`. */
  #filesOf(path: string): GivenFile[] {
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
        return filesIn(path, this.#patterns, failBelow).flatMap((file) => {
          return this.#add(file.path, file.form ?? (this.#options.readsTables ? archiveForm(file.path) : undefined));
        });
      }
      this.fail({ kind: "unreadable", where: path, detail: "neither a file nor a folder: pipe it to - instead" });
    } catch (error) {
      if (error instanceof DataError || error instanceof UsageError) throw error;
      this.fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
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
  #add(path: string, form: ArchiveForm | undefined, place?: string): GivenFile[] {
    const known = this.#archives.get(path);
    if (known !== undefined && place !== undefined) known.places?.add(place);
    else if (known?.places !== undefined) known.places = undefined;
    else {
      const file = { path, name: path, form, places: place === undefined ? undefined : new Set([place]) };
      if (form !== undefined) this.#archives.set(path, file);
      return [file];
    }
    return [];
  }
}

/** Returns whether the problem means that a wanted document is missing. */
export function isFailure({ kind }: Problem): boolean {
  return !["truncated", "unmatched", "deleted", "sidecar", "no id"].includes(kind);
}
