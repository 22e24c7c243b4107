import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError } from "../errors.js";
import { isPacked } from "./archive-form.js";
import { classOf } from "./class-folders.js";
import { type Corpus, type CorpusForm, type FolderLayout, type FolderShare, INBOX } from "./corpus.js";
import type { LabelledDocument, Problem } from "./document.js";
import { modifiedTime, readDocument, statusOf, whyUnreadable } from "./files.js";
import { readPacked } from "./packed.js";
import { ProblemList } from "./problem-list.js";

/**
 * A folder per class: the first folder below the corpus is the class, its files at any
 * depth are the documents, those that are packed by gzip unpacked. Or a Maildir with folders in
 * it, each a class. The files are listed when the corpus is opened and read each
 * time that it is iterated, one at a time.
 */
export class FolderCorpus implements Corpus {
  /** Ids of the documents in order: paths below the corpus. */
  readonly ids: readonly string[];
  /** The folder, as it was given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  readonly form: CorpusForm | undefined;
  /** How a path tells the class. */
  readonly layout: FolderLayout;
  readonly #labelOf: (id: string) => string;
  readonly #problems: ProblemList;

  /** Use `readFolders` or `openCorpus`. */
  constructor(
    root: string,
    ids: readonly string[],
    problems: readonly Problem[],
    strict: boolean,
    { layout = "folders", form }: { readonly layout?: FolderLayout; readonly form?: CorpusForm | undefined } = {},
  ) {
    this.root = root;
    this.ids = ids;
    this.strict = strict;
    this.layout = layout;
    this.form = form;
    this.#labelOf = LABELS[layout];
    this.#problems = new ProblemList(root, strict, problems);
  }

  /** What could not be taken as it stands, up to now: listing and reading each find their own. */
  get problems(): readonly Problem[] {
    return this.#problems.all;
  }

  /** The classes, sorted. */
  get labels(): readonly string[] {
    return [...new Set(this.ids.map(this.#labelOf))].sort();
  }

  /** How many documents were found. */
  get size(): number {
    return this.ids.length;
  }

  /** As `size`: how long each takes, `placesOf` knows. */
  get weight(): number {
    return this.ids.length;
  }

  /** The documents `from` to `to - 1` of `ids` as a corpus of its own: for workers that share one. */
  slice(from: number, to: number): FolderCorpus {
    return this.#with(this.ids.slice(from, to), this.strict);
  }

  placesOf(places: readonly number[]): number[] {
    const { root, ids, size } = this;
    const step = Math.ceil(size / LOOKED_AT);
    const sums = [0];
    let all = 0;
    for (let i = 0; i < size; i += step) {
      all += OF_A_FILE + Math.min(statusOf(join(root, ids[i]))?.size ?? 0, MOST_OF_A_FILE);
      sums.push(all);
    }
    return places.map((place) => Math.min(size, step * sums.findIndex((sum) => sum * size >= place * all)));
  }

  share(): FolderShare {
    const { root, ids, strict, layout } = this;
    return { reader: "folders", root, ids, strict, layout };
  }

  only(ids: ReadonlySet<string>): FolderCorpus {
    const wanted = this.ids.filter((id) => ids.has(id));
    return this.#with(wanted, false);
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
        const path = join(this.root, id);
        const document = isPacked(id) ? readPacked(path) : readDocument(path);
        if (document.truncated) this.#problems.add({ kind: "truncated", where: id });
        bytes = document.bytes;
      } catch (error) {
        this.#problems.add({ kind: "unreadable", where: id, detail: whyUnreadable(id, error) });
        continue;
      }
      yield { id, label: this.#labelOf(id), bytes };
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
    if (isThere || !id.includes("/") || id.startsWith("../") || !this.#wouldRead(id)) return;
    const label = this.#labelOf(id);
    if (this.ids.some((other) => this.#labelOf(other) === label)) {
      throw new UsageError(
        `${path}: required a file outside of the classes, found one that would be a document of ${JSON.stringify(label)}: write it elsewhere`,
      );
    }
  }

  #wouldRead(id: string): boolean {
    const names = this.layout === "maildir" ? id.split("/").slice(-1) : id.split("/");
    return !names.some((name) => name.startsWith("."));
  }

  #with(ids: readonly string[], strict: boolean): FolderCorpus {
    const { root, layout, form } = this;
    return new FolderCorpus(root, ids, [], strict, { layout, form });
  }
}

/** Of so many files the sizes are looked at: in two milliseconds, and halves differ by a tenth. */
const LOOKED_AT = 512;

/** What opening and closing a file takes, in bytes that are read and counted in that time. */
const OF_A_FILE = 512;

/** What is larger has mostly attachments, which are passed over. */
const MOST_OF_A_FILE = 1 << 16;

const LABELS: Readonly<Record<FolderLayout, (id: string) => string>> = {
  folders: classOf,
  maildir: maildirClass,
};

/** The class of a message of a Maildir: its folder without the dot, or INBOX. */
export function maildirClass(id: string): string {
  return id.startsWith(".") ? id.slice(1, id.indexOf("/")) : INBOX;
}
