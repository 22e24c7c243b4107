import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openClasses } from "../../../src/documents/corpora/class-paths.js";
import type { Corpus } from "../../../src/documents/corpora/corpus.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { dealCorpus, gathered } from "../../../src/documents/shards/deal.js";
import { openShard, requireUnchanged, type Shard } from "../../../src/documents/shards/shard.js";
import { CONTAINERS, fileOf, MESSAGES, mailboxOf } from "../containers.js";

interface Told {
  readonly id: string;
  readonly label: string;
}

function documentsOf(corpus: Corpus): Told[] {
  return Array.from(corpus, ({ id, label }) => ({ id, label }));
}

function dealt(corpus: Corpus, count: number) {
  const { root, shards } = dealCorpus(corpus.share(), count);
  const stored = JSON.parse(JSON.stringify(shards)) as Shard[];
  for (const shard of stored) requireUnchanged(shard, root);
  return { root, shards: stored, read: stored.map((shard) => documentsOf(openShard(shard, root, false))) };
}

function byId(a: Told, b: Told): number {
  return a.id < b.id ? -1 : 1;
}

function expectDealt(corpus: Corpus, count: number): void {
  const whole = documentsOf(corpus);
  const { root, shards, read } = dealt(corpus, count);
  expect(read.flat().sort(byId)).toEqual(whole.slice().sort(byId));
  expect(documentsOf(openShard(gathered(shards), root, false))).toEqual(whole);
}

const PACKED = /packed (?:tar|JSON|tab|mailbox)/;

describe("shards that are dealt out", () => {
  it.each(Object.keys(CONTAINERS))("have each document once, and are gathered in its order: %s", (container) => {
    const corpus = openCorpus(CONTAINERS[container](MESSAGES));
    if (PACKED.test(container)) {
      expect(() => dealCorpus(corpus.share(), 2)).toThrow("cannot be dealt out to shards: it is packed");
      return;
    }
    for (const count of [1, 2, 3, 50]) expectDealt(corpus, count);
  });

  it("have their part of each class, in folders and in a table that is sorted by class", () => {
    const mail = Array.from({ length: 240 }, (_, i) => ({
      label: i < 80 ? "ham" : "spam",
      text: `${"word ".repeat(i % 9)}\n`,
    }));
    for (const form of ["a folder per class", "comma-separated values"]) {
      const { read } = dealt(openCorpus(CONTAINERS[form](mail)), 4);
      for (const documents of read) {
        const ham = documents.filter(({ label }) => label === "ham").length;
        expect(ham).toBeGreaterThan(15);
        expect(ham).toBeLessThan(25);
        expect(documents.length - ham).toBeGreaterThan(32);
      }
    }
  });

  it("are gathered in order where several files are a class each", () => {
    const ham = fileOf("ham.mbox", mailboxOf(["Subject: a\n\none\n", "Subject: b\n\ntwo\n"]));
    const spam = fileOf("spam.mbox", mailboxOf(["Subject: c\n\nthree\n"]));
    expectDealt(openClasses([spam, ham], {}), 4);
  });

  it("are gathered in order whatever their number", () => {
    const texts = fc.array(fc.constantFrom("a", "From b", "Subject: c\n\nd"), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (all, count) => {
        const mail = all.map((text, i) => ({ label: i % 3 === 0 ? "ham" : "spam", text }));
        expectDealt(openCorpus(CONTAINERS["a mailbox per class"](mail)), count);
      }),
      { numRuns: 20 },
    );
  });
});
