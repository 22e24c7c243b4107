import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { openClasses } from "../../../src/documents/corpora/class-paths.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { problemLines } from "../../../src/jobs/notices/corpus-lines.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { folderWith } from "../../helpers/folder.js";
import { linesOf, mailboxOf, tarOf } from "../containers.js";

const tar = tarOf([{ path: "x/1", content: "of a tar" }]);

describe("several paths, each a class", () => {
  it("are mailboxes, folders, Maildirs and tar archives, wherever they lie, by their names without endings", () => {
    const sent = { cur: { "1:2,S": "sent" }, new: {}, tmp: { 2: "not yet" } };
    const [ham, junk] = [mailboxOf(["A: b\n", "C: d\n"]), mailboxOf(["E: f\n"])];
    const one = folderWith({ "ham.mbox": ham, Junk: junk, Sent: sent, README: "of these" });
    const letters = { deep: { a: "letter", "b.mbox": mailboxOf(["G: h\n"]) } };
    const other = folderWith({ "lists.tar.gz": gzipSync(tar), letters });
    const ofOne = ["ham.mbox", "Junk", "Sent", "README"].map((name) => join(one, name));
    const paths = [...ofOne, join(other, "lists.tar.gz")];
    const corpus = openClasses([...paths, `${other}/letters/`]);
    expect(linesOf(corpus)).toEqual([
      "ham.mbox#1 ham: A: b\n",
      "ham.mbox#2 ham: C: d\n",
      "Junk#1 Junk: E: f\n",
      "Sent/cur/1:2,S Sent: sent",
      "lists.tar.gz#x/1 lists: of a tar",
      "letters/deep/a letters: letter",
      "letters/deep/b.mbox#1 letters: G: h\n",
    ]);
    expect(corpus.form?.title).toBe("2 folders and 3 mailboxes and one tar archive");
    expect(corpus.root).toBe(`${paths.slice(0, 3).join(", ")} and 3 more`);
    expect(corpus.problems).toEqual([]);
  });

  it("may be symbolic links, as the user names them", () => {
    const root = folderWith({ old: { ham: mailboxOf(["A: b\n"]) }, spam: mailboxOf(["C: d\n"]) });
    symlinkSync("old/ham", join(root, "ham.mbox"));
    const corpus = openClasses(["ham.mbox", "spam"].map((name) => join(root, name)));
    expect(linesOf(corpus)).toEqual(["ham.mbox#1 ham: A: b\n", "spam#1 spam: C: d\n"]);
    expect(corpus.problems).toEqual([]);
  });

  it("are folders of a Maildir by the names that mail programs show; the Maildir itself is the inbox", () => {
    const folder = (name: string) => ({ cur: { [`${name}:2,S`]: "x.mbox" }, new: {}, tmp: { 9: "not yet" } });
    const drafts = { ".Entw&APw-rfe": folder("3"), ".Empty": { cur: {}, new: {} } };
    const maildir = folderWith({ ...folder("1"), ".Junk": folder("2"), ...drafts });
    const paths = [".Junk", ".Entw&APw-rfe", ".Empty"].map((name) => join(maildir, name));
    const corpus = openClasses([...paths, maildir]);
    expect(linesOf(corpus)).toEqual([
      ".Junk/cur/2:2,S Junk: x.mbox",
      ".Entw&APw-rfe/cur/3:2,S Entwürfe: x.mbox",
      "cur/1:2,S inbox: x.mbox",
    ]);
    expect(corpus.problems).toEqual([{ kind: "empty class", where: "Empty" }]);
    const bytes = (of: Parameters<typeof train>[0]) => Buffer.from(serialize(train(of)));
    expect(bytes(corpus).equals(bytes(openCorpus(maildir, { include: ["inbox", "Entwürfe"] })))).toBe(true);
    const other = folderWith({ Junk: { a: "x" } });
    expect(() => openClasses([paths[0], join(other, "Junk")])).toThrow(/two paths are called "Junk"/);
  });

  it("report the folders of a Maildir that is named with other paths: only its own messages are a class", () => {
    const folder = (name: string) => ({
      cur: { [`${name}:2,S`]: name, [`${name}:2,ST`]: "deleted" },
      new: {},
      tmp: {},
    });
    const empty = { ".Empty": { cur: {}, new: {} } };
    const root = folderWith({ Maildir: { ...folder("1"), ".Junk": folder("2"), ".A.b": folder("3"), ...empty } });
    writeFileSync(join(root, "other.mbox"), mailboxOf(["A: b\n"]));
    const corpus = openClasses([join(root, "Maildir"), join(root, "other.mbox")]);
    expect(linesOf(corpus)).toEqual(["Maildir/cur/1:2,S Maildir: 1", "other.mbox#1 other: A: b\n"]);
    expect(problemLines(corpus.problems)).toEqual([
      "left out 1 deleted message (the mail program has not removed it yet): Maildir/cur/1:2,ST",
      "left out 2 folders of a Maildir (name each to make it a class, too): Maildir/.A.b, Maildir/.Junk",
    ]);
  });

  it("report files that are left out", () => {
    const root = folderWith({ ham: {}, spam: { 1: "prize", "old.tar": tar }, news: { 1: "digest" } });
    const [ham, spam, news] = ["ham", "spam", "news"].map((name) => join(root, name));
    expect(openClasses([ham, spam, news]).problems).toEqual([
      { kind: "empty class", where: "ham" },
      { kind: "beside", where: "spam/old.tar" },
    ]);
    expect(openClasses([ham, join(folderWith({ other: {} }), "other")]).form).toBeUndefined();
  });

  it("are refused if they are ambiguous", () => {
    const archives = { "ham.tar": tar, "x.mbox": mailboxOf(["A: b\n"]), "x.tgz": gzipSync(tar) };
    const others = { letter: "x", table: '{"label":"a","text":"b"}\n' };
    const root = folderWith({ a: { ham: { 1: "x" } }, b: { ham: { 1: "x" } }, ...archives, ...others });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const oneClass = "each of several paths must hold one class$";
    const kinds = "a folder nor a mailbox nor a tar archive nor a text file with a document in each line";
    const other = (name: string) =>
      [`a ${name}`, DataError, `${name}: neither ${kinds} \\(--input-format lines\\): ${oneClass}`] as const;
    for (const [names, error, message] of [
      ["a/ham b/ham", UsageError, '^two paths are called "ham": each path is a class by its name, so rename one'],
      ["a/ham a/../a/ham/", UsageError, 'two paths are called "ham"'],
      ["a/ham ham.tar", UsageError, '^ham.tar: another path is also of the class "ham" and may be what was unpacked'],
      ["x.tgz x.mbox", UsageError, '^x.tgz: another path is also of the class "x"'],
      ["a none", DataError, `none: no such file or folder: ${oneClass}`],
      ...["letter", "table", "pipe"].map(other),
    ] as const) {
      const opening = () => openClasses(names.split(" ").map((name) => `${root}/${name}`));
      expect(opening, names).toThrow(error);
      expect(opening, names).toThrow(new RegExp(message));
    }
    const patterns = () => openClasses([join(root, "a"), join(root, "b")], { include: ["**"] });
    expect(patterns).toThrow(/^include and exclude choose files of one folder, and there are several paths: /);
  });
});
