import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CONTAINERS, DATED_MESSAGES as MESSAGES, mailboxOf } from "../documents/containers.js";
import { each, thresher, thresherAsNobody } from "../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

/** Trains to a new file. */
const train = (words: string) => thresher(`train ${words} -m ${temporaryFolder()}/model`);

describe("a corpus that is no folder of files", () => {
  it.each([
    ["a Maildir with folders", "Maildir with 2 folders, 12 messages"],
    ["a packed mailbox per class", "folder with 2 mailboxes"],
    ["a packed tar archive", "tar archive, 12 documents"],
    ["JSON lines", 'JSON lines, class in "label" and text in "text"'],
  ])("is reported in one line, unless it is to be quiet: %s", async (name, line) => {
    const root = CONTAINERS[name](MESSAGES);
    expect(await train(root)).toMatchObject({ code: 0, stderr: `thresher: reading ${root}: ${line}\n` });
    expect((await train(`${root} --quiet`)).stderr).toBe("");
  });

  it("may have mailboxes without a suffix in class folders, packed files, and files that are no text, with any preset", async () => {
    const messages = (word: string) => [1, 2, 3].map((i) => `From: a@example.org\nSubject: ${word}\n\n${word}${i}\n`);
    const root = folderWith({
      ham: { inbox: mailboxOf(messages("lunch")), packed: gzipSync(messages("lunch")[0]), old: "BABYL OPTIONS:\n" },
      spam: {
        2024: gzipSync(mailboxOf(messages("prize"))),
        "Thumbs.db": "\xd0\xcf\0\0",
        z: Buffer.from("BCJNGGQ=", "base64"),
      },
    });
    const lines = [
      "left out 1 file or folder that cannot be read: ham/old (a mailbox in the Babyl format: save it in the mbox format, or as a file for each message)",
      "left out 2 binary files (text has no NUL bytes): spam/Thumbs.db, spam/z (packed by lz4)",
      "read 2 files as mailboxes, each message as a document: ham/inbox, spam/2024",
    ];
    await each(["", " --preset mail"], async (options) => {
      const { code, stderr, stdout } = await train(`${root} --json${options}`);
      expect([code, JSON.parse(stdout).documents]).toEqual([0, 7]);
      for (const line of lines) expect(stderr).toContain(`thresher: ${line}\n`);
    });
  });

  it("is refused with what to do, if it is a folder of mailboxes without a suffix, or a mailbox of another format", async () => {
    const mailbox = mailboxOf(["Subject: a\n", "Subject: b\n"]);
    const cwd = folderWith({ in: { Inbox: mailbox, "Old junk": mailbox, mmdf: "\x01\x01\x01\x01\nSubject: a\n" } });
    const convert = "in/mmdf: a mailbox in the MMDF format: save it in the mbox format, or as a file for each message";
    const mmdf = ["in/mmdf", "in/mmdf in/Inbox"].map((words): Refused => [words, convert, 1]);
    await expectRefused(mmdf, "train --model m", { cwd });
    rmSync(join(cwd, "in/mmdf"));
    const name =
      "2 files lie directly in it, and each is a mailbox: name them, as in thresher train in/Inbox 'in/Old junk' -m MODEL";
    await expectRefused([["in", name, 1]], "train --model m", { cwd });
    expect((await thresher(["train", "in/Inbox", "in/Old junk", "-m", "m"], { cwd })).code).toBe(0);
  });

  it("is refused with the reason if it cannot be read, a Maildir or an archive like a folder", async () => {
    const kinds = ["a Maildir with folders", "a packed tar archive", "comma-separated values"];
    const [maildir, ...files] = kinds.map((name) => CONTAINERS[name](MESSAGES));
    chmodSync(maildir, 0o111);
    for (const file of files) chmodSync(file, 0);
    const outcomes = await each([maildir, ...files], (root) => thresherAsNobody(["evaluate", root]));
    for (const outcome of outcomes) expectFault(outcome, 1, /: (?:.*: )?permission denied$/m);
  });
});

describe("mailboxes of all classes, one by one", () => {
  it("can be trained on", async () => {
    const of = (label: string) => mailboxOf(MESSAGES.filter((one) => one.label === label).map(({ text }) => text));
    const cwd = folderWith({ "ham.mbox": of("ham"), "spam.mbox.gz": gzipSync(of("spam")) });
    const { code, stdout, stderr } = await thresher("train ham.mbox spam.mbox.gz -m model --jobs 2", { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "thresher: reading ham.mbox, spam.mbox.gz: 2 mailboxes\n" });
    expect(stdout).toContain("Learned 2 classes from 12 documents (ham 6, spam 6)");
    const cases: Refused[] = [
      [
        "evaluate ham.mbox spam.mbox.gz",
        /evaluate takes one corpus, not ".*" too: a corpus is one path, such as a folder with .* for each class; see/,
      ],
      [
        "train ham.mbox -m x",
        /a mailbox holds only one class: put those of all classes into a folder, give train all of them, or name/m,
        1,
      ],
      ["train ham.mbox spam.mbox.gz -m ham.mbox", /ham\.mbox: this file belongs to the corpus/],
    ];
    await expectRefused(cases, [], { cwd });
  });
});
