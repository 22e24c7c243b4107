import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { writeParquet } from "../../../src/documents/parquet/write-parquet.js";
import { byPlace } from "../../../src/documents/problem.js";
import { type CorpusData, readCorpora, readCorpus, readCorpusAsync } from "../../../src/features/corpus/read-corpus.js";
import { DEFAULT_SETTINGS, settingsFrom } from "../../../src/model/settings.js";
import { corpora, forAll, slowRuns } from "../../helpers/arbitraries.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";
import { entries } from "../dense.js";

const document = (label: string, text: string, id = `${label}/${text}`): LabelledDocument => ({
  id,
  label,
  bytes: Buffer.from(text),
});

/** Each row as counts by term. */
function rowsOf({ x, vocabulary }: CorpusData): Record<string, number>[] {
  return entries(x).map((row) => Object.fromEntries(row.map(([id, value]) => [vocabulary.term(id), value])));
}

describe("readCorpus", () => {
  it("makes a row of counts of each document, a sorted vocabulary and sorted classes", () => {
    const documents = [document("spam", "prize cash prize"), document("ham", "letter"), document("spam", "")];
    const data = readCorpus(documents, DEFAULT_SETTINGS);
    expect([...data.vocabulary]).toEqual(["cash", "letter", "prize"]);
    expect(rowsOf(data)).toEqual([{ prize: 2, cash: 1 }, { letter: 1 }, {}]);
    const ids = documents.map(({ id }) => id);
    expect(data).toMatchObject({ labels: ["ham", "spam"], ids, problems: [], y: Uint32Array.of(1, 0, 1) });
    expect(data.x).toMatchObject({ rows: 3, columns: 3 });
  });

  it("leaves out terms of a kind in fewer documents than asked for, and finds the others in a second corpus", () => {
    const settings = settingsFrom({ ngrams: [1, 2] });
    const documents = [document("a", "red sea"), document("b", "red sea fish"), document("b", "fish")];
    const options = { leastDocuments: [1, 2, 1, 1] };
    const [data, test] = readCorpora([documents, [document("a", "red sea fish bird")]], settings, options);
    expect([...data.vocabulary]).toEqual(["fish", "red", "red sea", "sea"]);
    expect(rowsOf(data)).toEqual([
      { red: 1, sea: 1, "red sea": 1 },
      { red: 1, sea: 1, fish: 1, "red sea": 1 },
      { fish: 1 },
    ]);
    expect(Array.from(data.kinds ?? [])).toEqual([0, 0, 1, 0]);
    expect(rowsOf(test)).toEqual([{ red: 1, sea: 1, fish: 1, "red sea": 1 }]);
  });

  it("names binary documents and the problems of the corpus, and leaves out a class without documents", () => {
    const corpus = folderWith({ ...twoClasses(2), stray: "text", empty: {}, image: { png: "\0" } });
    const opened = readFolders(corpus);
    writeFileSync(join(corpus, "ham/0000.txt"), "\0");
    const { problems, ids, labels } = readCorpus(opened, DEFAULT_SETTINGS);
    expect(problems).toEqual([
      { kind: "empty class", where: "empty" },
      { kind: "binary", where: "ham/0000.txt" },
      { kind: "binary", where: "image/png" },
      { kind: "no class", where: "stray" },
    ]);
    expect(ids).toEqual(["ham/0001.txt", "spam/0000.txt", "spam/0001.txt"]);
    expect(labels).toEqual(["ham", "spam"]);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %d jobs", (jobs) => {
    expect(() => readCorpus([], DEFAULT_SETTINGS, { jobs })).toThrow(/^jobs must be a whole number of at least 1/);
  });

  it("refuses a document whose bytes are not bytes", () => {
    const text = [{ id: "a", label: "ham", bytes: "hello" as unknown as Uint8Array }];
    const refusal = /^document "a": its bytes must be a Uint8Array, not string/;
    expect(() => readCorpus(text, DEFAULT_SETTINGS)).toThrow(refusal);
  });

  it("reports its progress", () => {
    const heard: number[] = [];
    const documents = Array.from({ length: 450 }, (_, i) => document("ham", `letter${i}`));
    readCorpus(documents, DEFAULT_SETTINGS, { onProgress: ({ done }) => heard.push(done) });
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.length > 1 && heard[heard.length - 1] <= 450).toBe(true);
  });

  it("counts the same whatever the order of the documents", () => {
    const shuffledCorpora = corpora.chain((documents) =>
      fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
    );
    forAll(slowRuns(100), [shuffledCorpora], ([documents, shuffled]) => {
      const [one, other] = [documents, shuffled].map((list) => readCorpus(list, DEFAULT_SETTINGS));
      expect([...other.vocabulary]).toEqual([...one.vocabulary]);
      expect(other.labels).toEqual(one.labels);
      const byId = (data: CorpusData) => {
        const rows = rowsOf(data);
        return new Map(data.ids.map((id, row) => [id, [data.labels[data.y[row]], rows[row]]]));
      };
      expect(byId(other)).toEqual(byId(one));
    });
  });
});

