import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError, orElse, UsageError } from "../../src/base/errors.js";
import { Corpus } from "../../src/documents/corpora/corpus.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import type { LabelledDocument } from "../../src/documents/document.js";
import { documentDates } from "../../src/evaluation/protocols/document-dates.js";
import { readMessageFacts } from "../../src/mail/message-facts.js";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { CONTAINERS, type Labelled, MESSAGES } from "./containers.js";

const NAMES = Object.keys(CONTAINERS);

const whole = ({ id, label, bytes }: LabelledDocument) => ({ id, label, text: Buffer.from(bytes).toString() });
const sorted = (documents: readonly Labelled[]) =>
  documents.map(({ label, text }) => `${label}: ${text}`).sort((a, b) => (a < b ? -1 : 1));

/** Problems other than that a file is a mailbox, which only reading it tells. */
const problemsOf = ({ problems }: Corpus) => problems.filter(({ kind }) => kind !== "mailbox");

function made(name: string, messages: readonly Labelled[] = MESSAGES): Corpus {
  return openCorpus(CONTAINERS[name](messages));
}

describe.each(NAMES)("%s", (name) => {
  it("gives the same documents as any other container, each time in the same order, with ids that differ", () => {
    const corpus = made(name);
    const first = [...corpus].map(whole);
    expect(sorted(first)).toEqual(sorted(MESSAGES));
    expect(problemsOf(corpus)).toEqual([]);
    expect([...corpus].map(whole)).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(MESSAGES.length);
    if (corpus.ids?.length === first.length) expect(first.map(({ id }) => id)).toEqual(corpus.ids);
    if (corpus.labels !== undefined) expect(corpus.labels).toEqual(["ham", "spam"]);
  });

  it("gives documents that stay as they are when others are read", () => {
    const documents = [...made(name)];
    const texts = documents.map(whole);
    const long = MESSAGES.map(({ label }) => ({ label, text: "x".repeat(50_000) }));
    for (const _ of made(name, long));
    expect(documents.map(whole)).toEqual(texts);
  });

  it("divides into slices that have each document once, in order, and become the same in another thread", () => {
    const corpus = made(name);
    const all = [...corpus].map(whole);
    for (const cuts of [[0], [1], [3], [1, 2, 4]]) {
      const ends = [...cuts, corpus.weight];
      const parts = ends.map((to, i) => corpus.slice(i === 0 ? 0 : ends[i - 1], to));
      expect(parts.flatMap((part) => [...part].map(whole))).toEqual(all);
      expect(parts.flatMap(problemsOf)).toEqual([]);
      const shared = parts.map((part) => new Corpus(structuredClone(part.share())));
      expect(shared.flatMap((part) => [...part].map(whole))).toEqual(all);
    }
  });

  it("finds some of its documents again", () => {
    const corpus = made(name);
    const all = [...corpus].map(whole);
    const some = [all[1], all[4]];
    expect([...corpus.only(new Set(["none", ...some.map(({ id }) => id)]))].map(whole)).toEqual(some);
    expect([...corpus.only(new Set())]).toEqual([]);
  });

  it("knows when its documents were written, and what their headers say", () => {
    const corpus = made(name);
    const ids = Array.from(corpus, ({ id }) => id);
    const settings = { as: "auto", encoding: "auto" } as const;
    expect(documentDates(corpus, ids, "file", [])).toMatchObject({ byFile: ids, undated: [] });
    const subjects = readMessageFacts(corpus, ids, settings).flatMap(({ subject }) => subject ?? []);
    expect(subjects.sort()).toEqual(['"quoted", and more', "empty", "long", "lunch", "prize"]);
    expect(corpus.modified("none")).toBeUndefined();
  });

  it("lets no file take the place of one it is read from", () => {
    const root = CONTAINERS[name](MESSAGES);
    const corpus = openCorpus(root);
    const [{ id }] = corpus;
    const paths = [...new Set([root, join(root, id), join(root, id.replace(/#\d+$/, ""))])];
    const isFree = (path: string) => orElse(() => corpus.requireFree(path) === undefined, false);
    const refused = paths.filter((path) => !isFree(path));
    // In a class folder, a file with the name of a message in a mailbox would be a document of its own.
    expect(refused).toHaveLength(name.includes("in one file") ? 2 : 1);
    for (const path of refused) expect(() => corpus.requireFree(path)).toThrow(UsageError);
    expect(() => corpus.requireFree(join(temporaryFolder(), "model"))).not.toThrow();
  });

  it("is refused in one line if it has no document, or reports each class as empty if only reading shows that", () => {
    const root = CONTAINERS[name]([]);
    if (!/mailbox|web archive/.test(name)) {
      expect(() => openCorpus(root)).toThrow(DataError);
      expect(() => openCorpus(root)).toThrow(/^\S+: .+$/);
      return;
    }
    const corpus = openCorpus(root);
    expect([...corpus]).toEqual([]);
    expect(corpus.problems).toMatchObject([{ kind: "empty class" }, { kind: "empty class" }]);
  });
});

/** A container of each kind of corpus: files, archives beside files, one archive, a table. */
const WITH_THREADS = ["a folder per class", "a packed mailbox per class", "a tar archive", "JSON lines"];

/**
 * Trains on each corpus from rows and from sums, and on the first four also with three threads. Threads run what was
 * built.
 */
const TRAIN_EACH = `
  import { createHash } from "node:crypto";
  const from = (file) => import(new URL(file, process.argv[2]));
  const { serialize } = await from("model/file/save-model.js");
  const { openCorpus } = await from("documents/corpora/readers.js");
  const { readCorpora } = await from("features/corpus/read-corpus.js");
  const [{ settingsFrom }, training, { trainOn }, { TextModel }] = await Promise.all(
    ["settings", "training", "train-on", "text-model"].map((name) => from("model/" + name + ".js")));
  const settings = settingsFrom({});
  console.log(JSON.stringify(process.argv.slice(3).map((path, i) => (i < 4 ? [1, 3] : [1]).map((jobs) => {
    const [data] = readCorpora([openCorpus(path)], settings, { jobs, perThread: 10 });
    const counted = training.trainCorpus(openCorpus(path), settings, { jobs, memory: 10_000, perThread: 10 });
    // The model of a table also has the columns of its texts; apart from these, it is the same.
    const withoutColumns = ({ settings: { textColumns, ...others }, training }) => new TextModel(others, training);
    const models = [trainOn(data, settings), withoutColumns(counted.model)];
    const [digest, ofSums] = models.map((model) => createHash("sha256").update(serialize(model)).digest("hex"));
    if (ofSums !== digest) throw new Error(path + ": sums over documents give another model than their rows");
    return [digest, data.ids];
  }))));
`;

describe("a model", () => {
  it("is the same, byte for byte, whatever its documents are kept in and however many threads read them", async () => {
    const messages = Array.from({ length: 45 }, (_, i) => ({
      label: i % 3 === 0 ? "spam" : "ham",
      text: `Subject: number ${i}\n\n${["lunch", "prize", "cash"][i % 3]} word${i % 7} ${"often ".repeat(i)}\n`,
    }));
    const script = join(temporaryFolder(), "train-each.mjs");
    writeFileSync(script, TRAIN_EACH);
    const library = new URL("../../dist/src/", import.meta.url).href;
    const names = [...WITH_THREADS, ...NAMES.filter((name) => !WITH_THREADS.includes(name))];
    const paths = names.map((name) => CONTAINERS[name](messages));
    const { stdout, stderr } = await execute(process.execPath, [script, library, ...paths]);
    expect(stderr).toBe("");
    const outcomes: [string, string[]][][] = JSON.parse(stdout);
    const [[[digest]]] = outcomes;
    for (const [i, [one, three = one]] of outcomes.entries()) {
      expect(three, names[i]).toEqual(one);
      expect(one[0], names[i]).toBe(digest);
    }
  });
});
