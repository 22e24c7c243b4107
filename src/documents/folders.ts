import { type Dirent, existsSync, opendirSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { DataError, UsageError } from "../errors.js";
import type { Corpus, CorpusOptions, FolderShare } from "./corpus.js";
import type { LabelledDocument, Problem } from "./document.js";
import { modifiedTime, readDocument, reason, whyUnreadable } from "./files.js";
import { type FileOptions, listFiles } from "./list-files.js";

/** Which files are documents, and what to do about those that cannot be read. */
export type FolderOptions = CorpusOptions;

/**
 * A folder per class: the first folder below the corpus is the class, its files at any
 * depth are the documents. The files are listed when the corpus is opened and read each
 * time that it is iterated, one at a time.
 */
export class FolderCorpus implements Corpus {
  /** Ids of the documents in order: paths below the corpus. */
  readonly ids: readonly string[];
  /** The folder, as it was given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  readonly form = undefined;
  readonly #problems = new Map<string, Problem>();

  /** Use `readFolders`. */
  constructor(root: string, ids: readonly string[], problems: readonly Problem[], strict: boolean) {
    this.root = root;
    this.ids = ids;
    this.strict = strict;
    for (const problem of problems) this.#report(problem);
  }

  /** What could not be taken as it stands, up to now: listing and reading each find their own. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** The classes, sorted. */
  get labels(): readonly string[] {
    return [...new Set(this.ids.map(labelOf))].sort();
  }

  /** How many documents were found. */
  get size(): number {
    return this.ids.length;
  }

  /** As `size`: one file takes as long as another. */
  get weight(): number {
    return this.ids.length;
  }

  /** The documents `from` to `to - 1` of `ids` as a corpus of its own: for workers that share one. */
  slice(from: number, to: number): FolderCorpus {
    return new FolderCorpus(this.root, this.ids.slice(from, to), [], this.strict);
  }

  share(): FolderShare {
    return { reader: "folders", root: this.root, ids: this.ids, strict: this.strict };
  }

  only(ids: ReadonlySet<string>): FolderCorpus {
    return new FolderCorpus(
      this.root,
      this.ids.filter((id) => ids.has(id)),
      [],
      false,
    );
  }

  /** When the file of a document was last written, in milliseconds since 1970; undefined if it is gone. */
  modified(id: string): number | undefined {
    return modifiedTime(join(this.root, id));
  }

  /** @throws DataError if `strict` and a document cannot be read. */
  *[Symbol.iterator](): Generator<LabelledDocument> {
    for (const id of this.ids) {
      let bytes: Uint8Array;
      try {
        const document = readDocument(join(this.root, id));
        if (document.truncated) this.#report({ kind: "truncated", where: id });
        bytes = document.bytes;
      } catch (error) {
        this.#report({ kind: "unreadable", where: id, detail: whyUnreadable(id, error) });
        continue;
      }
      yield { id, label: labelOf(id), bytes };
    }
  }

  /** @throws UsageError if the path is that of a document, or of a new file below one of the classes. */
  requireFree(path: string): void {
    const isThere = existsSync(path);
    if (!isThere && !existsSync(dirname(path))) return;
    const real = isThere ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    const id = relative(realpathSync(this.root), real).split(sep).join("/");
    if (this.ids.includes(id)) {
      throw new UsageError(`${path}: required a file to write to, found a document of the corpus`);
    }
    const isHidden = id.split("/").some((name) => name.startsWith("."));
    if (isThere || isHidden || !id.includes("/")) return;
    const label = labelOf(id);
    if (this.ids.some((other) => labelOf(other) === label)) {
      throw new UsageError(
        `${path}: required a file outside of the classes, found one that would be a document of ${JSON.stringify(label)}: write it elsewhere`,
      );
    }
  }

  #report(problem: Problem): void {
    if (this.strict && problem.kind === "unreadable") {
      throw new DataError(
        `${join(this.root, problem.where)}: required readable files and folders (strict), found: ${problem.detail}`,
      );
    }
    this.#problems.set(`${problem.kind} ${problem.where}`, problem);
  }
}

/**
 * Opens a corpus that is a folder per class.
 *
 * @param root the folder
 * @throws DataError if there is no such folder or no document in a class folder.
 */
export function readFolders(root: string, options: FolderOptions = {}): FolderCorpus {
  const top = listTop(root);
  const problems: Problem[] = [];
  const files = listFiles(root, options, (problem) => problems.push(problem));
  const ids = files.filter((file) => file.includes("/"));
  for (const where of files) {
    if (!where.includes("/") && !/^readme/i.test(where)) problems.push({ kind: "no class", where });
  }
  const unlisted = new Set(problems.filter(({ kind }) => kind === "unreadable").map(({ where }) => where));
  const classes = new Set(ids.map(labelOf));
  for (const entry of top) {
    const { name } = entry;
    if (entry.isDirectory() && !name.startsWith(".") && !classes.has(name) && !unlisted.has(name)) {
      problems.push({ kind: "empty class", where: name });
    }
  }
  if (ids.length === 0)
    throw new DataError(
      `${root}: required a folder per class with documents in it, found ${whatInstead(files, problems, options)}`,
    );
  return new FolderCorpus(root, ids, problems, options.strict ?? false);
}

/**
 * To be known before a corpus is needed: nothing in the folder is looked at.
 *
 * @throws DataError if there is no such folder.
 */
export function requireFolder(root: string): void {
  listed(root, () => opendirSync(root).closeSync());
}

function listTop(root: string): Dirent[] {
  return listed(root, () => readdirSync(root, { withFileTypes: true }));
}

function listed<T>(root: string, list: () => T): T {
  try {
    return list();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === "ENOENT" ? "nothing there" : code === "ENOTDIR" ? "a file" : reason(error);
    throw new DataError(`${root}: required a corpus, a folder with a folder per class, found ${found}`);
  }
}

function whatInstead(
  files: readonly string[],
  problems: readonly Problem[],
  { include, exclude }: FileOptions,
): string {
  const closed = problems.filter(({ kind }) => kind === "unreadable");
  if (closed.length > 0) {
    return `none that can be read: ${closed.map(({ where, detail }) => `${where} (${detail})`).join(", ")}`;
  }
  if (files.length > 0) {
    const many = files.length === 1 ? "one file" : `${files.length} files`;
    return `${many} directly in it: move each into the folder of its class`;
  }
  if (include !== undefined || exclude !== undefined) return "none that the include and exclude patterns leave";
  return "no documents (hidden files and symbolic links do not count)";
}

function labelOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
