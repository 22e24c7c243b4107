import { UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import type { LabelledDocument } from "../document.js";
import type { Problem } from "../problem.js";
import type { Corpus, CorpusForm, CorpusOptions, CorpusShare } from "./corpus.js";

/** Several corpora as plain data. */
export interface JoinedShare extends CorpusShare {
  readonly reader: "joined";
  readonly members: readonly CorpusShare[];
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** Joins several corpora into one, with their documents one after another. May give classes other names. */
export class JoinedCorpus implements Corpus {
  readonly root: string;
  readonly strict: boolean;
  readonly form: CorpusForm | undefined;
  readonly #corpora: readonly Corpus[];
  readonly #names: ReadonlyMap<string, string> | undefined;

  /**
   * @param corpora corpora with distinct ids
   * @param names new names of classes: classes with the same new name are one. Default: none
   */
  constructor(
    root: string,
    strict: boolean,
    corpora: readonly Corpus[],
    form?: CorpusForm,
    names?: ReadonlyMap<string, string>,
  ) {
    this.root = root;
    this.strict = strict;
    this.form = form;
    this.#corpora = corpora;
    this.#names = names;
  }

  get problems(): readonly Problem[] {
    return this.#corpora.flatMap(({ problems }) => problems);
  }

  /** The ids of all documents; undefined if one of the corpora does not know them. */
  get ids(): readonly string[] | undefined {
    return allOf(this.#corpora.map(({ ids }) => ids));
  }

  get size(): number | undefined {
    const sizes = this.#corpora.map(({ size }) => size);
    return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
  }

  get labels(): readonly string[] | undefined {
    const labels = allOf(this.#corpora.map(({ labels }) => labels));
    return labels && [...new Set(labels.map((label) => this.#nameOf(label)))].sort();
  }

  /** The number of documents to read, or an estimate: the sum of those of the corpora. */
  get weight(): number {
    return this.#corpora.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** Returns the documents from weight `from` up to `to`. Each corpus starts at the weight where the one before ends. */
  slice(from: number, to: number): Corpus {
    let before = 0;
    const slices = this.#corpora.map((corpus) => {
      const slice = corpus.slice(Math.max(0, from - before), Math.max(0, to - before));
      before += corpus.weight;
      return slice;
    });
    return new JoinedCorpus(this.root, this.strict, slices, this.form, this.#names);
  }

  /** Returns the corpora as plain data, from which another thread makes them again. */
  share(): JoinedShare {
    const members = this.#corpora.map((corpus) => corpus.share());
    return { reader: "joined", root: this.root, strict: this.strict, members, names: this.#names };
  }

  /** Reads the documents with these ids again, those of each corpus in turn. */
  *only(ids: ReadonlySet<string>): Generator<LabelledDocument> {
    for (const corpus of this.#corpora) yield* this.#renamed(corpus.only(ids));
  }

  /** Returns when a document was last written, in milliseconds since 1970; undefined if no corpus has it. */
  modified(id: string): number | undefined {
    for (const corpus of this.#corpora) {
      const time = corpus.modified(id);
      if (time !== undefined) return time;
    }
    return undefined;
  }

  /** @throws UsageError if a file at this path would replace or become a document of one of the corpora. */
  requireFree(path: string): void {
    for (const corpus of this.#corpora) corpus.requireFree(path);
  }

  *[Symbol.iterator](): Generator<LabelledDocument> {
    for (const corpus of this.#corpora) yield* this.#renamed(corpus);
  }

  *#renamed(documents: Iterable<LabelledDocument>): Generator<LabelledDocument> {
    if (this.#names === undefined) yield* documents;
    else for (const document of documents) yield { ...document, label: this.#nameOf(document.label) };
  }

  #nameOf(label: string): string {
    return this.#names?.get(label) ?? label;
  }
}

/** Returns all items of the lists; undefined if one of the lists is not known. */
function allOf<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const known = lists.flatMap((list) => (list === undefined ? [] : [list]));
  return known.length < lists.length ? undefined : known.flat();
}

/**
 * Returns the corpus with the class names that `renameClass` gives.
 *
 * @throws UsageError if it names a class that the corpus does not have, or documents may have several classes
 */
export function withRenamedClasses(corpus: Corpus, { renameClass, multiLabel }: CorpusOptions): Corpus {
  if (renameClass === undefined) return corpus;
  const refused = (why: string) => new UsageError(`renameClass: ${why}`, { options: ["renameClass"] });
  if (multiLabel) throw refused("it works with one class for each document");
  const names = renameClass.map((pair) => {
    const [, old, name] = /^(.+?)=(.+)$/.exec(pair) ?? [];
    if (old === undefined)
      throw refused(`give a class and its new name, such as Bulk=Junk, not ${JSON.stringify(pair)}`);
    if (corpus.labels?.includes(old) === false) {
      throw refused(`there is no class ${JSON.stringify(old)}; there are ${firstFew(corpus.labels, NAMED)}`);
    }
    return [old, name] as const;
  });
  return new JoinedCorpus(corpus.root, corpus.strict, [corpus], corpus.form, new Map(names));
}

/** Number of classes that an error names. */
const NAMED = 10;
