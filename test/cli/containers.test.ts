import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { CONTAINERS, mailboxOf, SEPARATOR, tarOf } from "../documents/containers.js";
import { each, thresher, thresherAsNobody } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder } from "../helpers/folder.js";

/** Messages whose class their words tell, a month between one and the next. */
const MESSAGES = Array.from({ length: 12 }, (_, i) => ({
  label: i % 2 === 0 ? "ham" : "spam",
  text: `From: a${i % 5}@example.org\nDate: ${i + 1} Jan 2024 10:00 +0000\nSubject: re ${i % 3}\n\n${
    i % 2 === 0 ? "lunch letter" : "prize cash"
  } word${i}\n`,
}));

let model: string;

beforeAll(async () => {
  model = join(temporaryFolder(), "model");
  const { code, stderr } = await thresher(["train", CONTAINERS["a folder per class"](MESSAGES), "-m", model]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

/** Trains to a new file. */
const train = (...args: string[]) => thresher(["train", ...args, "-m", join(temporaryFolder(), "model")]);

/** Path and label of each document. */
async function sorted(...args: string[]) {
  const { code, stdout, stderr } = await thresher(["classify", "-m", model, "--format", "tsv", ...args]);
  const lines = stdout.trim().split("\n").slice(1);
  return { code, stderr, found: lines.map((line) => line.split("\t").slice(0, 2).join(" ")) };
}

describe("a corpus that is no folder of files", () => {
  it("is told in one line, unless it is to be quiet", async () => {
    const lines: Readonly<Record<string, string>> = {
      "a Maildir with folders": "Maildir with 2 folders, 12 messages",
      "a packed mailbox per class": "folder with 2 mailboxes",
      "a packed tar archive": "tar archive, 12 documents",
      "JSON lines": 'JSON lines, class in "label" and text in "text"',
    };
    await each(Object.entries(lines), async ([name, line]) => {
      const root = CONTAINERS[name](MESSAGES);
      const { code, stderr } = await train(root);
      expect({ code, stderr }).toEqual({ code: 0, stderr: `thresher: reading ${root}: ${line}\n` });
    });
    const root = CONTAINERS["a tar archive"](MESSAGES);
    const quiet = await thresher(["evaluate", root, "--folds", "3", "--positive", "spam", "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });

  it("may have mailboxes without a suffix in class folders, packed files, and files that are no text, with any preset", async () => {
    const messages = (word: string) => [1, 2, 3].map((i) => `From: a@example.org\nSubject: ${word}\n\n${word}${i}\n`);
    const root = folderWith({
      ham: { inbox: mailboxOf(messages("lunch")), packed: gzipSync(messages("lunch")[0]), old: "BABYL OPTIONS:\n" },
      spam: {
        2024: gzipSync(mailboxOf(messages("prize"))),
        "Thumbs.db": "\xd0\xcf\0\0",
        z: Buffer.from("KLUv/QQ=", "base64"),
      },
    });
    const lines = [
      "left out 1 file or folder that cannot be read: ham/old (a mailbox in the Babyl format: save it in the mbox format, or as a file for each message)",
      "left out 2 binary files (text has no NUL bytes): spam/Thumbs.db, spam/z (packed by zstd)",
      "read 2 files as mailboxes, each message as a document: ham/inbox, spam/2024",
    ];
    await each([[], ["--preset", "mail"]], async (options) => {
      const { code, stderr, stdout } = await train(root, "--json", ...options);
      expect([code, JSON.parse(stdout).documents]).toEqual([0, 7]);
      for (const line of lines) expect(stderr).toContain(`thresher: ${line}\n`);
    });
  });

  it("may be one mailbox with the labels of its messages in a header field, as Google Takeout writes it", async () => {
    const labelled = (labels: string, word: string) => `X-Gmail-Labels: ${labels}\nSubject: ${word}\n\n${word}\n`;
    const messages = [
      labelled("Inbox,Work,Opened", "budget"),
      labelled('=?UTF-8?Q?Inbox,"Home,_garden"?=,Work', "roses"),
      labelled("Spam", "prize"),
      labelled("Inbox,Unread,Category Updates", "update"),
      labelled("Work,Important", "meeting"),
    ];
    const root = folderWith({ "All mail.mbox": mailboxOf(messages) });
    const file = join(root, "All mail.mbox");
    const model = join(temporaryFolder(), "model");
    const learned = await train(file, "--json");
    expect(learned.stderr).toContain(
      `thresher: reading ${file}: mailbox, classes in the header field X-Gmail-Labels\n` +
        "thresher: left out 1 message without a label (labels that Gmail sets by itself, such as Inbox, do not count): All mail.mbox#4\n" +
        "thresher: took the first label of 1 message with several (--multi-label learns all): All mail.mbox#2\n",
    );
    expect(JSON.parse(learned.stdout).classes).toEqual([
      { label: "Home, garden", documents: 1 },
      { label: "Spam", documents: 1 },
      { label: "Work", documents: 2 },
    ]);
    const several = await train(file, "--multi-label", "--json");
    expect([several.code, several.stderr.includes("took the first")]).toEqual([0, false]);
    expect(JSON.parse(several.stdout).classes).toMatchObject([
      { label: "Home, garden", documents: 1 },
      { label: "Spam", documents: 1 },
      { label: "Work", documents: 3 },
    ]);
    // The same for all mailboxes of a folder, another field, and parts of a plan.
    await each([[root], [file]], async ([path]) => {
      const other = await train(path, "--label-field", "subject", "--json");
      expect(JSON.parse(other.stdout).classes).toHaveLength(5);
    });
    const plan = join(temporaryFolder(), "plan");
    const parts = temporaryFolder();
    expect((await thresher(["plan", file, "--shards", "2", "-o", plan])).code).toBe(0);
    for (const shard of ["0", "1"]) {
      expect((await thresher(["count", plan, "--shard", shard, "-o", parts])).code).toBe(0);
    }
    const merged = join(temporaryFolder(), "merged");
    expect((await thresher(["merge", parts, "--plan", plan, "-m", merged])).code).toBe(0);
    await thresher(["train", file, "-m", model]);
    expect(readFileSync(merged).equals(readFileSync(model))).toBe(true);
    // The unpacked folder is enough, unless it has other documents.
    const box = { "All mail.mbox": mailboxOf(messages) };
    const settings = { "Filters.json": '{"filter": []}' };
    const unpacked = folderWith({ Mail: { ...box, "User Settings": settings }, "archive_browser.html": "<p>Takeout" });
    await each([[unpacked], [join(unpacked, "Mail")], [root]], async ([path]) => {
      expect(JSON.parse((await train(path, "--json")).stdout).classes).toHaveLength(3);
    });
    const beside = await train(folderWith({ ...box, ham: { a: "lunch" } }), "--json");
    expect(JSON.parse(beside.stdout).classes.map(({ label }: { label: string }) => label)).toEqual(["All mail", "ham"]);
    const one = folderWith({ "a.mbox": mailboxOf(["Subject: a\n"]) });
    expectFault(await train(join(one, "a.mbox")), 1, /a\.mbox: a mailbox holds only one class: .* \(--label-field\)$/m);
  });

  it("is refused with what to do, if it is a folder of mailboxes without a suffix, or a mailbox of another format", async () => {
    const mailbox = mailboxOf(["Subject: a\n", "Subject: b\n"]);
    const root = folderWith({ Inbox: mailbox, "Old junk": mailbox, mmdf: "\x01\x01\x01\x01\nSubject: a\n" });
    const mmdf = join(root, "mmdf");
    const convert = "a mailbox in the MMDF format: save it in the mbox format, or as a file for each message";
    await each([[mmdf], [mmdf, join(root, "Inbox")]], async (paths) => {
      expectFault(await train(...paths), 1, `${mmdf}: ${convert}`);
    });
    rmSync(mmdf);
    expectFault(
      await train(root),
      1,
      `2 files lie directly in it, and each is a mailbox: name them, as in thresher train ${root}/Inbox '${root}/Old junk' -m MODEL`,
    );
    expect((await train(join(root, "Inbox"), join(root, "Old junk"))).code).toBe(0);
  });

  it("leaves out deleted messages of a mailbox and says how many, also where that is strict", async () => {
    const text = (i: number, flags: string) => `X-Mozilla-Status: ${flags}\nSubject: word${i}\n\nword${i}\n`;
    const root = folderWith({
      "ham.mbox": mailboxOf([text(1, "0001"), text(2, "0009")]),
      "spam.mbox": mailboxOf([text(3, "0000"), text(4, "0008")]),
    });
    const trained = await train(root, "--json", "--strict");
    expect(trained.code).toBe(0);
    expect(trained.stderr).toContain(
      "left out 2 deleted messages (the mail program has not removed them yet): ham.mbox#2, spam.mbox#2\n",
    );
    const { documents, problems } = JSON.parse(trained.stdout);
    expect([documents, problems[0]]).toEqual([2, { kind: "deleted", where: "ham.mbox#2" }]);
    const { code, found } = await sorted(join(root, "ham.mbox"));
    expect([code, found.length]).toEqual([0, 1]);
  });

  it("is evaluated by date and by thread, audited, and shown on a page with what its mistakes say", async () => {
    const root = CONTAINERS["a packed mailbox per class"](MESSAGES);
    const page = join(temporaryFolder(), "page.html");
    const outcomes = await each(
      [
        ["--by-date", "--holdout", "1/3", "--json"],
        ["--group-by", "from", "--folds", "3", "--json"],
        ["--folds", "3", "--audit", "--report", page, "--json"],
        ["--test", root, "--positive", "ham"],
        ["--folds", "3", "--positive", "none"],
      ],
      (options) => thresher(["evaluate", root, ...options]),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 2]);
    expect(JSON.parse(outcomes[0].stdout).documents).toEqual({ train: 8, test: 4 });
    expect(JSON.parse(outcomes[1].stdout).protocol.groups).toBe(5);
    expect(JSON.parse(outcomes[2].stdout).audit.messages).toBe(12);
    expect(outcomes[3].stderr).toContain("is also the training corpus");
    expect(outcomes[4].stderr).toMatch(/positive: there is no class "none", only "ham" and "spam"$/m);
  });

  it("is searched for doubts", async () => {
    const wrong = MESSAGES.map((one, i) => (i === 4 ? { ...one, label: "spam" } : one));
    const root = CONTAINERS["a mailbox per class"](wrong);
    const { code, stdout } = await thresher(["doubts", root, "--folds", "3", "--json"]);
    const [first] = JSON.parse(stdout).doubts;
    expect({ code, ...first }).toMatchObject({ code: 0, id: "spam.mbox#3", looksLike: "ham", subject: "re 1" });
  });

  it("has its class and text in the columns that the options name; lines without them are left out", async () => {
    const root = join(temporaryFolder(), "sms.csv");
    writeFileSync(root, "kind,words\nham,lunch letter\nspam,prize cash\nham\n");
    const columns = ["--label-column", "kind", "--text-column", "words"];
    const { code, stderr } = await train(root, ...columns);
    expect(code).toBe(0);
    expect(stderr).toContain("left out 1 line without a class or a text: sms.csv#3 (too few cells)");
    expectFault(await train(root), 1, /there are no columns "label" and "text"; the columns are "kind", "words"/);
    expectFault(
      await thresher(["train", root, "-m", root, ...columns]),
      2,
      /this file belongs to the corpus: write to another one$/m,
    );
  });
});

describe("a corpus that cannot be read", () => {
  it("is refused with the reason, a Maildir or an archive like a folder", async () => {
    const maildir = CONTAINERS["a Maildir with folders"](MESSAGES);
    chmodSync(maildir, 0o111);
    const archive = CONTAINERS["a packed tar archive"](MESSAGES);
    const table = CONTAINERS["comma-separated values"](MESSAGES);
    for (const file of [archive, table]) chmodSync(file, 0);
    const outcomes = await each([maildir, archive, table], (root) => thresherAsNobody(["evaluate", root]));
    for (const outcome of outcomes) expectFault(outcome, 1, /: (?:.*: )?permission denied$/m);
  });
});

describe("mailboxes of all classes, one by one", () => {
  it("can be trained on", async () => {
    const of = (label: string) => mailboxOf(MESSAGES.filter((one) => one.label === label).map(({ text }) => text));
    const folder = folderWith({ "ham.mbox": of("ham"), "spam.mbox.gz": gzipSync(of("spam")) });
    const run = (...args: string[]) => thresher(args, { cwd: folder });
    const { code, stdout, stderr } = await run("train", "ham.mbox", "spam.mbox.gz", "-m", "model", "--jobs", "2");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "thresher: reading ham.mbox, spam.mbox.gz: 2 mailboxes\n" });
    expect(stdout).toContain("Learned 2 classes from 12 documents (ham 6, spam 6)");
    const more = await run("evaluate", "ham.mbox", "spam.mbox.gz");
    expectFault(
      more,
      2,
      /evaluate takes one corpus, not ".*" too: a corpus is one path, such as a folder with .* for each class; see/,
    );
    expectFault(
      await run("train", "ham.mbox", "-m", "x"),
      1,
      /a mailbox holds only one class: put those of all classes into a folder, name all of them, or name/m,
    );
    const onto = await run("train", "ham.mbox", "spam.mbox.gz", "-m", "ham.mbox");
    expectFault(onto, 2, /ham\.mbox: this file belongs to the corpus/);
  });
});

describe("tar archives in the folder of a class", () => {
  const packed = gzipSync(tarOf([{ path: "x/1", content: "lunch letter" }]));

  it("are accepted by commands that learn and commands that classify", async () => {
    const root = folderWith({ ham: { "2003.tar.gz": packed }, spam: { "1": "prize cash" } });
    const { code, stderr } = await train(root);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `thresher: reading ${root}: folder with one tar archive\n` });
    expect((await sorted(join(root, "ham"))).found).toEqual([`${join(root, "ham/2003.tar.gz")}#x/1 ham`]);
  });

  it("are left out beside other files, with a word on it", async () => {
    const root = folderWith({ ham: { "2003.tar.gz": packed, "1": "lunch letter" }, spam: { "1": "prize cash" } });
    const { code, stderr } = await train(root);
    expect(code).toBe(0);
    expectOneLine(stderr, /left out 1 tar archive beside other files of a class \(.*\): ham\/2003\.tar\.gz$/m);
  });
});

describe("documents to be classified", () => {
  it("may be in mailboxes, archives and tables, packed or not", async () => {
    const [ham, spam] = ["ham", "spam"].map((label) => MESSAGES.filter((one) => one.label === label));
    const text = ({ text }: { text: string }) => text;
    const folder = folderWith({
      "in.mbox": mailboxOf([ham[0], spam[0]].map(text)),
      "old.mbox.gz": gzipSync(mailboxOf([spam[1].text])),
      box: mailboxOf([spam[0], ham[0]].map(text)),
      single: `${SEPARATOR}${ham[1].text}`,
      "a.eml.gz": gzipSync(spam[2].text),
      "m.tgz": gzipSync(tarOf([{ path: "x/1", content: ham[2].text }])),
      "l.jsonl": `${JSON.stringify({ message: spam[3].text })}\n`,
    });
    const paths = ["in.mbox", "old.mbox.gz", "box", "single", "a.eml.gz", "m.tgz"].map((name) => join(folder, name));
    const { code, stderr, found } = await sorted(...paths, join(folder, "l.jsonl"), "--text-column", "message");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(found.map((line) => line.slice(folder.length + 1))).toEqual([
      "in.mbox#1 ham",
      "in.mbox#2 spam",
      "old.mbox.gz#1 spam",
      "box#1 spam",
      "box#2 ham",
      "single ham",
      "a.eml.gz spam",
      "m.tgz#x/1 ham",
      "l.jsonl#1 spam",
    ]);
  });

  it("may be in a table that Excel saved as Unicode text, if a column has a usual name of texts", async () => {
    const rows = 'ID\tText\n7\tprize cash\n8\tlunch letter\n9\t"lunch\nletter"\n';
    const root = folderWith({
      "table.txt": Buffer.from(`\ufeff${rows}`, "utf16le"),
      "letter.txt": rows.replace("Text", "Other"),
    });
    const [table, letter] = ["table.txt", "letter.txt"].map((name) => join(root, name));
    const { found } = await sorted(table, letter);
    const labels = found.map((line) => line.slice(root.length + 1));
    expect(labels).toEqual(["table.txt#1 spam", "table.txt#2 ham", "table.txt#3 ham", "letter.txt ham"]);
    expect((await sorted(`${table}#1`)).found).toEqual([`${table}#1 spam`]);
    const options = ["--input-format", "tsv", "--text-column", "Other"];
    expect((await sorted(`${letter}#2`, ...options)).found).toEqual([`${letter}#2 ham`]);
  });

  it("are in a folder its mailboxes, archives, packed texts and the messages of Maildirs; a table there is a text", async () => {
    const folder = folderWith({
      box: { cur: { "1:2,S": "lunch" }, new: { "2": "prize" }, tmp: { "3": "x" }, uidlist: "x" },
      "a.mbox": mailboxOf(["Subject: prize\n"]),
      "b.gz": gzipSync("cash"),
      "c.csv": "lunch,letter\n",
      2024: mailboxOf(["Subject: cash\n", "Subject: lunch\n"]),
      "d.gz": gzipSync("cash").subarray(0, 12),
    });
    const { code, stderr, found } = await sorted(folder);
    expect(found.map((line) => line.slice(folder.length + 1))).toEqual([
      "2024#1 spam",
      "2024#2 ham",
      "a.mbox#1 spam",
      "b.gz spam",
      "box/cur/1:2,S ham",
      "box/new/2 spam",
      "c.csv ham",
    ]);
    expect(code).toBe(1);
    expectOneLine(
      stderr,
      /left out 1 file or folder that cannot be read: .*d\.gz \(damaged gzip: unexpected end of file\)$/m,
    );
  });

  it("are in a folder of a mail program its messages, without its files and deleted messages", async () => {
    const folder = folderWith({
      Inbox: mailboxOf(["Subject: prize\n", "Subject: lunch\n"]),
      "Inbox.msf": "x",
      "popstate.dat": "x",
      "Lists.msf": "x",
      "Lists.sbd": { node: mailboxOf(["Subject: letter\n"]), "node.msf": "x", Old: { cur: { "1:2,T": "x" }, new: {} } },
    });
    const { code, stderr, found } = await sorted(folder);
    const lines = ["Inbox#1 spam", "Inbox#2 ham", "Lists.sbd/node#1 ham"];
    expect(found.map((line) => line.slice(folder.length + 1))).toEqual(lines);
    expect(code).toBe(0);
    expectOneLine(stderr, /^thresher: left out 1 deleted message .*: .*Lists\.sbd\/Old\/cur\/1:2,T$/m);
    const one = await sorted(join(folder, "Lists.sbd/node#1"), "--quiet");
    expect(one).toMatchObject({ code: 0, stderr: "" });
    const into = join(temporaryFolder(), "into");
    const filed = await thresher(["sort", folder, "-m", model, "--into", into, "--json"]);
    expect(filed.code).toBe(0);
    expect(namesIn(join(into, "ham")).sort()).toEqual(["Inbox-2.eml", "node-1.eml"]);
  });

  it("are told to be in a damaged archive, and stop at it when that is strict", async () => {
    const packed = gzipSync(mailboxOf(Array.from({ length: 3000 }, (_, i) => `Subject: prize ${i * i}\n`)));
    const file = join(temporaryFolder(), "a.mbox.gz");
    writeFileSync(file, packed.subarray(0, packed.length - 4));
    const { code, stderr, found } = await sorted(file);
    expect({ code, documents: found.length }).toEqual({ code: 1, documents: 3000 });
    expectOneLine(stderr, /read 1 damaged archive only up to the fault: .*a\.mbox\.gz \(damaged gzip: unexpected end/m);
    const strict = await sorted(file, "--strict");
    expect({ code: strict.code, documents: strict.found.length }).toEqual({ code: 1, documents: 3000 });
    expect(strict.stderr).toMatch(/cannot be read: damaged gzip.* \(--strict\)$/m);
    const table = CONTAINERS["comma-separated values"](MESSAGES);
    expectFault(
      await thresher(["classify", "-m", model, table, "--text-column", "no"]),
      1,
      /there is no column "no"; the columns are "label", "other", "text": choose one with --text-column$/m,
    );
  });
});

describe("a document in an archive", () => {
  const [ham, spam] = ["ham", "spam"].map((label) => MESSAGES.filter((one) => one.label === label));
  const folder = folderWith({
    "in.mbox": mailboxOf([ham[0], spam[0], ham[1]].map(({ text }) => text)),
    "odd#1.mbox.gz": gzipSync(mailboxOf([spam[1].text, ham[2].text])),
    box: mailboxOf([spam[2], ham[3]].map(({ text }) => text)),
    "m.tar": tarOf(["x/1", "x#2"].map((path, i) => ({ path, content: ham[i].text }))),
    "l.jsonl": `${JSON.stringify({ text: spam[3].text })}\n`,
    "plain.txt": spam[0].text,
  });
  const all = ["in.mbox", "odd#1.mbox.gz", "box", "m.tar", "l.jsonl"].map((name) => join(folder, name));
  const here = (...args: string[]) => thresher(args, { cwd: folder });

  it("is taken by the name that classify prints", async () => {
    const whole = await sorted(...all);
    const names = whole.found.map((line) => line.replace(/ \w+$/, ""));
    expect(names).toHaveLength(10);
    expect(await sorted(...names)).toEqual(whole);
    for (const name of names) expect((await sorted(name)).found).toHaveLength(1);
    const some = [names[6], names[2], names[0]];
    expect((await sorted(...some)).found).toEqual([6, 0, 2].map((n) => whole.found[n]));
    expect((await sorted(names[0], all[0], names[1])).found).toEqual(whole.found.slice(0, 3));
  });

  it("is taken by every command that takes documents", async () => {
    const explained = await here("explain", "in.mbox#2", "-m", model);
    expect(explained.stdout).toMatch(/^in\.mbox#2: spam, probability/);
    expect(
      (await here("train", CONTAINERS["a folder per class"](MESSAGES), "-m", "keeps", "--keep-documents")).code,
    ).toBe(0);
    expect((await here("similar", "in.mbox#2", "-m", "keeps", "--top", "1")).stdout).toMatch(/^in\.mbox#2\n/);
    const changes = [
      [
        ["learn", "ham", "in.mbox#1", "in.mbox#3"],
        /^learned {2}ham {2}in\.mbox#1\nlearned {2}ham {2}in\.mbox#3\n2 learned/,
      ],
      [["learn", "spam", "odd#1.mbox.gz#1"], /^learned {2}spam {2}odd#1\.mbox\.gz#1\n/],
      [["relabel", "spam", "m.tar#x/1"], /^relabelled {2}ham → spam {2}m\.tar#x\/1\n/],
      [["unlearn", "m.tar#x#2"], /^unlearned {2}ham {2}m\.tar#x#2\n/],
    ] as const;
    for (const [args, said] of changes) {
      expect((await here(...args, "-m", "grows")).stdout, args.join(" ")).toMatch(said);
    }
    const { stdout, code } = await here("sort", "in.mbox#2", "-m", model, "--into", "sorted");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("→ sorted/spam/in.mbox-2.eml\n") });
  });

  it("is reported if it is missing; a file of exactly that name comes first", async () => {
    const missing = await sorted(join(folder, "in.mbox#1"), join(folder, "in.mbox#4"), join(folder, "m.tar#y"));
    expect({ code: missing.code, found: missing.found }).toEqual({ code: 1, found: [`${folder}/in.mbox#1 ham`] });
    expect(missing.stderr).toMatch(
      /left out 2 files or folders that cannot be read: \S+in\.mbox#4 \(the file has no such document\), \S+m\.tar#y \(the file/,
    );
    for (const name of ["plain.txt#1", "in.mbox#0", "in.mbox#two", "none.mbox#1", "in.mbox#"]) {
      const { code, stderr } = await sorted(join(folder, name));
      expect(code, name).toBe(1);
      expect(stderr, name).toContain(`${name} (no such file or folder)`);
    }
    const both = folderWith({ "in.mbox": mailboxOf([ham[0].text, ham[1].text]), "in.mbox#2": spam[0].text });
    const { stderr, found } = await sorted(join(both, "in.mbox#2"));
    expect(found).toEqual([`${both}/in.mbox#2 spam`]);
    expect(stderr).toBe(`thresher: ${both}/in.mbox#2 is read as the file of that name\n`);
  });
});
