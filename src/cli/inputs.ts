import { closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { isBinary } from "../analyzer.js";
import { type ArchiveForm, archiveForm, isPacked } from "../documents/archive-form.js";
import { MAX_DOCUMENT_BYTES, type Problem } from "../documents/document.js";
import { readDocument, uncut, whyUnreadable } from "../documents/files.js";
import { type FileOptions, listFiles } from "../documents/list-files.js";
import { withoutMaildirFiles } from "../documents/maildir.js";
import { DataError, UsageError } from "../errors.js";
import { safeText } from "../reports/safe-text.js";
import type { TextModel } from "../text-model.js";
import { problemLines, tell } from "./notices.js";
import { type CommonOptions, collect } from "./options.js";
import { readWaiting, tellTyped } from "./standard-streams.js";

/** Which of the files below a folder are wanted, where the texts of a table stand, and what to do about what cannot be read. */
export type InputOptions = FileOptions & { readonly strict?: boolean; readonly textColumn?: string };

/** What a file may be beside a document; whether a message is one of many is seen when it is read. */
export type InputForm = ArchiveForm | "packed" | "perhaps a mailbox";

/** A document, under a name that tells where it stands. */
export interface InputDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether these are its beginning only. */
  readonly isTruncated?: boolean;
}

/** A document that is a text. */
export interface InputText extends InputDocument {
  /** The file that it stands in, or is: then it is the path. */
  readonly file: string;
  /** As the model reads it. */
  readonly text: Uint8Array;
  /** How many files have been looked at. */
  readonly done: number;
}

/** Reads what is no document by itself: see `archiveDocuments`, which is loaded when there is something. */
export type ArchiveReading = (
  path: string,
  form: InputForm,
  textColumn: string | undefined,
  fail: (problem: Problem) => void,
) => Iterable<InputDocument>;

/** Adds the paths of documents, and the options that decide which files below a folder are. */
export function withInputs(command: Command): Command {
  return withFileOptions(
    command.argument(
      "<path...>",
      "files, folders (every file in them, at any depth), mailboxes, archives, tables, or - for standard input",
    ),
  );
}

/** Adds the options that decide which files below a folder are documents. */
export function withFileOptions(command: Command): Command {
  return command
    .optionsGroup("Folders:")
    .option("--include <pattern>", "only files below a folder that match, such as '**/*.txt' (repeatable)", collect)
    .option("--exclude <pattern>", "no files or folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read")
    .option("--text-column <name>", "of a table or JSON lines: what holds the text (default: text)");
}

/** The documents that paths on the command line stand for. */
export class Inputs {
  /** The files, in order; `-` is standard input. */
  readonly files: readonly string[];
  /** What those are that are no documents. */
  readonly #forms = new Map<string, InputForm>();
  readonly #failures: Problem[] = [];
  readonly #options: CommonOptions & InputOptions;
  #read: ArchiveReading | undefined;

  private constructor(
    paths: readonly string[],
    options: CommonOptions & InputOptions,
    isWanted: (file: string) => boolean,
  ) {
    this.#options = options;
    this.files = paths.flatMap((path) => this.#filesOf(path)).filter(isWanted);
    if (this.files.length === 0 && this.#failures.length === 0) {
      tell(options, `thresher: no documents in ${safeText(paths.join(", "))}`);
    }
  }

  /**
   * @param isWanted asked of each file, in order
   * @throws DataError if a folder cannot be read and that is not to be passed over.
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

  /** The names that documents may have, as long as they are: those in archives are known when they are read. */
  get names(): string[] {
    return this.files.map((path) => (this.#forms.has(path) && !isPacked(path) ? `${path}#1000` : path));
  }

  /**
   * Each document that is a text.
   *
   * @throws DataError if one cannot be read and that is not to be passed over.
   */
  *texts(model: TextModel): Generator<InputText> {
    for (const document of this.contents()) {
      const text = model.textOf(document.bytes);
      if (isBinary(text)) this.fail({ kind: "binary", where: document.path });
      else yield { ...document, text };
    }
  }

  /**
   * Each document that can be read.
   *
   * @throws DataError if one cannot be read and that is not to be passed over.
   */
  *contents(): Generator<Omit<InputText, "text">> {
    for (const [i, file] of this.files.entries()) {
      for (const document of this.#documentsOf(file)) yield { ...document, file, done: i + 1 };
    }
  }

  /** Says what could not be read; then the exit code is 1. */
  tellFailures(): void {
    const { quiet } = this.#options;
    for (const line of problemLines(this.#failures.filter(({ kind }) => !quiet || kind !== "truncated")))
      console.error(line);
    if (this.#failures.some(({ kind }) => kind !== "truncated")) process.exitCode = 1;
  }

  /**
   * Takes note of a document that cannot be taken as it stands.
   *
   * @throws DataError if it cannot be read and that is not to be passed over.
   */
  fail(problem: Problem): void {
    if (this.#options.strict && (problem.kind === "unreadable" || problem.kind === "damaged"))
      throw new DataError(`${problem.where}: required documents that can be read (strict), found: ${problem.detail}`);
    this.#failures.push(problem);
  }

  #filesOf(path: string): string[] {
    if (path === "-") return [path];
    try {
      const status = statSync(path);
      if (status.isFile()) return [this.#taken(path, true)];
      if (status.isDirectory()) {
        const within = (problem: Problem) => this.fail({ ...problem, where: join(path, problem.where) });
        const { files } = withoutMaildirFiles(path, listFiles(path, this.#options, within));
        return files.map((file) => this.#taken(join(path, file), false));
      }
      this.fail({ kind: "unreadable", where: path, detail: "no regular file or folder: pipe it to - instead" });
    } catch (error) {
      if (error instanceof DataError || error instanceof UsageError) throw error;
      this.fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
    }
    return [];
  }

  /** Takes a file for what it is. A table that is found in a folder is a text. */
  #taken(path: string, isGiven: boolean): string {
    const form = archiveForm(path);
    if (form === "mailbox" || form === "tar" || (form !== undefined && isGiven)) this.#forms.set(path, form);
    else if (isPacked(path)) this.#forms.set(path, "packed");
    else if (isGiven && beginsAsMailbox(path)) this.#forms.set(path, "perhaps a mailbox");
    return path;
  }

  *#documentsOf(path: string): Generator<InputDocument> {
    const form = this.#forms.get(path);
    if (form === undefined || this.#read === undefined) {
      const bytes = this.#contentOf(path);
      if (bytes !== undefined) yield { path, bytes };
      return;
    }
    yield* this.#read(path, form, this.#options.textColumn, (problem) => this.fail(problem));
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

/** Whether a file begins as a mailbox does, and as single messages do that were taken out of one. */
function beginsAsMailbox(path: string): boolean {
  const beginning = Buffer.alloc(5);
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      readSync(file, beginning);
    } finally {
      closeSync(file);
    }
  } catch {
    // Whoever reads it says why it cannot be read.
  }
  return beginning.toString("latin1") === "From ";
}

/** Up to the limit, as of a file: what comes after it is not waited for. */
function standardInput(): { bytes: Uint8Array; truncated: boolean } {
  tellTyped();
  const bytes = Buffer.allocUnsafeSlow(MAX_DOCUMENT_BYTES + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readWaiting(bytes.subarray(size));
  }
  if (size < bytes.length) return { bytes: bytes.subarray(0, size), truncated: false };
  return { bytes: uncut(bytes.subarray(0, MAX_DOCUMENT_BYTES)), truncated: true };
}
