import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError, whyUnreadable } from "../../base/errors.js";
import type { FileProblem } from "../archives/archive.js";
import { archiveEntries } from "../archives/read-archive.js";
import { readSingleFile, type SingleFile } from "../archives/single-file.js";
import type { LabelledDocument } from "../document.js";
import { modifiedTime } from "../files/file-status.js";
import { openerBelow } from "../files/guarded-files.js";
import { type Opener, openListedFile } from "../files/open-file.js";
import type { PathList } from "../files/path-list.js";
import { type Problem, ProblemList } from "../problem.js";
import { classOf } from "./class-folders.js";
import type { Corpus, CorpusForm, FolderLayout, FolderShare } from "./corpus.js";

/**
 * A folder per class, or mail folders that are classes. Files at any depth are documents, and files that are packed by
 * gzip are unpacked. Lists the files when it is opened. Reads them one at a time in each iteration. Only reading
 * reveals that a file is a mailbox, so `ids` and `size` count a mailbox as one document.
 */
export class FolderCorpus implements Corpus {
  readonly root: string;
  readonly strict: boolean;
  readonly form: CorpusForm | undefined;
  /** How a path determines the class. */
  readonly layout: FolderLayout;
  readonly #paths: PathList;
  /** The root with a slash, or `""` for the current folder. Calling `join` would take as long as opening a file. */
  readonly #prefix: string;
  readonly #details: FolderDetails;
  readonly #open: Opener;
  readonly #problems: ProblemList;

  /** Not for direct use: call `readFolders` or `openCorpus`. */
  constructor(
    root: string,
    paths: PathList,
    problems: readonly Problem[],
    strict: boolean,
    details: FolderDetails = {},
  ) {
    const { layout = "folders", form, within } = details;
    this.root = root;
    // `join` adds the slash, unless the root is the current folder.
    this.#prefix = join(root, "x").slice(0, -1);
    this.#paths = paths;
    this.strict = strict;
    this.layout = layout;
    this.form = form;
    this.#details = details;
    this.#open = within === undefined ? openListedFile : openerBelow(within);
    this.#problems = new ProblemList(root, strict, problems);
  }

  get problems(): readonly Problem[] {
    return this.#problems.all;
  }

  get ids(): readonly string[] {
    return [...this.#paths];
  }

  get size(): number {
    return this.#paths.length;
  }

  get labels(): readonly string[] {
    const labels = this.#paths.folders.map(({ folder }) => labelOf(this.layout, folder));
    return [...new Set(labels)].sort();
  }

  get weight(): number {
    return this.#paths.length;
  }

  /** Returns the documents with the numbers `[from, to)`, because each has the weight 1. */
  slice(from: number, to: number): FolderCorpus {
    return this.#with(this.#paths.slice(from, to), this.strict);
  }

  /** Returns the corpus as plain data, from which another thread makes it again. */
  share(): FolderShare {
    const { root, strict, layout } = this;
    return { reader: "folders", root, paths: this.#paths.folders, strict, layout, within: this.#details.within };
  }

  /** Reads the documents with these ids again. Leaves out those that cannot be read any more. */
  *only(ids: ReadonlySet<string>): Generator<LabelledDocument> {
    const files = new Set([...ids].flatMap((id) => [id, fileOf(id)]));
    const paths = this.#paths.filter((path) => files.has(path));
    for (const document of this.#with(paths, false)) if (ids.has(document.id)) yield document;
  }

  /** Returns when the file of a document was last written, in milliseconds since 1970; undefined if it is gone. */
  modified(id: string): number | undefined {
    return modifiedTime(join(this.root, id)) ?? modifiedTime(join(this.root, fileOf(id)));
  }

  /** @throws DataError if `strict` is set and a document cannot be read. */
  *[Symbol.iterator](): Generator<LabelledDocument> {
    for (const { folder, names } of this.#paths.folders) {
      const label = labelOf(this.layout, folder);
      for (const name of names) {
        const id = folder + name;
        const file = this.#read(id);
        if (file === undefined) continue;
        if (file.isMailbox) yield* this.#messages(id, label);
        else yield { id, label, bytes: file.bytes };
      }
    }
  }

  /** Reads a file. Returns undefined if it cannot be used, and records the problem. */
  #read(id: string): SingleFile | undefined {
    try {
      const file = readSingleFile(this.#prefix + id, this.#open);
      if (file.problem !== undefined) this.#add(id, file.problem);
      else if (file.isMailbox) this.#problems.add({ kind: "mailbox", where: id });
      else if (file.isTruncated) this.#problems.add({ kind: "truncated", where: id });
      return file.problem === undefined ? file : undefined;
    } catch (error) {
      this.#problems.add({ kind: "unreadable", where: id, detail: whyUnreadable(id, error) });
      return undefined;
    }
  }

  /** Reads the messages of a file that is a mailbox. */
  *#messages(file: string, label: string): Generator<LabelledDocument> {
    for (const entry of archiveEntries(this.#prefix + file, "mailbox", { open: this.#open })) {
      const id = entry.place === undefined ? file : `${file}#${entry.place}`;
      if ("problem" in entry) {
        this.#add(id, entry);
        continue;
      }
      if (entry.isTruncated) this.#problems.add({ kind: "truncated", where: id });
      yield { id, label, bytes: entry.bytes };
    }
  }

  /** Records a problem with a file or message. */
  #add(where: string, { problem: kind, detail }: FileProblem): void {
    this.#problems.add({ kind, where, detail });
  }

  /** @throws UsageError if the path is a document, or a new file below one of the classes. */
  requireFree(path: string): void {
    const isThere = existsSync(path);
    if (!isThere && !existsSync(dirname(path))) return;
    const real = isThere ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    const id = relative(realpathSync(this.root), real).split(sep).join("/");
    if (!id.startsWith("../") && [...this.#paths].includes(id)) {
      throw new UsageError(`${path}: this file is a document of the corpus: write to another one`);
    }
    if (isThere || !id.includes("/") || id.startsWith("../")) return;
    // A hidden file is no document. The folders around it may be hidden if they are mail folders.
    const names = this.layout === "folders" ? id.split("/") : id.split("/").slice(-1);
    const label = labelOf(this.layout, id);
    if (names.some((name) => name.startsWith(".")) || !this.labels.includes(label)) return;
    throw new UsageError(
      `${path}: this file would become a document of the class ${JSON.stringify(label)}: write it elsewhere`,
    );
  }

  /** Returns the corpus with other paths, and without its problems. */
  #with(paths: PathList, strict: boolean): FolderCorpus {
    return new FolderCorpus(this.root, paths, [], strict, this.#details);
  }
}

/** Returns the file of a message in a mailbox, such as `spam/old` for `spam/old#3`. Returns any other id as it is. */
function fileOf(id: string): string {
  return id.replace(/#\d+$/, "");
}

/** How the class of a file is found, which links are followed, and the description of the corpus. */
interface FolderDetails extends Partial<Pick<FolderShare, "layout" | "within">> {
  readonly form?: CorpusForm | undefined;
}

/** Returns the class of a document, determined by its path; "" if the layout does not have its folder. */
export function labelOf(layout: FolderLayout, id: string): string {
  return layout === "folders" ? classOf(id) : (layout[id.slice(0, id.lastIndexOf("/") + 1)] ?? "");
}
