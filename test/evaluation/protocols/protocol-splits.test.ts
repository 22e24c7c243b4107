import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { groupedFolds } from "../../../src/evaluation/protocols/grouped.js";
import { needsFacts, type Protocol, splitsFor } from "../../../src/evaluation/protocols/protocol-splits.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { folds, holdouts } from "../../../src/model/fitting/splits.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { folderWith, type Tree, twoClasses } from "../../helpers/folder.js";

function found(files: Tree, protocol: Protocol) {
  const corpus = openCorpus(folderWith(files));
  const data = readCorpus(corpus, DEFAULT_SETTINGS);
  return { data, ...splitsFor(corpus, data, protocol, DEFAULT_SETTINGS) };
}

const message = (day: number, from: string) =>
  `From: ${from}@example.org\nDate: Mon, ${day} Jan 2024 10:00:00 +0000\nSubject: s${day}\n\nletter ${day}\n`;
const mail = {
  ham: { a: message(10, "ann"), b: message(12, "bob"), c: message(14, "cy") },
  spam: { a: message(11, "ann"), b: message(13, "bob"), c: message(15, "cy") },
};
const drawn = { repeats: 2, seed: 3 };

describe("splitsFor", () => {
  it.each([
    { kind: "by-date", dates: "header", share: 1 / 3, parts: [] },
    { kind: "folds", folds: 3, groupBy: "from", ...drawn },
  ] as const)("reads no headers again if the data has the facts of the messages: $kind", (protocol) => {
    expect(needsFacts(protocol)).toBe(true);
    const corpus = openCorpus(folderWith(mail));
    const without = readCorpus(corpus, DEFAULT_SETTINGS);
    const expected = splitsFor(corpus, without, protocol, DEFAULT_SETTINGS);
    const data = readCorpus(corpus, DEFAULT_SETTINGS, { facts: true });
    expect(data.facts?.[0].sender).toBe("ann@example.org");
    const unreadable = Object.assign(Object.create(corpus), { [Symbol.iterator]: () => expect.unreachable() });
    expect(splitsFor(unreadable, data, protocol, DEFAULT_SETTINGS)).toEqual(expected);
    expect(() => splitsFor(unreadable, without, protocol, DEFAULT_SETTINGS)).toThrow();
  });

  it("draws folds and hold-outs by the classes of the rows", () => {
    const byFolds = found(twoClasses(4), { kind: "folds", folds: 4, ...drawn });
    expect(byFolds.splits).toEqual(folds(byFolds.data.y, 4, 3, 2));
    const withheld = found(twoClasses(4), { kind: "holdout", share: 0.25, ...drawn });
    expect(withheld.splits).toEqual(holdouts(withheld.data.y, 0.25, 2, 3));
  });

  it("makes as many folds as the documents, the groups or the dates allow", () => {
    const protocolOf = (protocol: Protocol) => found(mail, protocol).protocol;
    expect(protocolOf({ kind: "folds", folds: 10, ...drawn })).toMatchObject({ folds: 6 });
    expect(protocolOf({ kind: "folds", folds: 10, groupBy: "from", ...drawn })).toMatchObject({ folds: 3, groups: 3 });
    const dated = protocolOf({ kind: "by-date", dates: "header", folds: 10, parts: [] });
    expect(dated).toMatchObject({ folds: 5, parts: { length: 5 } });
  });

  it("keeps groups together, and names a class that lies in one of them", () => {
    const files = { ham: mail.ham, spam: { a: message(11, "ann"), b: message(13, "ann") } };
    const { data, splits, gaps, groups } = found(files, { kind: "folds", folds: 2, groupBy: "from", ...drawn });
    expect(gaps).toMatchObject({ unlearned: ["spam"], unlearnedSplits: 2, untested: [] });
    expect(groups?.count).toBe(3);
    expect(splits).toEqual(groupedFolds(data.y, groups?.groups ?? [], 2, 3, 2));
  });

  it("gives the first and the last date of each part", () => {
    const { protocol, dates } = found(mail, { kind: "by-date", dates: "header", share: 1 / 3, parts: [] });
    expect(dates?.undated).toEqual([]);
    const train = { from: "2024-01-10T10:00:00.000Z", until: "2024-01-13T10:00:00.000Z", documents: 4 };
    const test = { from: "2024-01-14T10:00:00.000Z", until: "2024-01-15T10:00:00.000Z", documents: 2 };
    expect(protocol).toMatchObject({ parts: [{ train, test }] });
  });

  it("names classes that are never tested, tested unlearned, or smaller than the number of folds", () => {
    const files = { ham: { a: "tea", b: "cake", c: "jam" }, spam: { a: "prize" } };
    expect(found(files, { kind: "holdout", share: 1 / 3, ...drawn }).gaps.untested).toEqual(["spam"]);
    const { gaps } = found(files, { kind: "folds", folds: 2, ...drawn });
    expect(gaps).toMatchObject({ few: ["spam"], unlearned: ["spam"], unlearnedSplits: 2 });
    expect(found(files, { kind: "leave-one-out" }).gaps).toMatchObject({ unlearned: ["spam"], few: [] });
  });

  it("refuses splits in which every answer would be wrong", () => {
    const pair = { ham: { a: "letter" }, spam: { b: "prize" } };
    for (const protocol of [{ kind: "leave-one-out" }, { kind: "folds", folds: 2, ...drawn }] as const) {
      expect(() => found(pair, protocol)).toThrow("no split has a class in both its training and its test set");
    }
  });
});
