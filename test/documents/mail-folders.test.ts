import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { MAX_DOCUMENT_BYTES } from "../../src/documents/document.js";
import { folderWith, twoClasses } from "../helpers/folder.js";
import { linesOf, mailboxOf, tarOf } from "./containers.js";

describe("a folder per class with mail in it", () => {
  it("has mailboxes as classes, in classes, and beside files of the same class", () => {
    const ham = { letter: "letter", "2002": { "june.mbox": mailboxOf(["G: h\n"]) } };
    const mailboxes = { "spam.mbox": mailboxOf(["A: b\n", "C: d\n"]), "ham.MBX.gz": gzipSync(mailboxOf(["E: f\n"])) };
    const root = folderWith({ ...mailboxes, ham });
    const corpus = openCorpus(root);
    expect(linesOf(corpus)).toEqual([
      "ham/letter ham: letter",
      "ham.MBX.gz#1 ham: E: f\n",
      "ham/2002/june.mbox#1 ham: G: h\n",
      "spam.mbox#1 spam: A: b\n",
      "spam.mbox#2 spam: C: d\n",
    ]);
    expect(corpus).toMatchObject({ labels: ["ham", "spam"], ids: undefined, problems: [] });
    expect(corpus.form).toEqual({ title: "folder with 3 mailboxes", unit: "message" });
    expect(corpus.modified("spam.mbox#1")).toBeGreaterThan(0);
  });

  it("has tar archives as classes where there are not two without them, whatever folders are in them", () => {
    const [ham, spam] = ["x/1", "2"].map((place) => tarOf([{ path: place, content: `text of ${place}` }]));
    const archives = { "ham.tar": ham, "spam.TAR.gz": gzipSync(spam), "lists.mbox": mailboxOf(["A: b\n"]) };
    const corpus = openCorpus(folderWith(archives));
    expect(linesOf(corpus)).toEqual([
      "lists.mbox#1 lists: A: b\n",
      "ham.tar#x/1 ham: text of x/1",
      "spam.TAR.gz#2 spam: text of 2",
    ]);
    expect(corpus.problems).toEqual([]);
    expect(corpus.form).toEqual({ title: "folder with one mailbox and 2 tar archives", unit: "document" });
    const mixed = folderWith({ "spam.tar": spam, ham: { letter: "letter" }, "ham.mbox": mailboxOf(["A: b\n"]) });
    const documents = ["ham/letter ham: letter", "ham.mbox#1 ham: A: b\n", "spam.tar#2 spam: text of 2"];
    expect(linesOf(openCorpus(mixed))).toEqual(documents);
    const unpacked = openCorpus(folderWith({ ...twoClasses(1), "all.tar": ham }));
    expect(unpacked.labels).toEqual(["ham", "spam"]);
    expect(unpacked.problems).toEqual([{ kind: "no class", where: "all.tar" }]);
  });

  it("reads tar archives in a class, unless their unpacked content may be there, too", () => {
    const packed = (name: string) => tarOf([{ path: `spam/${name}`, content: `text of ${name}` }]);
    const root = folderWith({
      ham: {
        "2003.tar.gz": gzipSync(packed("1")),
        deep: { "2004.tgz": gzipSync(packed("2")) },
        "new.mbox": mailboxOf(["A: b\n"]),
      },
      spam: { "old.tar": packed("3"), old: { letter: "letter" } },
    });
    const corpus = openCorpus(root);
    expect(linesOf(corpus)).toEqual([
      "spam/old/letter spam: letter",
      "ham/new.mbox#1 ham: A: b\n",
      "ham/2003.tar.gz#spam/1 ham: text of 1",
      "ham/deep/2004.tgz#spam/2 ham: text of 2",
    ]);
    expect(corpus.problems).toEqual([{ kind: "beside", where: "spam/old.tar" }]);
    expect(corpus.form).toEqual({ title: "folder with one mailbox and 2 tar archives", unit: "document" });
    const chosen = openCorpus(root, { include: ["**/*.tar", "**/*.tar.gz"] });
    const documents = ["ham/2003.tar.gz#spam/1 ham: text of 1", "spam/old.tar#spam/3 spam: text of 3"];
    expect(linesOf(chosen)).toEqual(documents);
  });

  it("counts as documents, for readFolders, files and nothing else", () => {
    const root = folderWith({ ...twoClasses(1), "old.mbox": mailboxOf(["A: b\n"]) });
    expect(readFolders(root).problems).toEqual([{ kind: "no class", where: "old.mbox" }]);
    expect(readFolders(root).ids).toEqual(["ham/0000.txt", "spam/0000.txt"]);
  });

  it("goes on without a mailbox that cannot be read, or after the fault in it, and says so", () => {
    const packed = gzipSync(mailboxOf(Array.from({ length: 5000 }, (_, i) => `A: ${i * i}\n\nx\n`)));
    const cut = { "a.mbox.gz": packed.subarray(0, packed.length / 2), "c.mbox.gz": packed.subarray(0, 5) };
    const root = folderWith({ ...twoClasses(1), ...cut, "b.mbox": mailboxOf(["A: b\n"]) });
    const corpus = openCorpus(root);
    rmSync(join(root, "b.mbox"));
    expect([...corpus].length).toBeGreaterThan(100);
    expect(corpus.problems).toEqual([
      { kind: "damaged", where: "a.mbox.gz", detail: "damaged gzip: unexpected end of file" },
      { kind: "unreadable", where: "b.mbox", detail: "no such file or folder" },
      { kind: "unreadable", where: "c.mbox.gz", detail: "damaged gzip: unexpected end of file" },
    ]);
    expect(() => [...openCorpus(root, { strict: true })]).toThrow(DataError);
    expect(() => [...openCorpus(root, { strict: true })]).toThrow(`${join(root, "a.mbox.gz")}: cannot be read`);
  });

  it("has packed files unpacked, up to the limit; a file that is named so and not packed is read as it stands", () => {
    const root = folderWith({
      ham: { "a.eml.gz": gzipSync("letter"), "b.gz": "plain", "c.gz": gzipSync("x").subarray(0, 12) },
      spam: { "d.GZ": gzipSync(Buffer.alloc(MAX_DOCUMENT_BYTES + 9, "漢")) },
    });
    const corpus = openCorpus(root);
    const [a, b, d] = linesOf(corpus);
    expect([a, b]).toEqual(["ham/a.eml.gz ham: letter", "ham/b.gz ham: plain"]);
    expect(d).toBe(`spam/d.GZ spam: ${"漢".repeat(Math.floor(MAX_DOCUMENT_BYTES / 3))}`);
    expect(corpus.problems).toEqual([
      { kind: "unreadable", where: "ham/c.gz", detail: "damaged gzip: unexpected end of file" },
      { kind: "truncated", where: "spam/d.GZ" },
    ]);
    expect(corpus.form).toBeUndefined();
  });

  it("has of Maildirs the messages in cur and new, at any depth, and nothing of programs", () => {
    const cur = { "1:2,S": "seen", ".hidden": "x" };
    const maildir = { cur, new: { "2": "fresh" }, tmp: { "3": "x" }, maildirfolder: "" };
    const deep = { cur: {}, new: { "4": "deep" }, "dovecot-uidlist": "x" };
    const root = folderWith({ ham: { ...maildir, deep }, notes: { letter: "x" }, spam: maildir });
    const corpus = openCorpus(root);
    expect(corpus.ids).toEqual(["ham/cur/1:2,S", "ham/new/2", "notes/letter", "spam/cur/1:2,S", "spam/new/2"]);
    expect(corpus.form).toEqual({ title: "folder with 3 Maildirs", unit: "message" });
    const plain = folderWith({ ham: { cur: { a: "x" }, tmp: { b: "x" } }, spam: { c: "x" } });
    expect(openCorpus(plain).ids).toEqual(["ham/cur/a", "ham/tmp/b", "spam/c"]);
  });
});

