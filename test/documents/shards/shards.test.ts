import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openClasses } from "../../../src/documents/corpora/class-paths.js";
import type { Corpus } from "../../../src/documents/corpora/corpus.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { openShard, requireReadable, requireUnchanged } from "../../../src/documents/shards/check-shard.js";
import { divideCorpus } from "../../../src/documents/shards/divide.js";
import type { Shard } from "../../../src/documents/shards/shard.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { CONTAINERS, MESSAGES, mailboxOf } from "../containers.js";

/** As a plan keeps them. */
function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function contentsOf(corpora: readonly Corpus[]) {
  const documentsIn = (corpus: Corpus) =>
    Array.from(corpus, ({ id, label, bytes }) => ({ id, label, text: Buffer.from(bytes).toString("latin1") }));
  return { documents: corpora.flatMap(documentsIn), problems: corpora.flatMap(({ problems }) => problems) };
}

function shardsOf(corpus: Corpus, count: number): { root: string; shards: readonly Shard[] } {
  return stored(divideCorpus(corpus.share(), count));
}

/** Checks that the shards have the documents of the whole, and returns how many there are. */
function expectSame(corpus: Corpus, count: number): number {
  const { root, shards } = shardsOf(corpus, count);
  for (const shard of shards) requireUnchanged(shard, root);
  const parts = contentsOf(shards.map((shard) => openShard(shard, root, false)));
  const whole = contentsOf([corpus]);
  expect(parts.documents).toEqual(whole.documents);
  expect(parts.problems).toEqual(
    whole.problems.filter((problem) => parts.problems.length > 0 || problem === undefined),
  );
  return shards.length;
}