describe("readCorpora", () => {
  it("counts other corpora over the vocabulary of the first, and their new classes come last", () => {
    const corpora = [
      [document("spam", "prize cash"), document("ham", "letter")],
      [document("news", "cash unseen cash"), document("art", "letter"), document("ham", "home")],
      [document("mail", "x"), document("art", "x")],
    ];
    const [train, test, third] = readCorpora(corpora, DEFAULT_SETTINGS);
    expect([train, test, third].map(({ labels }) => labels.join(" "))).toEqual([
      "ham spam",
      "ham spam art news",
      "ham spam art news mail",
    ]);
    expect([test, third].flatMap(({ y }) => Array.from(y))).toEqual([3, 2, 0, 4, 2]);
    expect(test.vocabulary).toBe(train.vocabulary);
    expect(rowsOf(test)).toEqual([{ cash: 2 }, { letter: 1 }, {}]);
    expect(test.x.columns).toBe(train.x.columns);
  });
});

describe("rows that need more memory than is allowed", () => {
  const documents = [document("a", "red sea fish bird cat dog"), document("b", "red fish prize letter home")];
  const settings = settingsFrom({});

  it("are refused, also by an iterator that waits, with the need", async () => {
    async function* later() {
      yield* documents;
    }
    // Eleven entries, two rows, and nine terms.
    const needed = 11 * 12 + 2 * 128 + 9 * 400;
    expect(readCorpus(documents, settings, { memory: needed }).ids).toHaveLength(2);
    expect((await readCorpusAsync(later(), settings, { memory: needed })).ids).toHaveLength(2);
    expect(() => readCorpus(documents, settings, { memory: needed - 1 })).toThrow("memory: the documents need about");
    await expect(readCorpusAsync(later(), settings, { memory: needed - 1 })).rejects.toThrow(
      "memory: the documents need about",
    );
  });

  it("are refused before all is read, if the first thousand say so", () => {
    const tree = { a: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`${i}`, "one two three four"])) };
    const heard: number[] = [];
    const corpus = openCorpus(folderWith({ ...tree, b: { 1: "five" } }));
    const options = {
      memory: (3000 * (4 * 12 + 128)) / 6,
      onProgress: ({ done }: { done: number }) => heard.push(done),
    };
    expect(() => readCorpus(corpus, settings, options)).toThrow("memory: the documents need about");
    expect(heard.length).toBeLessThan(1100);
    // A Parquet table states the number of its rows.
    const path = join(temporaryFolder(), "table.parquet");
    const columns = ["label", "text"].map((name) => ({ name, type: "string" }) as const);
    const rows = Array.from({ length: 3000 }, (_, i) => [i % 2 ? "a" : "b", "one two three four"]);
    writeParquet(path, columns, rows);
    expect(() => readCorpus(openCorpus(path), settings, { memory: (3000 * (4 * 12 + 128)) / 6 })).toThrow(
      "memory: the documents need about 0.5 MB (16.3 % of them fit), not 88.0 kB: allow more",
    );
  });
});

it("lists problems of one file by the numbers of its documents", () => {
  const sorted = ["a.csv#2", "a.csv#10", "a.csv#x", "b", "b#1", "b/a"];
  const problems = sorted.map((where) => ({ kind: "malformed" as const, where }));
  forAll(100, [fc.shuffledSubarray(problems, { minLength: problems.length })], (shuffled) => {
    expect(shuffled.sort(byPlace).map(({ where }) => where)).toEqual(sorted);
  });
});