describe("a Maildir with folders", () => {
  const DOVECOT = { "dovecot-uidlist": "3 V1", "dovecot.index.log": "x", maildirfolder: "", subscriptions: "V 2" };
  const root = folderWith({
    cur: { "1:2,": "letter" },
    new: {},
    tmp: { "9": "x" },
    ...DOVECOT,
    ".spam": { cur: {}, new: { "2": "prize" }, tmp: { "3": "x" }, ...DOVECOT },
    ".lists.news": { cur: { "4:2,RS": "news" }, new: {}, sieve: { x: "x" } },
    ".empty": { cur: {}, new: {} },
    ".sieve": { "script.sieve": "x" },
  });

  it("has a class for each folder, without its dot and the files of Dovecot, and on request one for the inbox", () => {
    expect(openCorpus(root).labels).toEqual(["lists.news", "spam"]);
    const corpus = openCorpus(root, { include: ["inbox"] });
    expect(linesOf(corpus)).toEqual([
      ".lists.news/cur/4:2,RS lists.news: news",
      ".spam/new/2 spam: prize",
      "cur/1:2, inbox: letter",
    ]);
    expect(corpus.labels).toEqual(["inbox", "lists.news", "spam"]);
    expect(corpus.problems).toEqual([{ kind: "empty class", where: "empty" }]);
    expect(corpus.form).toEqual({ title: "Maildir with 3 folders", unit: "message" });
  });

  it("goes on without a message that is gone or a pipe by the time that it is read, unless that is strict", () => {
    const moving = folderWith({ ".ham": { cur: { "1": "a", "2": "b", "3": "c" }, new: {} }, cur: {}, new: {} });
    const [corpus, strict] = [openCorpus(moving), openCorpus(moving, { strict: true })];
    rmSync(join(moving, ".ham/cur/1"));
    rmSync(join(moving, ".ham/cur/2"));
    execFileSync("mkfifo", [join(moving, ".ham/cur/2")]);
    expect(linesOf(corpus)).toEqual([".ham/cur/3 ham: c"]);
    expect(corpus.problems).toEqual([
      { kind: "unreadable", where: ".ham/cur/1", detail: "no such file or folder" },
      { kind: "unreadable", where: ".ham/cur/2", detail: "not a regular file" },
    ]);
    expect(() => linesOf(strict)).toThrow(DataError);
  });

  it("takes patterns, and no symbolic link", () => {
    symlinkSync("1:2,", join(root, "cur/link"));
    const ids = (include: string[] | undefined, ...exclude: string[]) =>
      openCorpus(root, { ...(include && { include }), exclude }).ids;
    expect(ids(["inbox"], ".spam/**")).toEqual([".lists.news/cur/4:2,RS", "cur/1:2,"]);
    expect(ids(["INBOX"], ".spam")).toEqual(ids(["cur"], "spam/new"));
    expect(ids(undefined, "spam")).toEqual([".lists.news/cur/4:2,RS"]);
    expect(ids(["cur/**"])).toEqual(["cur/1:2,"]);
    for (const name of ["lists.news", "lists/news", "lists", "lists/*", "lists.*", ".lists.news"]) {
      expect(ids(undefined, name), name).toEqual([".spam/new/2"]);
    }
    for (const name of ["lists.news", "lists/news", "lists", "lists/**", ".lists.news/**", "*/cur/*"]) {
      expect(ids([name]), name).toEqual([".lists.news/cur/4:2,RS"]);
    }
  });

  it("is refused without folders or without messages", () => {
    const alone = folderWith({ cur: { a: "x" }, new: {} });
    const single = /this Maildir has no folders, and each folder would be a class: name the folder/;
    expect(() => openCorpus(alone)).toThrow(single);
    mkdirSync(join(alone, ".spam/cur"), { recursive: true });
    mkdirSync(join(alone, ".spam/new"));
    rmSync(join(alone, "cur/a"));
    expect(() => openCorpus(alone)).toThrow(/the mail folders have no messages/);
    writeFileSync(join(alone, ".spam/new/a"), "x");
    expect(openCorpus(alone).labels).toEqual(["spam"]);
  });

  it("leaves out its inbox and what mail programs keep for themselves, unless a pattern asks for them by name", () => {
    const folder = (...names: string[]) => ({ cur: Object.fromEntries(names.map((name) => [name, "x"])), new: {} });
    const sent = { ".Sent": folder("4"), ".Sent.2023": folder("5") };
    const special = { ".Entw&APw-rfe": folder("3"), ...sent, ".Trash": folder() };
    const kept = folderWith({ ...folder("1"), ".Junk": folder("2"), ...special, ".B&APw-ro": folder("6") });
    const corpus = openCorpus(kept);
    expect(corpus.labels).toEqual(["Büro", "Junk"]);
    const left = ["inbox", "Entwürfe", "Sent", "Sent.2023"];
    expect(corpus.problems).toEqual(left.map((where) => ({ kind: "special folder", where })));
    const labels = (...include: string[]) => openCorpus(kept, { include }).labels;
    expect(labels("Sent")).toEqual(["Büro", "Junk", "Sent", "Sent.2023"]);
    expect(labels("Entwürfe", "inbox")).toEqual(["Büro", "Entwürfe", "Junk", "inbox"]);
    expect(labels("Sent/2023", "Junk")).toEqual(["Junk", "Sent.2023"]);
    expect(labels(".Sent/**")).toEqual(["Sent"]);
    expect(labels("**/*")).toEqual(["Büro", "Junk"]);
    const patterns = { include: ["Junk", "Tash"], exclude: ["Trash", "Spam"] };
    expect(openCorpus(kept, patterns).problems.filter(({ kind }) => kind === "unmatched")).toEqual([
      { kind: "unmatched", where: "Tash", detail: "include" },
      { kind: "unmatched", where: "Spam", detail: "exclude" },
    ]);
  });

  it("that has nothing but those is refused with the names to ask for", () => {
    const root = folderWith({ cur: { a: "x" }, new: {}, ".Sent": { cur: { b: "x" }, new: {} } });
    const refusal = /there are messages only in inbox, Sent, which are left out: .* or include "inbox"$/;
    expect(() => openCorpus(root)).toThrow(refusal);
    expect(openCorpus(root, { include: ["inbox", "Sent"] }).labels).toEqual(["Sent", "inbox"]);
  });
});
