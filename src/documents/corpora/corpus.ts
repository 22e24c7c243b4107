import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import type { LabelledDocument } from "../document.js";
import { openerBelow } from "../files/guarded-files.js";
import { PathList } from "../files/list-files.js";
import { modifiedTime, type Opener, openListedFile } from "../files/open-file.js";
import { classOf } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import { type ArchivePart, documentsAbout, documentsInArchive } from "./archive-part.js";
import type { CorpusForm } from "./corpus-options.js";
import { documentsInFiles, type FilesPart, fileOf, labelsOfFiles, requireNoFile } from "./files-part.js";

/** A corpus, or a slice of one, as plain data. Another thread makes it again with `new Corpus(share)`. */
export interface CorpusShare {
  /** The path as given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  readonly parts: readonly (FilesPart | ArchivePart)[];
  /** New names of classes: classes with the same new name are one. Default: none. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** A folder that symbolic links must not lead out of. Default: links may lead anywhere. */
  readonly within?: string | undefined;
}

/** Facts about a corpus that are known before it is read. */
interface CorpusFacts {
  readonly form?: CorpusForm | undefined;
  /** The problems that opening has found. */
  readonly problems?: readonly Problem[];
  /** The documents of an archive with a folder per class: when each was last written, in milliseconds since 1970. */
  readonly times?: ReadonlyMap<string, number | undefined>;
}

/**
 * Labelled documents at a path. Each iteration reads the documents again, one at a time and in the same order. Facts
 * that require reading are undefined.
 */
export class Corpus implements Iterable<LabelledDocument> {
  /** The path as given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  /** Undefined for a plain folder per class. */
  readonly form: CorpusForm | undefined;
  readonly #share: CorpusShare;
  readonly #facts: CorpusFacts;
  /** By kind and place, so that each problem is kept once, even if the corpus is read several times. */
  readonly #problems = new Map<string, Problem>();

  /** Not for direct use: call `readFolders` or `openCorpus`. */
  constructor(share: CorpusShare, facts: CorpusFacts = {}) {
    this.root = share.root;
    this.strict = share.strict;
    this.form = facts.form;
    this.#share = share;
    this.#facts = facts;
    for (const problem of facts.problems ?? []) this.#add(share.parts[0], problem);
  }

  /** The ids of the documents, in order. A new array each time. A file that is a mailbox counts as one document. */
  get ids(): readonly string[] | undefined {
    const { times } = this.#facts;
    if (times !== undefined) return [...times.keys()];
    return this.#files?.flatMap(({ paths }) => [...new PathList(paths)]);
  }

  /** The number of documents. */
  get size(): number | undefined {
    return this.#facts.times?.size ?? this.#files?.reduce((sum, part) => sum + this.#weightOf(part), 0);
  }

