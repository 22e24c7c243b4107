import { describe, expect, it } from "vitest";
import type { LabelledDocument, Problem } from "../../src/documents/document.js";
import type { FileOptions } from "../../src/documents/files/path-patterns.js";
import type { Tree } from "../helpers/folder.js";

/** The result of every reader of labelled documents. */
export interface Corpus extends Iterable<LabelledDocument> {
  readonly ids: readonly string[];
  readonly labels: readonly string[];
  readonly problems: readonly Problem[];
  slice(from: number, to: number): Corpus;
}

/** How the contract makes corpora for the reader that it is run on. */
export interface ReaderUnderTest {
  /**
   * Puts documents where the reader can find them, by class and name, in the order given,
   * and says where they are.
   */
  make(documents: Tree): string;
  read(root: string, options?: FileOptions): Corpus;
  /** Spoils a document so that it can no longer be read, though it is listed. */
  spoil(root: string, id: string): void;
}

const DOCUMENTS = {
  spam: { "2.txt": "cash", "10.txt": "prize", deep: { deeper: { "x.txt": "urgent" } } },
  ham: { "b.txt": "letter", "a.txt": "home", "page.html": "<p>lunch" },
  "__proto__ ": { "a.txt": "odd" },
} satisfies Tree;

/** A class with a document of each name. */
function reversed(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree)
      .reverse()
      .map(([name, content]) => [
        name,
        typeof content === "string" || content instanceof Uint8Array ? content : reversed(content),
      ]),
  );
}

/** Runs the tests that every reader of a labelled corpus must pass. */
export function describeReader(name: string, { make, read, spoil }: ReaderUnderTest): void {
  const text = ({ id, label, bytes }: LabelledDocument) => ({ id, label, text: Buffer.from(bytes).toString() });

  describe(`${name}, as every reader`, () => {
    it("gives each document once, with its class and bytes", () => {
      const documents = [...read(make(DOCUMENTS))].map(text);
      expect(documents.map(({ text }) => text).sort()).toEqual(
        ["<p>lunch", "cash", "home", "letter", "odd", "prize", "urgent"].sort(),
      );
      expect(documents.find(({ text }) => text === "urgent")?.label).toBe("spam");
      expect(documents.find(({ text }) => text === "odd")?.label).toBe("__proto__ ");
    });

    it("gives ids that are unique and sorted, in the order of the documents", () => {
      const corpus = read(make(DOCUMENTS));
      expect([...corpus].map(({ id }) => id)).toEqual(corpus.ids);
      expect(new Set(corpus.ids).size).toBe(corpus.ids.length);
      expect([...corpus.ids].sort()).toEqual(corpus.ids);
      expect(corpus.ids).toHaveLength(7);
    });

    it("gives the classes sorted, each once", () => {
      expect(read(make(DOCUMENTS)).labels).toEqual(["__proto__ ", "ham", "spam"]);
    });

    it("can be iterated again, and while it is being iterated", () => {
      const corpus = read(make(DOCUMENTS));
      const first = [...corpus].map(text);
      expect([...corpus].map(text)).toEqual(first);
      for (const document of corpus) {
        expect([...corpus].map(text)).toEqual(first);
        expect(first).toContainEqual(text(document));
      }
    });

    it("gives documents whose bytes stay as they are when others are read", () => {
      const documents = [...read(make(DOCUMENTS))];
      const texts = documents.map(text);
      for (const _ of read(make({ ham: { a: "x".repeat(1000) }, spam: { b: "y".repeat(1000) } })));
      expect(documents.map(text)).toEqual(texts);
    });

    it("does not depend on the order in which the documents were made", () => {
      const one = read(make(DOCUMENTS));
      const other = read(make(reversed(DOCUMENTS)));
      expect(other.ids).toEqual(one.ids);
      expect([...other].map(text)).toEqual([...one].map(text));
    });

    it("takes the documents that a pattern includes and none excludes", () => {
      const root = make(DOCUMENTS);
      const names = (options: FileOptions) => [...read(root, options)].map((document) => text(document).text);
      expect(names({ include: ["**/*.html"] })).toEqual(["<p>lunch"]);
      expect(names({ include: ["**/*.html", "spam/*"] }).sort()).toEqual(["<p>lunch", "cash", "prize"]);
      expect(names({ exclude: ["**/deep/**", "**/*.html"] }).sort()).toEqual([
        "cash",
        "home",
        "letter",
        "odd",
        "prize",
      ]);
      expect(names({ include: ["**/*.txt"], exclude: ["spam"] }).sort()).toEqual(["home", "letter", "odd"]);
    });

    it("divides into slices, which give its documents in order and no problems of their own", () => {
      const corpus = read(make(DOCUMENTS));
      const all = [...corpus].map(text);
      for (const cut of [0, 1, 3, 7]) {
        const parts = [corpus.slice(0, cut), corpus.slice(cut, corpus.ids.length)];
        expect(parts.flatMap((part) => [...part].map(text))).toEqual(all);
        expect(parts.flatMap(({ ids }) => ids)).toEqual(corpus.ids);
        expect(parts.flatMap(({ problems }) => problems)).toEqual([]);
      }
      expect([...corpus.slice(3, 3)]).toEqual([]);
      expect([...corpus.slice(5, 99)].map(text)).toEqual(all.slice(5));
    });

    it("goes on without a document that cannot be read, and reports it once however often it is iterated", () => {
      const root = make(DOCUMENTS);
      const corpus = read(root);
      const [spoiled] = corpus.ids;
      spoil(root, spoiled);
      expect(corpus.problems).toEqual([]);
      for (let round = 0; round < 3; round++) {
        expect([...corpus].map(({ id }) => id)).toEqual(corpus.ids.slice(1));
        expect(corpus.problems).toMatchObject([{ kind: "unreadable", where: spoiled }]);
      }
    });
  });
}
