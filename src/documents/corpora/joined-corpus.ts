import type { LabelledDocument, Problem } from "../document.js";
import type { Corpus, CorpusForm, CorpusShare } from "./corpus.js";

/** Several corpora as plain data. */
export interface JoinedShare extends CorpusShare {
  readonly reader: "joined";
  readonly parts: readonly CorpusShare[];
}

/** Several corpora as one: their documents one after the other. */
export class JoinedCorpus implements Corpus {
  readonly root: string;
  readonly strict: boolean;
  readonly form: CorpusForm | undefined;
  readonly #parts: readonly Corpus[];

  /** @param parts whose ids are all different */
  constructor(root: string, strict: boolean, parts: readonly Corpus[], form?: CorpusForm) {
    this.root = root;
    this.strict = strict;
    this.form = form;
    this.#parts = parts;
  }

  get problems(): readonly Problem[] {
    return this.#parts.flatMap(({ problems }) => problems);
  }

  get ids(): readonly string[] | undefined {
    return allOf(this.#parts.map(({ ids }) => ids));
  }

  get size(): number | undefined {
    const sizes = this.#parts.map(({ size }) => size);
    return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
  }

  get labels(): readonly string[] | undefined {
    const labels = allOf(this.#parts.map(({ labels }) => labels));
    return labels && [...new Set(labels)].sort();
  }

  get weight(): number {
    return this.#parts.reduce((sum, { weight }) => sum + weight, 0);
  }

  slice(from: number, to: number): Corpus {
    let before = 0;
    const parts = this.#parts.map((part) => {
      const slice = part.slice(Math.max(0, from - before), Math.max(0, to - before));
      before += part.weight;
      return slice;
    });
    return new JoinedCorpus(this.root, this.strict, parts, this.form);
  }

  share(): JoinedShare {
    const { root, strict } = this;
    return { reader: "joined", root, strict, parts: this.#parts.map((part) => part.share()) };
  }

  *only(ids: ReadonlySet<string>): Generator<LabelledDocument> {
    for (const part of this.#parts) yield* part.only(ids);
  }

  modified(id: string): number | undefined {
    for (const part of this.#parts) {
      const time = part.modified(id);
      if (time !== undefined) return time;
    }
    return undefined;
  }

  requireFree(path: string): void {
    for (const part of this.#parts) part.requireFree(path);
  }

  *passing(): Generator<LabelledDocument> {
    for (const part of this.#parts) yield* part.passing?.() ?? part;
  }

  *[Symbol.iterator](): Generator<LabelledDocument> {
    for (const part of this.#parts) yield* part;
  }
}

/** All items; undefined if a list is not known. */
function allOf<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const known = lists.flatMap((list) => (list === undefined ? [] : [list]));
  return known.length < lists.length ? undefined : known.flat();
}
