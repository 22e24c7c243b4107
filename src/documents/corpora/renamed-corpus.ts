import { UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import type { LabelledDocument } from "../document.js";
import type { Problem } from "../problem.js";
import type { Corpus, CorpusForm, CorpusOptions, CorpusShare } from "./corpus.js";

/** A corpus whose classes have other names, as plain data. */
export interface RenamedShare extends CorpusShare {
  readonly reader: "renamed";
  readonly of: CorpusShare;
  readonly names: Readonly<Record<string, string>>;
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
  return new RenamedCorpus(corpus, Object.fromEntries(names));
}

/** Number of classes that an error names. */
const NAMED = 10;

/** A corpus whose classes have other names. Classes with the same new name are one. */
export class RenamedCorpus implements Corpus {
  readonly #corpus: Corpus;
  readonly #names: Readonly<Record<string, string>>;

  constructor(corpus: Corpus, names: Readonly<Record<string, string>>) {
    this.#corpus = corpus;
    this.#names = names;
  }

  get root(): string {
    return this.#corpus.root;
  }

  get strict(): boolean {
    return this.#corpus.strict;
  }

  get form(): CorpusForm | undefined {
    return this.#corpus.form;
  }

  get ids(): readonly string[] | undefined {
    return this.#corpus.ids;
  }

  get size(): number | undefined {
    return this.#corpus.size;
  }

  get problems(): readonly Problem[] {
    return this.#corpus.problems;
  }

  get weight(): number {
    return this.#corpus.weight;
  }

  get labels(): readonly string[] | undefined {
    return this.#corpus.labels && [...new Set(this.#corpus.labels.map((label) => this.#nameOf(label)))].sort();
  }

  slice(from: number, to: number): Corpus {
    return new RenamedCorpus(this.#corpus.slice(from, to), this.#names);
  }

  share(): RenamedShare {
    const { root, strict } = this;
    return { reader: "renamed", root, strict, of: this.#corpus.share(), names: this.#names };
  }

  only(ids: ReadonlySet<string>): Iterable<LabelledDocument> {
    return this.#renamed(this.#corpus.only(ids));
  }

  modified(id: string): number | undefined {
    return this.#corpus.modified(id);
  }

  requireFree(path: string): void {
    this.#corpus.requireFree(path);
  }

  passing(): Iterable<LabelledDocument> {
    return this.#renamed(this.#corpus.passing?.() ?? this.#corpus);
  }

  [Symbol.iterator](): Iterator<LabelledDocument> {
    return this.#renamed(this.#corpus);
  }

  *#renamed(documents: Iterable<LabelledDocument>): Generator<LabelledDocument> {
    for (const document of documents) yield { ...document, label: this.#nameOf(document.label) };
  }

  #nameOf(label: string): string {
    return Object.hasOwn(this.#names, label) ? this.#names[label] : label;
  }
}
