import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DataError, modelToBytes, openClasses, openCorpus, train, UsageError } from "../../src/index.js";
import { folderWith } from "../helpers/folder.js";
import { mailboxOf, tarOf } from "./containers.js";

const texts = (corpus: Iterable<{ id: string; label: string; bytes: Uint8Array }>) =>
  Array.from(corpus, ({ id, label, bytes }) => [id, label, Buffer.from(bytes).toString()]);
const tar = tarOf([{ path: "x/1", content: "of a tar" }]);

describe("several paths, each a class", () => {
  it("are mailboxes, folders, Maildirs and tar archives, wherever they lie, by their names without endings", () => {
    const [one, other] = [
      folderWith({
        "ham.mbox": mailboxOf(["A: b\n", "C: d\n"]),
        Junk: mailboxOf(["E: f\n"]),
        Sent: { cur: { "1:2,S": "sent" }, new: {}, tmp: { 2: "not yet" } },
        README: "of these",
      }),
      folderWith({
        "lists.tar.gz": gzipSync(tar),
        letters: { deep: { a: "letter", "b.mbox": mailboxOf(["G: h\n"]) } },
      }),
    ];
    const paths = [
      ...["ham.mbox", "Junk", "Sent", "README"].map((name) => join(one, name)),
      join(other, "lists.tar.gz"),
    ];
    const corpus = openClasses([...paths, `${other}/letters/`]);
    expect(texts(corpus)).toEqual([
      ["ham.mbox#1", "ham", "A: b\n"],
      ["ham.mbox#2", "ham", "C: d\n"],
      ["Junk#1", "Junk", "E: f\n"],
      ["Sent/cur/1:2,S", "Sent", "sent"],
      ["lists.tar.gz#x/1", "lists", "of a tar"],
      ["letters/deep/a", "letters", "letter"],
      ["letters/deep/b.mbox#1", "letters", "G: h\n"],
    ]);
    expect(corpus.form?.title).toBe("2 folders and 3 mailboxes and one tar archive");
    expect(corpus.root).toBe(`${paths.slice(0, 3).join(", ")} and 3 more`);
    expect(corpus.problems).toEqual([]);
  });

  it("make the model that a folder makes which they lie in", () => {
    const root = folderWith({
      "ham.mbox": mailboxOf(["lunch letter\n", "home\n"]),
      spam: { 1: "prize cash", 2: "win" },
    });
    const bytes = (corpus: Parameters<typeof train>[0]) => Buffer.from(modelToBytes(train(corpus)));
    const apart = openClasses([join(root, "spam"), join(root, "ham.mbox")]);
    expect(bytes(apart).equals(bytes(openCorpus(root)))).toBe(true);
  });

  it("say what is left out of them", () => {
    const root = folderWith({ ham: {}, spam: { 1: "prize", "old.tar": tar }, news: { 1: "digest" } });
    const [ham, spam, news] = ["ham", "spam", "news"].map((name) => join(root, name));
    expect(openClasses([ham, spam, news]).problems).toEqual([
      { kind: "empty class", where: "ham" },
      { kind: "beside", where: "spam/old.tar" },
    ]);
    expect(openClasses([ham, join(folderWith({ other: {} }), "other")]).form).toBeUndefined();
  });

  it("are refused where it is not plain what they are", () => {
    const root = folderWith({
      a: { ham: { 1: "x" } },
      b: { ham: { 1: "x" } },
      "ham.tar": tar,
      "x.mbox": mailboxOf(["A: b\n"]),
      "x.tgz": gzipSync(tar),
      letter: "x",
      table: '{"label":"a","text":"b"}\n',
    });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const cases: [paths: string[], error: typeof DataError | typeof UsageError, message: RegExp][] = [
      [["a/ham", "b/ham"], UsageError, /^corpus: required paths of different names, each .*, got two called "ham"$/],
      [["a/ham", "a/../a/ham/"], UsageError, /two called "ham"/],
      [["a/ham", "ham.tar"], UsageError, /^ham\.tar: required no other path of its class, .*, got one of "ham"/],
      [["x.tgz", "x.mbox"], UsageError, /^x\.tgz: required no other path of its class/],
      [["a", "none"], DataError, /none: required of several paths .*, each of one class, found nothing there$/],
      ...["letter", "table", "pipe"].map((name): [string[], typeof DataError, RegExp] => [
        ["a", name],
        DataError,
        new RegExp(
          `${name}: required of several paths folders, mailboxes and tar archives, .*, found none of these, or one that cannot be read$`,
        ),
      ]),
    ];
    for (const [names, error, message] of cases) {
      const opening = () => openClasses(names.map((name) => `${root}/${name}`));
      expect(opening, names.join(" ")).toThrow(error);
      expect(opening, names.join(" ")).toThrow(message);
    }
    const patterns = () => openClasses([join(root, "a"), join(root, "b")], { include: ["**"] });
    expect(patterns).toThrow(/required one folder with --include and --exclude, got several paths/);
  });
});
