import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { folderWith, type Tree } from "../../helpers/folder.js";
import { corpusOf, found, mailbox, problemsOf } from "./mail-trees.js";

const index = '// <!-- <mdb:mork:z v="1.4"/> -->';

/** Folders of Thunderbird, each with its index. */
const indexed = (folders: Tree): Tree => ({
  ...folders,
  ...Object.fromEntries(Object.keys(folders).map((name) => [`${name}.msf`, index])),
});

describe("a profile of Thunderbird", () => {
  const local = {
    ...indexed({ Inbox: mailbox("in"), Junk: mailbox("pills", "prize"), Lists: "", Sent: mailbox("out") }),
    ...indexed({ "Unsent Messages": mailbox("later") }),
    "Inbox.sbd": indexed({ Travel: mailbox("train") }),
    "Lists.sbd": indexed({ node: mailbox("release"), "B&APw-ro": mailbox("keys") }),
    ...{ nstmp: mailbox("copy"), "msgFilterRules.dat": 'version="9"\n', "filterlog.html": "<html>" },
    "popstate.dat": "# POP3 State File\n",
  };
  const imap = {
    ...indexed({ INBOX: mailbox("in"), Junk: mailbox("casino") }),
    ...{ "Old.msf": index, "[Gmail].msf": index },
    "[Gmail].sbd": indexed({ "All Mail": mailbox("all"), Spam: mailbox("spam") }),
  };
  const profile = () =>
    folderWith({
      "prefs.js": "// Mozilla User Preferences\n",
      "places.sqlite": Buffer.from([0, 1]),
      extensions: { "a.xpi": "x" },
      Mail: { "Local Folders": local },
      ImapMail: { "imap.example.org": imap, "imap.example.org.msf": index },
    });
  const all = [
    ...["Inbox/Travel: Subject: train", "Junk: Subject: casino", "Junk: Subject: pills", "Junk: Subject: prize"],
    ...["Lists/Büro: Subject: keys", "Lists/node: Subject: release", "[Gmail]/Spam: Subject: spam"],
  ];

  it("has a class for each folder of any account, by the name that it shows, without the files of the program", () => {
    const corpus = openCorpus(profile());
    expect(found(corpus)).toEqual(all);
    expect(corpus.labels).toEqual(["Inbox/Travel", "Junk", "Lists/Büro", "Lists/node", "[Gmail]/Spam"]);
    expect(corpus.form).toEqual({ title: "folder with 6 mailboxes", unit: "message" });
    const special = ["INBOX", "[Gmail]/All Mail", "Inbox", "Sent", "Unsent Messages"];
    expect(problemsOf(corpus, "special folder")).toEqual(special);
    expect(problemsOf(corpus, "empty class")).toEqual(["Old"]);
  });

  it("may be named itself, or by one account, or by the folder around profiles", () => {
    const root = profile();
    const local = all.filter((line) => !line.startsWith("[Gmail]") && !line.includes("casino"));
    expect(found(openCorpus(join(root, "Mail/Local Folders")))).toEqual(local);
    expect(found(openCorpus(join(root, "Mail")))).toEqual(local);
    expect(openCorpus(join(root, "ImapMail/imap.example.org")).labels).toEqual(["Junk", "[Gmail]/Spam"]);
    const folders = indexed({ Junk: mailbox("pills"), Work: mailbox("plan") });
    const inProfile = { "prefs.js": "", Mail: { "Local Folders": folders } };
    const whole = corpusOf({ "profiles.ini": "", other: { x: "x" }, "a.default": inProfile });
    expect(found(whole)).toEqual(["Junk: Subject: pills", "Work: Subject: plan"]);
  });

  it("includes a left-out folder by the name in the notice, even if it looks like a pattern", () => {
    const labels = (...include: string[]) => openCorpus(profile(), { include }).labels;
    const counting = ["Inbox/Travel", "Junk", "Lists/Büro", "Lists/node", "[Gmail]/Spam"];
    expect(labels("Sent")).toEqual([...counting, "Sent"].sort());
    expect(labels("[Gmail]/All Mail", "inbox")).toEqual([...counting, "INBOX", "Inbox", "[Gmail]/All Mail"].sort());
    expect(labels("Lists", "Junk")).toEqual(["Junk", "Lists/Büro", "Lists/node"]);
    expect(labels("[Gmail]/Spam", "Lists/node")).toEqual(["Lists/node", "[Gmail]/Spam"]);
    expect(openCorpus(profile(), { exclude: ["Lists", "[Gmail]"] }).labels).toEqual(["Inbox/Travel", "Junk"]);
  });

  it("may keep each message as a file, in folders without new", () => {
    const store = { cur: { "a.eml": "a" }, tmp: {} };
    const corpus = corpusOf({ ...indexed({ Junk: store, Work: store }), "Work.sbd": indexed({ Old: store }) });
    expect(found(corpus)).toEqual(["Junk: a", "Work/Old: a", "Work: a"]);
  });

  it("may have an archive for each year, whose name is a number, as mailboxes or Maildirs", () => {
    const years = { 2022: mailbox("old", "older"), 2023: mailbox("new"), 2024: "" };
    const local = indexed({ Inbox: "", Junk: mailbox("pills"), Archives: "" });
    const folders = { ...local, "Archives.sbd": { ...indexed(years), "2021.msf": index } };
    const corpus = corpusOf({ "prefs.js": "", Mail: { "Local Folders": folders } });
    const pills = "Junk: Subject: pills";
    const [old, older] = ["Archives/2022: Subject: old", "Archives/2022: Subject: older"];
    expect(found(corpus)).toEqual([old, older, "Archives/2023: Subject: new", pills]);
    expect(problemsOf(corpus, "empty class")).toEqual(["Archives/2021", "Archives/2024"]);
    const store = { cur: { "a.eml": "a" }, tmp: {} };
    const maildirs = corpusOf({ ...indexed({ Archives: {}, Junk: store }), "Archives.sbd": indexed({ 2023: store }) });
    expect(found(maildirs)).toEqual(["Archives/2023: a", "Junk: a"]);
    // Without its indexes, beside other mailboxes.
    const copied = corpusOf({ "Archives.sbd": { 2022: mailbox("old"), 2023: mailbox("new") }, Junk: mailbox("pills") });
    expect(found(copied)).toEqual(["Archives/2022: Subject: old", "Archives/2023: Subject: new", pills]);
  });

  it("goes on without a mailbox that is gone, and reads what is left of one that is cut, as by compacting", () => {
    const junk = indexed({ Junk: mailbox("pills", "prize") });
    const root = folderWith({ ...junk, Old: mailbox("old"), Work: mailbox("plan") });
    const corpus = openCorpus(root);
    truncateSync(join(root, "Junk"), mailbox("pills").length + 60);
    rmSync(join(root, "Old"));
    expect(found(corpus)).toEqual(["Junk: Subject: pills", "Junk: Subject: pr", "Work: Subject: plan"]);
    expect(problemsOf(corpus, "unreadable")).toEqual(["Old"]);
  });

  it("is refused where no message was downloaded, in one line", () => {
    const root = folderWith({ "INBOX.msf": index, "Work.msf": index, Work: "" });
    expect(() => openCorpus(root)).toThrow(DataError);
    const refusal = /no messages: if they lie on a server, have the mail program download them$/;
    expect(() => openCorpus(root)).toThrow(refusal);
  });
});
