import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openClasses } from "../../../src/documents/corpora/class-paths.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { folderWith, type Tree } from "../../helpers/folder.js";
import { corpusOf, found, mailbox, maildir, problemsOf } from "./mail-trees.js";

describe("Maildirs in one another", () => {
  it("are classes by their names, as mbsync writes them in each of its styles, without those of the program", () => {
    for (const node of ["node", ".node"]) {
      const lists = { ...maildir("1.h,U=1:2,S"), [node]: maildir("2.h,U=2:2,") };
      const gmail = { Spam: maildir("3.h,U=1:2,"), "All Mail": maildir("4"), Trash: maildir("5") };
      const rest = { INBOX: maildir("6"), Sent: maildir("7"), "[Gmail]": gmail, ".mbsyncstate": "x" };
      const corpus = corpusOf({ Lists: lists, ...rest });
      expect(found(corpus)).toEqual(["Lists/node: 2.h,U=2:2,", "Lists: 1.h,U=1:2,S", "[Gmail]/Spam: 3.h,U=1:2,"]);
      expect(problemsOf(corpus, "special folder")).toEqual(["INBOX", "Sent", "[Gmail]/All Mail", "[Gmail]/Trash"]);
      expect(corpus.form?.title).toBe("folder with 3 Maildirs");
    }
  });

  it("may have dots in their names, as OfflineIMAP writes them, and lie below accounts, whose names do not count", () => {
    const inbox = { INBOX: maildir("1"), "INBOX.Sent": maildir("2") };
    const account = (name: string) => ({ ...inbox, "Lists.node": maildir(name), Junk: maildir(name) });
    const corpus = corpusOf({ home: account("a"), work: account("b"), "README.txt": "of this" });
    expect(found(corpus)).toEqual(["Junk: a", "Junk: b", "Lists.node: a", "Lists.node: b"]);
    expect(problemsOf(corpus, "special folder")).toEqual(["INBOX", "INBOX.Sent"]);
  });

  it("are no classes where Exchange keeps no mail in them, but folders of plain files may have these names", () => {
    const issues = { "Sync Issues": { Conflicts: maildir("1") }, "Gel&APY-schte Elemente": maildir("2") };
    const exchange = { ...issues, Kalender: maildir("3"), INBOX: maildir("4"), Notes: maildir("5") };
    const corpus = corpusOf({ ...exchange, Work: maildir("6"), Junk: maildir("7") });
    expect(corpus.labels).toEqual(["Junk", "Work"]);
    const plain = folderWith({ Notes: { a: "x" }, Tasks: { b: "y" }, Calendar: { c: "z" } });
    expect(openCorpus(plain).labels).toEqual(["Calendar", "Notes", "Tasks"]);
  });

  it("may be below a hidden folder, as KMail keeps them", () => {
    const inbox = { inbox: maildir("1"), ".inbox.directory": { Bank: maildir("2") } };
    const corpus = corpusOf({ ...inbox, "sent-mail": maildir("3"), Junk: maildir("4") });
    expect(found(corpus)).toEqual(["Junk: 4", "inbox/Bank: 2"]);
  });

  it("are without the messages that are deleted and not yet removed, which are counted", () => {
    const names = ["1.h:2,ST", "2.h:2,S", "3.T:2,FS", "4.h;2,T", "5.h,U=7:2,FRST"];
    const corpus = corpusOf({ ...maildir("0"), ".Work": maildir(...names), ".Junk": maildir("6:2,T", "7") });
    expect(found(corpus)).toEqual(["Junk: 7", "Work: 2.h:2,S", "Work: 3.T:2,FS"]);
    const deleted = [".Junk/cur/6:2,T", ".Work/cur/1.h:2,ST", ".Work/cur/4.h;2,T", ".Work/cur/5.h,U=7:2,FRST"];
    expect(problemsOf(corpus, "deleted")).toEqual(deleted);
  });

  it("lie beside folders of plain files as before: the first folder is the class", () => {
    const corpus = corpusOf({ ham: maildir("1:2,S", "2:2,T"), spam: { prize: "prize", ",4": "removed" } });
    expect(found(corpus)).toEqual(["ham: 1:2,S", "spam: prize"]);
    expect(problemsOf(corpus, "deleted")).toEqual(["spam/,4", "ham/cur/2:2,T"]);
  });

  it("are reported together with nearby files that no mail program has written", () => {
    const corpus = corpusOf({ Work: maildir("1"), Junk: maildir("2"), "notes.txt": "x", Old: mailbox("old") });
    expect(found(corpus)).toEqual(["Junk: 2", "Old: Subject: old", "Work: 1"]);
    expect(problemsOf(corpus, "no class")).toEqual(["notes.txt"]);
  });
});

