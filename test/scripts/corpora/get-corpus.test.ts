import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { atMirror, type GetCorpusOptions, getCorpus, mirrorFrom } from "../../../scripts/corpora/get-corpus.js";
import { CORPORA, type Corpus } from "../../../scripts/corpora/table.js";
import { UsageError } from "../../../src/base/errors.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { EASY_HAM, SPAM_2, sha256, tarGz } from "./archives.js";
import { contents } from "./folder.js";
import { type Answer, file, files, type Loopback, serve } from "./loopback.js";

let server: Loopback | undefined;
afterEach(() => server?.close());

/** A corpus of the table, its archives replaced by those given, which lie at the same addresses on a loopback server. */
function corpusOf(name: string, archives: Readonly<Record<string, Uint8Array>>): Corpus {
  const corpus = CORPORA.find((one) => one.name === name);
  if (corpus === undefined) throw new Error(name);
  const kept = corpus.archives.filter(({ file }) => file in archives);
  return { ...corpus, archives: kept.map((archive) => ({ ...archive, sha256: sha256(archives[archive.file]) })) };
}

async function setUp(answer: Answer) {
  server = await serve(answer);
  const { base, requests } = server;
  const into = join(temporaryFolder(), "downloaded");
  const run = (corpus: Corpus, options: Partial<GetCorpusOptions> = {}) =>
    getCorpus(corpus, { into, mirror: new URL(base), note: () => undefined, download: { waitsMs: [1] }, ...options });
  return { into, run, requests };
}

const BYDATE = await tarGz({
  "20news-bydate-train/sci.space/1": "orbit",
  "20news-bydate-train/rec.autos/2": "engine",
  "20news-bydate-test/sci.space/3": "moon",
});
const FULL = await tarGz({ "20_newsgroups/sci.space/1": "orbit", "20_newsgroups/rec.autos/2": "engine" });
const SMS = zipSync({
  SMSSpamCollection: new TextEncoder().encode("ham\tSee you\nspam\tYou won £9\n"),
  readme: new Uint8Array(9),
});

const NEWS = { "test/sci.space/3": "moon", "train/rec.autos/2": "engine", "train/sci.space/1": "orbit" };
const MAIL = Object.fromEntries(
  ["ham/easy_ham/00001.a", "ham/easy_ham/00002.b", "spam/spam_2/00001.c"].map((path) => [path, expect.any(String)]),
);

const bydate = corpusOf("20news-bydate", { "20news-bydate.tar.gz": BYDATE });

describe("getCorpus", () => {
  it.each<[string, Readonly<Record<string, Uint8Array>>, Readonly<Record<string, string>>]>([
    ["20news-bydate", { "20news-bydate.tar.gz": BYDATE }, NEWS],
    ["20news-19997", { "20news-19997.tar.gz": FULL }, { "rec.autos/2": "engine", "sci.space/1": "orbit" }],
    ["spamassassin", { "20030228_easy_ham.tar.bz2": EASY_HAM, "20050311_spam_2.tar.bz2": SPAM_2 }, MAIL],
    ["sms", { "sms-spam-collection.zip": SMS }, { "ham/1.txt": "See you", "spam/2.txt": "You won £9" }],
  ])(
    "puts the documents of %s into a folder for each class, and leaves nothing else",
    async (name, archives, found) => {
      const corpus = corpusOf(name, archives);
      const paths = corpus.archives.map(({ file, address }) => [new URL(address).pathname, archives[file]]);
      const { into, run, requests } = await setUp(files(Object.fromEntries(paths)));
      const documents = Object.keys(found).length;
      expect(await run(corpus)).toEqual({ folder: join(into, name), documents });
      expect(requests).toHaveLength(paths.length);
      expect(contents(join(into, name))).toEqual(found);
      expect(readdirSync(into)).toEqual([name]);
    },
  );

  it("keeps the archive if told to, and does not download it again", async () => {
    const { into, run, requests } = await setUp(file(BYDATE));
    await run(bydate, { keepArchive: true });
    const archive = join(into, ".download", "20news-bydate.tar.gz");
    expect(readFileSync(archive).equals(BYDATE)).toBe(true);
    await run({ ...bydate, name: "again" });
    expect(requests).toHaveLength(1);
  });

  it("goes on with a part that was left before", async () => {
    const { into, run, requests } = await setUp(file(BYDATE));
    mkdirSync(join(into, ".download"), { recursive: true });
    writeFileSync(join(into, ".download", "20news-bydate.tar.gz.part"), BYDATE.subarray(0, 50));
    expect((await run(bydate)).documents).toBe(3);
    expect(requests[0].range).toBe("bytes=50-");
  });

  it("leaves no folder and no archive when an archive is refused half-way", async () => {
    const bad = await tarGz({ "20news-bydate-train/a/1": "fine", "../evil": "not" });
    const { into, run } = await setUp(file(bad));
    await expect(run(corpusOf("20news-bydate", { "20news-bydate.tar.gz": bad }))).rejects.toThrow('"../evil"');
    expect(contents(into)).toEqual({});
    expect(readdirSync(into)).toEqual([".download"]);
  });

  it("leaves no folder when it is stopped while it unpacks, and clears away what a killed run left", async () => {
    const { into, run } = await setUp(file(BYDATE));
    const interrupt = new AbortController();
    const note = (line: string) => line.startsWith("unpacking") && interrupt.abort();
    await expect(run(bydate, { signal: interrupt.signal, note })).rejects.toThrow("aborted");
    expect(Object.keys(contents(into))).toEqual([".download/20news-bydate.tar.gz"]);

    mkdirSync(join(into, ".20news-bydate.unfinished", "train"), { recursive: true });
    writeFileSync(join(into, ".20news-bydate.unfinished", "train", "left"), "over");
    expect((await run(bydate)).documents).toBe(3);
    expect(readdirSync(into)).toEqual(["20news-bydate"]);
  });

  it("refuses an archive with none of the documents", async () => {
    const { into, run } = await setUp(file(FULL));
    const corpus = corpusOf("20news-bydate", { "20news-bydate.tar.gz": FULL });
    await expect(run(corpus)).rejects.toThrow("no document was found in the archive, which should have 18846");
    expect(existsSync(join(into, "20news-bydate"))).toBe(false);
  });
});

describe("a mirror", () => {
  it.each([
    ["https://mirror.example", "https://mirror.example/a/b.zip?v=1"],
    ["http://mirror.example:8080/corpora/", "http://mirror.example:8080/corpora/a/b.zip?v=1"],
  ])("%s replaces scheme and host of a home", (mirror, address) => {
    expect(atMirror("http://home.example/a/b.zip?v=1", mirrorFrom(mirror)).href).toBe(address);
  });

  it("is none if the variable is unset or empty", () => {
    expect(mirrorFrom(undefined)).toBeUndefined();
    expect(mirrorFrom("")).toBeUndefined();
    expect(atMirror("http://home.example/a", undefined).href).toBe("http://home.example/a");
  });

  it.each(["mirror.example", "ftp://mirror.example", "file:///srv"])("is not %s", (value) => {
    expect(() => mirrorFrom(value)).toThrow(UsageError);
  });
});