  /** The parts of the corpus, if all are files. */
  get #files(): readonly FilesPart[] | undefined {
    const files = this.#share.parts.filter((part) => part.kind === "files");
    return files.length === this.#share.parts.length ? files : undefined;
  }

  /** The classes, sorted. */
  get labels(): readonly string[] | undefined {
    const { times } = this.#facts;
    const lists = this.#share.parts.map((part) => {
      if (part.kind === "files") return labelsOfFiles(part);
      return part.label === undefined ? times && Array.from(times.keys(), classOf) : [part.label];
    });
    if (lists.includes(undefined)) return undefined;
    return [...new Set(lists.flatMap((labels = []) => labels.map((label) => this.#nameOf(label))))].sort();
  }

  /** The problems that opening and reading have found so far. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** The number of documents to read, or an estimate if the number is not known. `slice` counts in this unit. */
  get weight(): number {
    return this.#share.parts.reduce((sum, part) => sum + this.#weightOf(part), 0);
  }

  #weightOf(part: FilesPart | ArchivePart): number {
    if (part.kind === "files") return new PathList(part.paths).length;
    return this.#facts.times?.size ?? documentsAbout(part);
  }

  /**
   * Returns the documents from weight `from` up to `to` as a corpus, without the problems of opening. Adjacent slices
   * together have each document once. An archive belongs to the slice that contains its beginning.
   */
  slice(from: number, to: number): Corpus {
    let before = 0;
    const parts = this.#share.parts.flatMap((part): CorpusShare["parts"] => {
      const [start, end] = [from - before, to - before];
      before += this.#weightOf(part);
      if (part.kind === "archive") return start <= 0 && end > 0 ? [part] : [];
      return [{ ...part, paths: new PathList(part.paths).slice(Math.max(0, start), Math.max(0, end)).folders }];
    });
    const { form, times } = this.#facts;
    return new Corpus({ ...this.#share, parts }, { form, ...(parts.length > 0 && times && { times }) });
  }

  /** Returns the corpus as plain data, from which `new Corpus` makes it again in a worker thread. */
  share(): CorpusShare {
    return this.#share;
  }

  /** Returns the corpus with other names of its classes. */
  renamed(names: ReadonlyMap<string, string>): Corpus {
    return new Corpus({ ...this.#share, names }, this.#facts);
  }

  /** Reads some documents again, in order, if they can still be read. Reports no problems. */
  *only(ids: ReadonlySet<string>): Generator<LabelledDocument> {
    if (ids.size === 0) return;
    const files = new Set([...ids].flatMap((id) => [id, fileOf(id)]));
    const parts = this.#share.parts.map((part) => {
      if (part.kind === "archive") return part;
      return { ...part, paths: new PathList(part.paths).filter((path) => files.has(path)).folders };
    });
    let remaining = ids.size;
    for (const document of new Corpus({ ...this.#share, strict: false, parts })) {
      if (!ids.has(document.id)) continue;
      yield document;
      if (--remaining === 0) return;
    }
  }

  /** Returns when a document, or its archive, was last written, in milliseconds since 1970; undefined if it is gone. */
  modified(id: string): number | undefined {
    const { times } = this.#facts;
    if (times !== undefined) return times.get(id);
    for (const part of this.#share.parts) {
      const paths = part.kind === "files" ? [join(part.root, id), join(part.root, fileOf(id))] : [];
      // Where a column has the ids, any of them may be of this archive.
      if (part.kind === "archive" && (part.columns.id !== undefined || id.startsWith(`${part.name}#`)))
        paths.push(part.root);
      const time = paths.map(modifiedTime).find((found) => found !== undefined);
      if (time !== undefined) return time;
    }
    return undefined;
  }

  /**
   * Checks that a file to be written does not replace a document and would not become one.
   *
   * @throws UsageError if it does or would.
   */
  requireFree(path: string): void {
    for (const part of this.#share.parts) {
      if (part.kind === "files") requireNoFile(part, path);
      else if (existsSync(path) && realpathSync(path) === realpathSync(part.root)) {
        throw new UsageError(`${path}: this file belongs to the corpus: write to another one`);
      }
    }
  }

  /** Reads the documents. @throws DataError if `strict` is set and something cannot be read. */
  *[Symbol.iterator](): Generator<LabelledDocument> {
    const { parts, names, within } = this.#share;
    const open = within === undefined ? openListedFile : openerBelow(within);
    for (const part of parts) {
      const documents = this.#documentsOf(part, open);
      if (names === undefined) yield* documents;
      else for (const document of documents) yield { ...document, label: this.#nameOf(document.label) };
    }
  }

  /** Reads the documents of a part, and keeps its problems. */
  *#documentsOf(part: FilesPart | ArchivePart, open: Opener): Generator<LabelledDocument> {
    const report = (problem: Problem) => this.#add(part, problem);
    if (part.kind === "files") {
      yield* documentsInFiles(part, open, report);
      return;
    }
    // A user may have named the archive by a symbolic link, which is followed unless links must stay within a folder.
    const followsLinks = !part.isListed && this.#share.within === undefined;
    const entries = yield* documentsInArchive(part, followsLinks ? undefined : open, report);
    if (entries === 0 && part.label !== undefined) report({ kind: "empty class", where: part.name });
  }

  /** Returns the new name of a class, or its own. */
  #nameOf(label: string): string {
    return this.#share.names?.get(label) ?? label;
  }

  /** Keeps a problem of a part. @throws DataError if `strict` is set and the problem is that something cannot be read */
  #add(part: FilesPart | ArchivePart, problem: Problem): void {
    // The path of an archive without its name below the corpus is the folder of the corpus.
    if (this.strict) requireRead(part.kind === "files" ? part.root : part.root.slice(0, -part.name.length), problem);
    this.#problems.set(`${problem.kind} ${problem.where}`, problem);
  }
}

/** @throws DataError if a problem is that something cannot be read. @param folder that its place is relative to */
export function requireRead(folder: string, { kind, where, detail }: Problem): void {
  if (kind !== "unreadable" && kind !== "damaged") return;
  throw new DataError(`${join(folder, where)}: cannot be read: ${detail}`);
}