describe("shards", () => {
  it("are not read through links out of the root, of known size or not", () => {
    const root = folderWith({ ham: { a: "lunch", b: "home" }, spam: { c: "prize" }, "junk.mbox": "From x\n\ncash\n" });
    const [shard] = shardsOf(openCorpus(root), 1).shards;
    const elsewhere = temporaryFolder();
    for (const name of ["ham", "spam/c", "junk.mbox"]) {
      const other = join(elsewhere, name.replace("/", "-"));
      renameSync(join(root, name), other);
      symlinkSync(other, join(root, name));
    }
    const named = "ham/a is not below it (a symbolic link leads out of the corpus), ham/b is not below it";
    expect(() => requireUnchanged(shard, root)).toThrow(named);
    const unknown = shard.map((piece) =>
      piece.kind === "files" ? { ...piece, sizes: piece.sizes.map(() => null) } : { ...piece, size: null },
    );
    expect(() => requireUnchanged(unknown, root)).toThrow(named);
    // Somebody who is faster than the check gains nothing, either.
    const corpus = openShard(shard, root, false);
    expect([...corpus]).toEqual([]);
    expect(corpus.problems.map(({ detail }) => detail)).toEqual(
      Array(corpus.problems.length).fill("a symbolic link leads out of the corpus"),
    );
    expect(() => requireReadable(root, corpus.problems)).toThrow("cannot be read: ham/a (a symbolic link leads out");
  });

  it("tell nothing of what lies elsewhere", () => {
    const root = folderWith({ ham: { a: "lunch" }, spam: { c: "prize" } });
    const [shard] = shardsOf(openCorpus(root), 1).shards;
    rmSync(join(root, "ham"), { recursive: true });
    symlinkSync("/etc", join(root, "ham"));
    const asking = shard.map((piece) => ({ ...piece, ids: ["ham/passwd", "spam/c"], sizes: [1, null] })) as Shard;
    expect(() => requireUnchanged(asking, root)).toThrow("ham/passwd is not below it");
    expect(() => requireUnchanged(asking, root)).not.toThrow("bytes instead of");
  });

  it("are read through a link that stays below the root, and where the root itself is a link", () => {
    const root = folderWith({ ham: { a: "lunch" }, spam: { c: "prize" } });
    const { shards } = shardsOf(openCorpus(root), 1);
    mkdirSync(join(root, "kept"));
    renameSync(join(root, "ham"), join(root, "kept/ham"));
    symlinkSync("kept/ham", join(root, "ham"));
    const link = join(temporaryFolder(), "link");
    symlinkSync(root, link);
    requireUnchanged(shards[0], link);
    expect([...openShard(shards[0], link, false)].map(({ id }) => id)).toEqual(["ham/a", "spam/c"]);
  });

  it("are not made of a mailbox that a link names, which lies elsewhere", () => {
    const here = folderWith({ "ham.mbox": "From x\n\nlunch\n" });
    const there = folderWith({ "spam.mbox": "From x\n\ncash\n" });
    symlinkSync(join(there, "spam.mbox"), join(here, "spam.mbox"));
    const corpus = openClasses([join(here, "ham.mbox"), join(here, "spam.mbox")], {});
    expect(() => shardsOf(corpus, 2)).toThrow(`name ${join(there, "spam.mbox")} itself`);
  });

  it.each(Object.keys(CONTAINERS))("have the documents of the whole, in order: %s", (container) => {
    const corpus = openCorpus(CONTAINERS[container](MESSAGES));
    const counts = [1, 2, 3, 5, 50].map((count) => expectSame(corpus, count));
    expect(counts[0]).toBe(1);
    expect(Math.max(...counts) > 1).toBe(
      !/packed (?:JSON|tar|tab)|JSON lines packed|JSON array|a tar|Parquet|values/.test(container),
    );
  });

  it("are balanced by size", () => {
    const texts = Array.from({ length: 100 }, (_, i) => [String(i).padStart(3, "0"), "x".repeat(37 * i)]);
    const corpus = openCorpus(folderWith({ ham: Object.fromEntries(texts), spam: { a: "cash" } }));
    const { weights } = divideCorpus(corpus.share(), 4);
    expect(weights).toHaveLength(4);
    expect(Math.max(...weights) / Math.min(...weights)).toBeLessThan(1.1);
  });

  it("hold archives without content, also as the last ones and if there are no others", () => {
    for (const ham of ["", mailboxOf(["lunch", "home"])]) {
      const corpus = openCorpus(folderWith({ "ham.mbox": ham, "spam.mbox": "" }));
      const { shards } = divideCorpus(corpus.share(), 2);
      expect(shards.flat().map((piece) => piece.kind === "archive" && piece.file)).toEqual(["ham.mbox", "spam.mbox"]);
    }
  });

  it("of several paths lie below the folder that has them all", () => {
    const folder = folderWith({ one: { ham: { a: "lunch", b: "home" } }, "spam.mbox": mailboxOf(["cash", "prize"]) });
    const corpus = openClasses([join(folder, "one/ham"), join(folder, "spam.mbox")]);
    expect(shardsOf(corpus, 2).root).toBe(folder);
    expectSame(corpus, 2);
  });

  it("name the files that have changed since", () => {
    const ham = mailboxOf(["a\n", "b\n", "c\n", "d\n"]);
    const root = folderWith({ "ham.mbox": ham, "spam.mbox.gz": gzipSync("x"), junk: { a: "1", b: "2" } });
    const { shards } = shardsOf(openCorpus(root), 20);
    const check = (changed = root) => {
      for (const shard of shards) requireUnchanged(shard, changed);
    };
    expect(check).not.toThrow();
    writeFileSync(join(root, "junk/a"), "11");
    expect(check).toThrow("corpus has changed since it was planned: junk/a has 2 bytes instead of 1: plan, train or");
    writeFileSync(join(root, "junk/a"), "1");
    renameSync(join(root, "junk/b"), join(root, "junk/c"));
    expect(check).toThrow("junk/b is missing");
    renameSync(join(root, "junk/c"), join(root, "junk/b"));
    appendFileSync(join(root, "ham.mbox"), "x");
    expect(check).toThrow("ham.mbox has ");
    expect(() => check(temporaryFolder())).toThrow("is missing");
  });
});