describe("folders of Apple Mail", () => {
  const emlx = (text: string, flags: number) =>
    `${Buffer.byteLength(text)}\n${text}<?xml version="1.0"?>\n<plist version="1.0"><dict>\n\t<key>flags</key>\n\t<integer>${flags}</integer>\n</dict></plist>\n`;
  const uuid = "0A1B2C3D-0000-4000-8000-00000000000F";
  const messages = (...texts: string[]) =>
    Object.fromEntries(texts.map((text, i) => [i === 0 ? `${i}.partial.emlx` : `${i}.emlx`, emlx(text, 8590195713)]));

  it("have messages at any depth, other folders in them, and no attachments or lists of the program", () => {
    const folder = (data: Tree) => ({ "Info.plist": "x", [uuid]: { Data: data } });
    const account = {
      "INBOX.mbox": folder({ Messages: messages("in\n") }),
      "Lists.mbox": {
        ...folder({ 3: { 1: { Messages: messages("a\n", "b\n") } }, Attachments: { 1: { 2: { "x.pdf": "x" } } } }),
        "node.mbox": folder({ Messages: messages("c\n") }),
      },
      "Junk.mbox": folder({
        Messages: { ...messages("d\n"), "7.emlx": emlx("gone\n", 8590195715), "8.emlx": emlx("cut", 2).slice(0, 9) },
      }),
      "Sent Messages.mbox": folder({ Messages: messages("out\n") }),
    };
    const root = folderWith({ V10: { MailData: { "Envelope Index": "x" }, [uuid]: account } });
    for (const path of [root, join(root, "V10"), join(root, "V10", uuid)]) {
      const corpus = openCorpus(path);
      expect(Array.from(corpus, ({ label }) => label)).toEqual(["Junk", "Junk", "Lists", "Lists", "Lists/node"]);
      expect(problemsOf(corpus, "deleted").map((where) => where.slice(-6))).toEqual(["7.emlx"]);
      expect(problemsOf(corpus, "special folder")).toEqual(["INBOX", "Sent Messages"]);
    }
  });

  it("may be named one by one, each with a mailbox or with messages, by their names without ending", () => {
    const root = folderWith({
      "Ham.mbox": { mbox: mailbox("a", "b"), table_of_contents: Buffer.from([0, 1]) },
      "Junk.mbox": { Messages: messages("c\n") },
    });
    const corpus = openClasses([join(root, "Ham.mbox"), join(root, "Junk.mbox")]);
    const documents = ["Ham.mbox/mbox#1 Ham", "Ham.mbox/mbox#2 Ham", "Junk.mbox/Messages/0.partial.emlx Junk"];
    expect(Array.from(corpus, ({ id, label }) => `${id} ${label}`)).toEqual(documents);
    expect(openCorpus(root).labels).toEqual(["Ham", "Junk"]);
    const single = /this folder of Apple Mail has no folders, and each folder/;
    expect(() => openCorpus(join(root, "Ham.mbox"))).toThrow(single);
  });
});

describe("MH folders", () => {
  it("have numbers for messages, and folders in them; removed messages are counted", () => {
    const root = folderWith({
      context: "Current-Folder: inbox\n",
      inbox: { 1: "in", ".mh_sequences": "unseen: 1\n" },
      draft: { 1: "draft" },
      lists: { 1: "a", 12: "b", ",2": "removed", "#3": "removed", node: { 5: "c", ".claws_cache": "x" } },
      junk: { 1: "d", "1.orig": "x", ".mh_sequences": "" },
    });
    const corpus = openCorpus(root);
    expect(found(corpus)).toEqual(["junk: d", "lists/node: c", "lists: a", "lists: b"]);
    expect(problemsOf(corpus, "deleted")).toEqual(["lists/#3", "lists/,2"]);
    expect(problemsOf(corpus, "special folder")).toEqual(["draft", "inbox"]);
    expect(corpus.form?.title).toBe("folder with 3 MH folders");
    expect(openClasses([join(root, "lists"), join(root, "junk")]).labels).toEqual(["junk", "lists"]);
  });

  it("count each message once, and read mailboxes with names in the same folder", () => {
    const line = "From a@example.org Thu Jan  1 00:00:00 2026\n";
    const corpus = corpusOf({
      inbox: { 1: "in" },
      work: { 1: `${line}Subject: plan\n`, 2: "Subject: notes\n", ".mh_sequences": "" },
      lists: { 7: "Subject: news\n", 2025: mailbox("digest", "second") },
      old: { 2019: mailbox("old"), 2020: mailbox("young") },
    });
    expect(found(corpus)).toEqual([
      "lists/2025: Subject: digest",
      "lists/2025: Subject: second",
      "lists: Subject: news",
      "old/2019: Subject: old",
      "old/2020: Subject: young",
      `work: ${line}Subject: plan`,
      "work: Subject: notes",
    ]);
  });

  it("are folders of plain files unless a mail program has left its own files", () => {
    const root = folderWith({ a: { 1: "x", deep: { 2: "y" } }, b: { 3: "z" } });
    expect(found(openCorpus(root))).toEqual(["a: x", "a: y", "b: z"]);
  });
});
