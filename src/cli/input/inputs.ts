import { statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { DataError, UsageError, whyUnreadable } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import { archiveForm } from "../../documents/archives/archives.js";
import { isPacked } from "../../documents/archives/chunks.js";
import { firstBytes, MAX_DOCUMENT_BYTES, type Problem } from "../../documents/document.js";
import { readDocument, statusOf } from "../../documents/files/files.js";
import { listFiles } from "../../documents/files/list-files.js";
import { withoutMaildirFiles } from "../../documents/files/maildir.js";
import { type FileOptions, PathPatterns } from "../../documents/files/path-patterns.js";
import type { ReadDocument } from "../../features/analyzer.js";
import type { TextModel } from "../../model/text-model.js";
import { type CommonOptions, withFileOptions } from "../options/options.js";
import { problemLines, tell } from "../output/notices.js";
import { Output } from "../output/output.js";
import { readWaiting, tellTyped } from "../output/standard-streams.js";
import type { ArchiveReading, InputDocument, InputForm } from "./archive-inputs.js";
import { beginsAsMailbox, type NamedDocument, namedDocument, onlyNamed } from "./document-names.js";

/** The options that choose documents. */
export type InputOptions = FileOptions & { readonly strict?: boolean; readonly textColumn?: string };

/** A document that is text. */
export interface InputText extends InputDocument {
  /** The file that holds it; for a plain file, the path itself. */
  readonly file: string;
  /** As the model reads it. */
  readonly read: ReadDocument;
  /** How many files are done with this one. */
  readonly done: number;
}

/** Adds the paths of documents, and the options that choose files below a folder. */
export function withInputs(command: Command): Command {
  const paths =
    "files, folders (with all files in them, at any depth), mailboxes, archives, tables, or - for standard input";
  return withFileOptions(command.argument("<path...>", paths));
}

/** The documents that the paths on the command line name. */
export class Inputs {
  /** The files, in order; `-` is standard input. */
  readonly files: readonly string[];
  /** The forms of the files that are not plain documents. */
  readonly #forms = new Map<string, InputForm>();
  /** For archives of which only some documents are wanted: their places. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #failures: Problem[] = [];
  readonly #options: CommonOptions & InputOptions;
  readonly #patterns: PathPatterns;
  #read: ArchiveReading | undefined;

  private constructor(
    paths: readonly string[],
    options: CommonOptions & InputOptions,
    isWanted: (file: string) => boolean,
  ) {
    this.#options = options;
    this.#patterns = new PathPatterns(options);
    this.files = paths.flatMap((path) => this.#filesOf(path)).filter(isWanted);
    append(this.#failures, this.#patterns.unmatched);
    if (this.files.length === 0 && !this.#failures.some(isFailure)) {
      tell(options, `thresher: no documents in ${safeText(paths.join(", "))}`);
    }
  }

  /**
   * @param isWanted called with each file, in order
   * @throws DataError if a folder cannot be read, with --strict.
   */
  static async open(
    paths: readonly string[],
    options: CommonOptions & InputOptions,
    isWanted: (file: string) => boolean = () => true,
  ): Promise<Inputs> {
    const inputs = new Inputs(paths, options, isWanted);
    if (inputs.#forms.size > 0) inputs.#read = (await import("./archive-inputs.js")).archiveDocuments;
    return inputs;
  }

  /** Names as long as those of the documents, whose exact names in archives are known only after reading. */
  get names(): string[] {
    return this.files.map((path) => (this.#forms.has(path) && !isPacked(path) ? `${path}#1000` : path));
  }

  /**
   * Each document that is text.
   *
   * @throws DataError if one cannot be read, with --strict.
   */
  *texts(model: TextModel): Generator<InputText> {
    for (const document of this.contents()) {
      const read = model.read(document.bytes);
      if (read.isBinary) this.fail({ kind: "binary", where: document.path });
      else yield { ...document, read };
    }
  }

  /**
   * Each document that can be read.
   *
   * @throws DataError if one cannot be read, with --strict.
   */
  *contents(): Generator<Omit<InputText, "read">> {
    for (const [i, file] of this.files.entries()) {
      for (const document of this.#documentsOf(file)) yield { ...document, file, done: i + 1 };
    }
  }

  /** Prints an answer for each document: with --json as one list, otherwise as texts with an empty line between. */
  async print(model: TextModel, answer: (document: InputText) => { json(): object; text(): string }): Promise<void> {
    const { json } = this.#options;
    const output = new Output();
    const results: object[] = [];
    let isFirst = true;
    try {
      for (const document of this.texts(model)) {
        const made = answer(document);
        if (json) results.push(made.json());
        else await output.write(`${isFirst ? "" : "\n"}${made.text()}`);
        isFirst = false;
      }
    } finally {
      // Results before a fault under --strict are not lost.
      await output.flush();
    }
    if (json) await output.write(`${safeJson(results, 2)}\n`);
    await output.flush();
    this.tellFailures();
  }

  /** Tells which documents could not be read, and sets the exit code to 1 if there are any. */
  tellFailures(): void {
    const { quiet } = this.#options;
    for (const line of problemLines(this.#failures.filter((problem) => !quiet || isFailure(problem))))
      console.error(line);
    if (this.#failures.some(isFailure)) process.exitCode = 1;
  }

  /**
   * Records a problem with a document.
   *
   * @throws DataError if it cannot be read, with --strict.
   */
  fail(problem: Problem): void {
    if (this.#options.strict && (problem.kind === "unreadable" || problem.kind === "damaged"))
      throw new DataError(`${problem.where} cannot be read: ${problem.detail} (--strict)`);
    this.#failures.push(problem);
  }

  #filesOf(path: string): string[] {
    if (path === "-") return [path];
    try {
      const named = namedDocument(path);
      if (named !== undefined && statusOf(path) === undefined) return this.#named(named);
      const status = statSync(path);
      if (status.isFile()) {
        if (named !== undefined) tell(this.#options, `thresher: ${safeText(path)} is read as the file of that name`);
        return this.#taken(path, true);
      }
      if (status.isDirectory()) {
        const within = (problem: Problem) => this.fail({ ...problem, where: join(path, problem.where) });
        const { files } = withoutMaildirFiles(path, listFiles(path, this.#patterns, within));
        return files.flatMap((file) => this.#taken(join(path, file), false));
      }
      this.fail({ kind: "unreadable", where: path, detail: "neither a file nor a folder: pipe it to - instead" });
    } catch (error) {
      if (error instanceof DataError || error instanceof UsageError) throw error;
      this.fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
    }
    return [];
  }

  /** Takes one document of an archive; all named documents of an archive are read together. */
  #named({ file, form, place }: NamedDocument): string[] {
    const wanted = this.#wanted.get(file);
    wanted?.add(place);
    if (wanted !== undefined || this.#forms.has(file)) return [];
    this.#forms.set(file, form);
    this.#wanted.set(file, new Set([place]));
    return [file];
  }

  /** Records the form of a file. A table found in a folder is plain text. */
  #taken(path: string, isGiven: boolean): string[] {
    // The whole file is named now, so all of its documents are wanted.
    const isThere = this.#wanted.delete(path);
    const form = archiveForm(path);
    if (form === "mailbox" || form === "tar" || (form !== undefined && isGiven)) this.#forms.set(path, form);
    else if (isPacked(path)) this.#forms.set(path, "packed");
    else if (isGiven && beginsAsMailbox(path)) this.#forms.set(path, "perhaps a mailbox");
    return isThere ? [] : [path];
  }

  *#documentsOf(path: string): Generator<InputDocument> {
    const form = this.#forms.get(path);
    if (form === undefined || this.#read === undefined) {
      const bytes = this.#contentOf(path);
      if (bytes !== undefined) yield { path, bytes };
      return;
    }
    const { textColumn } = this.#options;
    const wanted = this.#wanted.get(path);
    const fail = (problem: Problem) => this.fail(problem);
    if (wanted === undefined) yield* this.#read(path, form, textColumn, fail);
    else yield* onlyNamed(path, wanted, (report) => this.#read?.(path, form, textColumn, report) ?? [], fail);
  }

  #contentOf(path: string): Uint8Array | undefined {
    try {
      const { bytes, truncated } = path === "-" ? standardInput() : readDocument(path);
      if (truncated) this.fail({ kind: "truncated", where: path });
      return bytes;
    } catch (error) {
      this.fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
      return undefined;
    }
  }
}

/** Whether a problem leaves a document out. */
function isFailure({ kind }: Problem): boolean {
  return kind !== "truncated" && kind !== "unmatched";
}

/** Reads standard input as one document, up to the limit for files, without waiting for the rest. */
function standardInput(): { bytes: Uint8Array; truncated: boolean } {
  tellTyped();
  const bytes = Buffer.allocUnsafeSlow(MAX_DOCUMENT_BYTES + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readWaiting(bytes.subarray(size));
  }
  if (size < bytes.length) return { bytes: bytes.subarray(0, size), truncated: false };
  return { bytes: firstBytes(bytes, MAX_DOCUMENT_BYTES), truncated: true };
}
