import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { downloadMailbox, type MailboxOptions } from "../../../src/mailbox/training/download-mailbox.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { folderWith, namesIn, temporaryFolder } from "../../helpers/folder.js";
import { fetched, listing, type StoredMail, serving, storedFolder, uidsIn } from "../../helpers/imap-mail.js";
import { type ImapAnswer, type ImapCommand, TestImapServer } from "../../helpers/imap-server.js";

let server: TestImapServer | undefined;
afterEach(() => server?.close());

const WORDS = { Junk: "winner cash prize", Work: "meeting lunch report", Lists: "kernel patch release" };

/** A message of a folder. */
function messageOf(folder: keyof typeof WORDS, uid: number): string {
  return `From: ${folder}@example.org\nDate: ${1 + (uid % 28)} Jan 2026 12:00:00 +0000\nMessage-ID: <${folder}${uid}@example.org>\nSubject: ${folder} ${uid}\n\n${WORDS[folder]} number${uid}\n`;
}

/** The mail of an account: two classes and the inbox. */
function newMail(perFolder = 5): StoredMail {
  const uids = Array.from({ length: perFolder }, (_, i) => 3 * i + 2);
  const INBOX = storedFolder([1, 2], (uid) => messageOf("Lists", uid));
  const [Junk, Work] = (["Junk", "Work"] as const).map((name) => storedFolder(uids, (uid) => messageOf(name, uid)));
  return new Map(Object.entries({ INBOX, Junk, Work }));
}

type Answers = Readonly<Record<string, ImapAnswer>>;

async function started(mail: StoredMail, change?: Answers | ((plain: Answers) => Answers)): Promise<TestImapServer> {
  server?.close();
  server = await TestImapServer.start(serving(mail, typeof change === "function" ? change : () => change ?? {}));
  return server;
}

/** Downloads the mail of a server, and returns what was found and which UIDs were asked for. */
async function download(from: TestImapServer, folder: string, options: MailboxOptions = {}) {
  from.received.length = 0;
  const given = { ask: async () => "secret", pauses: Array.from({ length: 8 }, () => 0), ...options };
  const { corpus, downloaded } = await downloadMailbox(from.account(), folder, given);
  const documents = Array.from(corpus, ({ label, bytes }) => [label, Buffer.from(bytes).toString("latin1")] as const);
  const asked = from.received.flatMap((line) => (/^UID FETCH /.test(line) ? uidsIn(line.slice(10)) : []));
  return { corpus, downloaded, documents, asked };
}

/** The documents of folders, as a corpus reads them. */
function documentsOf(mail: StoredMail, ...names: readonly string[]) {
  return names.flatMap((name) =>
    [...(mail.get(name)?.messages.values() ?? [])].map((text) => [name, text.replaceAll("\n", "\r\n")] as const),
  );
}

/** The message of the error of a download. */
async function faultOf(from: TestImapServer, folder = temporaryFolder(), options?: MailboxOptions): Promise<string> {
  const error = await download(from, folder, options).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(error).toMatchObject({ name: "DataError" });
  expect(error?.message).toMatch(/^[^\n]{1,400}$/);
  return error?.message ?? "";
}

describe("downloadMailbox", () => {
  it("reads each folder as a class, and changes nothing on the server", async () => {
    const mail = newMail();
    const from = await started(mail);
    const { documents, downloaded, corpus } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect({ downloaded, size: corpus.size, problems: corpus.problems }).toEqual({
      downloaded: 10,
      size: 10,
      problems: [],
    });
    const commands = new Set(from.received.map((line) => /^(?:UID )?\S+/.exec(line)?.[0]));
    expect([...commands].sort()).toEqual([
      "CAPABILITY",
      "EXAMINE",
      "LIST",
      "LOGIN",
      "LOGOUT",
      "LSUB",
      "NAMESPACE",
      "UID FETCH",
      "UID SEARCH",
    ]);
    const fetches = from.received.filter((line) => line.startsWith("UID FETCH"));
    expect(fetches.every((line) => /BODY\.PEEK\[\]<0\.16777217>/.test(line) && !/BODY\[/.test(line))).toBe(true);
  });

  it("gives the model of a local copy of the folders, byte for byte", async () => {
    const mail = newMail(20);
    const from = await started(mail);
    const folder = temporaryFolder();
    const { corpus } = await download(from, folder);
    const local = folderWith(
      Object.fromEntries(
        ["Junk", "Work"].map((name) => [
          name,
          Object.fromEntries([...(mail.get(name)?.messages ?? [])].map(([uid, text]) => [`${1000 + uid}`, text])),
        ]),
      ),
    );
    for (const options of [{ preset: "mail", remember: true }, { preset: "mail" }, { preset: "mail-best" }] as const) {
      const model = serialize(train(corpus, options));
      expect(serialize(train(openCorpus(local), options))).toEqual(model);
      expect(serialize(train(openCorpus(folder), options))).toEqual(model);
    }
  });

  it("reads as many messages as needed in chunks", async () => {
    const mail = newMail(250);
    const from = await started(mail);
    const { documents } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(from.received.filter((line) => line.startsWith("UID FETCH"))).toHaveLength(6);
  });

  it("chooses folders by name, and reads the inbox only if it is named", async () => {
    const mail = newMail();
    mail.set(
      "Lists/node",
      storedFolder([1], (uid) => messageOf("Lists", uid)),
    );
    mail.set(
      "Sent",
      storedFolder([1], (uid) => messageOf("Work", uid)),
    );
    const from = await started(mail);
    const labelsOf = async (options: MailboxOptions) =>
      (await download(from, temporaryFolder(), options)).corpus.labels;
    expect(await labelsOf({})).toEqual(["Junk", "Lists/node", "Work"]);
    expect(await labelsOf({ exclude: ["Lists/*"] })).toEqual(["Junk", "Work"]);
    expect(await labelsOf({ folders: ["INBOX", "Work"] })).toEqual(["INBOX", "Work"]);
    const { corpus } = await download(from, temporaryFolder(), { exclude: ["Lists/*", "Wrk"] });
    expect(corpus.problems).toEqual([{ kind: "unmatched", where: "Wrk", detail: "exclude" }]);
  });

  it("reads the newest messages of each folder, and those since a day", async () => {
    const mail = newMail();
    const from = await started(mail, {
      "UID SEARCH": ({ tag, args }) => `* SEARCH ${/SINCE/.test(args) ? "8 11" : "2 5 8 11 14"}\r\n${tag} OK\r\n`,
    });
    expect((await download(from, temporaryFolder(), { newest: 2 })).asked).toEqual([11, 14, 11, 14]);
    const since = new Date("2026-01-31");
    expect((await download(from, temporaryFolder(), { since })).asked).toEqual([8, 11, 8, 11]);
    expect(from.received).toContain("UID SEARCH UNDELETED SINCE 31-Jan-2026");
  });

  it("leaves out folders without messages", async () => {
    const mail = newMail();
    mail.set("Empty", { messages: new Map() });
    const { corpus } = await download(await started(mail), temporaryFolder());
    expect(corpus.labels).toEqual(["Junk", "Work"]);
    expect(corpus.problems).toEqual([{ kind: "empty class", where: "Empty" }]);
  });
});

describe("a copy that is kept", () => {
  it("is downloaded once, and follows the server", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = temporaryFolder();
    expect((await download(from, folder)).asked).toHaveLength(10);
    expect(await download(from, folder)).toMatchObject({ asked: [], downloaded: 0 });
    // One message comes, one goes, one is moved.
    mail.get("Work")?.messages.set(20, messageOf("Work", 20)).delete(2);
    const moved = mail.get("Junk")?.messages.get(5) ?? "";
    mail.get("Junk")?.messages.delete(5);
    mail.get("Work")?.messages.set(21, moved);
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([20, 21]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(Array.from(openCorpus(folder), ({ label, bytes }) => [label, Buffer.from(bytes).toString()])).toEqual(
      documents,
    );
  });

  it("keeps messages that are not wanted this time", async () => {
    const from = await started(newMail());
    const folder = temporaryFolder();
    await download(from, folder);
    expect(await download(from, folder, { newest: 1 })).toMatchObject({ downloaded: 0, corpus: { size: 2 } });
    expect(await download(from, folder)).toMatchObject({ downloaded: 0, corpus: { size: 10 } });
  });

  it("is downloaded again where UIDVALIDITY changed", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = temporaryFolder();
    await download(from, folder);
    const Work = storedFolder([2, 5], (uid) => messageOf("Work", 100 + uid));
    mail.set("Work", { ...Work, validity: 7 });
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([2, 5]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(readdirSync(join(folder, "Work/cur"))).toHaveLength(2);
  });

  it("loses folders that the server no longer has, but not files that are not messages of it", async () => {
    const mail = newMail();
    mail.set(
      "Old/2020",
      storedFolder([1], (uid) => messageOf("Lists", uid)),
    );
    mail.set(
      "Other",
      storedFolder([1], (uid) => messageOf("Lists", uid)),
    );
    const from = await started(mail);
    const folder = temporaryFolder();
    await download(from, folder);
    writeFileSync(join(folder, "Other/cur/note"), "mine");
    mail.delete("Old/2020");
    mail.delete("Other");
    await download(from, folder);
    expect(existsSync(join(folder, "Old/2020"))).toBe(false);
    expect(readdirSync(join(folder, "Other/cur"))).toEqual(["note"]);
  });

  it("downloads messages again that are cut or lost, and knows those with flags", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = temporaryFolder();
    await download(from, folder);
    const [first, second] = readdirSync(join(folder, "Work/cur")).sort();
    writeFileSync(join(folder, "Work/cur", first), "cut");
    renameSync(join(folder, "Work/cur", second), join(folder, "Work/cur", `${second}:2,FS`));
    writeFileSync(join(folder, "Work/tmp/0000000001.0000000008.thresher,S=9.999999999"), "left");
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([2]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(readdirSync(join(folder, "Work/tmp"))).toEqual([]);
  });

  it("is readable by nobody else", async () => {
    const from = await started(newMail());
    const folder = join(temporaryFolder(), "copy");
    await download(from, folder);
    const [message] = readdirSync(join(folder, "Work/cur"));
    const modes = ["", "Work/cur", `Work/cur/${message}`].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it.each<readonly [string, () => string, RegExp]>([
    ["another folder", () => folderWith({ "letter.txt": "hello" }), /has other files: name a new or an empty folder/],
    ["a file", () => join(folderWith({ file: "hello" }), "file"), /cannot be (?:made|listed): /],
    [
      "a copy of another account",
      () => folderWith({ ".thresher-mailbox": "you at b" }),
      /is a copy of you at b, not of me at 127\.0\.0\.1: name another folder$/,
    ],
    ["a folder", () => folderWith({ ".thresher-mailbox": {} }), /\.thresher-mailbox cannot be read: it is a folder/],
  ])("is refused if it is %s", async (_, folder, message) => {
    const path = folder();
    expect(await faultOf(await started(newMail()), path)).toMatch(message);
    expect(server?.received).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)("is refused in a folder of another user", async () => {
    const folder = folderWith({});
    chownSync(folder, 65_534, 65_534);
    expect(await faultOf(await started(newMail()), folder)).toMatch(
      / is another user's, who could change the mail in it/,
    );
    expect(server?.received).toEqual([]);
  });

  it("has safe names for any folder", async () => {
    const names = ["..", "cur", "a/../b", "Gr&APwA3w-e", "x".repeat(300), ".hidden", "old.mbox", "q:?", "R&-D"];
    const from = await started(newMail(), {
      LIST: listing(names),
      EXAMINE: ({ tag }) => `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n${tag} OK\r\n`,
      "UID SEARCH": ({ tag }) => `* SEARCH 1\r\n${tag} OK\r\n`,
      "UID FETCH": ({ tag }) => `${fetched(1, "Subject: a\r\n\r\nb\r\n")}${tag} OK\r\n`,
    });
    const parent = temporaryFolder();
    const { corpus } = await download(from, join(parent, "copy"));
    const labels = ["..", ".hidden", "Grüße", "R&D", "a/../b", "cur", "old.mbox", "q:?", "x".repeat(300)];
    expect(corpus.labels).toEqual(labels.sort());
    expect(readdirSync(parent)).toEqual(["copy"]);
    const top = readdirSync(join(parent, "copy"));
    expect(top.filter((name) => /^&[0-9a-f]{32}$/.test(name))).toHaveLength(6);
    expect(top).toEqual(expect.arrayContaining(["Gr&APwA3w-e", "R&-D", "a"]));
  });
});

describe("a lost connection", () => {
  /** Returns what cuts the connection at one of the commands after login, or in the middle of the answer to it. */
  function cutting(at: number, isHalf: boolean) {
    let count = 0;
    const cut =
      (answer: ImapAnswer): ImapAnswer =>
      (command) => {
        const text = answer(command);
        if (command.args === '"" ""' || ++count !== at) return text;
        if (isHalf) command.socket.end(Buffer.from(`${text}`, "latin1").subarray(0, `${text}`.length / 2));
        else command.socket.destroy();
        return undefined;
      };
    return (plain: Answers) => Object.fromEntries(Object.entries(plain).map(([name, answer]) => [name, cut(answer)]));
  }

  it.each([false, true])("at any command does no harm; half an answer: %s", async (isHalf) => {
    const mail = newMail();
    const whole = documentsOf(mail, "Junk", "Work");
    // A download without faults has nine of these commands.
    for (let at = 1; at <= 9; at++) {
      const from = await started(mail, cutting(at, isHalf));
      const lost: [string, number][] = [];
      const onLost = (why: string, seconds: number) => lost.push([why, seconds]);
      const { documents } = await download(from, temporaryFolder(), { onLost });
      expect(documents).toEqual(whole);
      expect(lost).toEqual([[expect.stringMatching(/the server closed the connection|the other side/), 0]]);
    }
  });

  it("is reported after half a minute if there was none before", async () => {
    const from = await started(newMail(), { LOGIN: ({ socket }) => void socket.destroy() });
    expect(await faultOf(from)).toMatch(/^me at 127\.0\.0\.1:\d+: the (?:server|other side) closed the connection$/);
    expect(from.received.filter((line) => line.startsWith("LOGIN"))).toHaveLength(9);
  });

  it("goes on at the message where it stopped", async () => {
    const mail = newMail();
    let isCut = false;
    const from = await started(mail, ({ "UID FETCH": plain }) => ({
      "UID FETCH": (command) => {
        if (isCut) return plain(command);
        isCut = true;
        command.socket.end([2, 5].map((uid) => fetched(uid, messageOf("Junk", uid))).join(""));
        return undefined;
      },
    }));
    await download(from, temporaryFolder());
    const fetches = from.received.filter((line) => line.startsWith("UID FETCH"));
    expect(fetches.map((line) => line.split(" ")[2])).toEqual(["2,5,8,11,14", "8,11,14", "2,5,8,11,14"]);
  });

  it("may change UIDVALIDITY", async () => {
    const mail = newMail();
    let isCut = false;
    const from = await started(mail, ({ "UID FETCH": plain }) => ({
      "UID FETCH": (command) => {
        if (isCut) return plain(command);
        isCut = true;
        mail.set("Junk", { ...storedFolder([1, 2], (uid) => messageOf("Junk", 50 + uid)), validity: 9 });
        command.socket.end(fetched(2, "Subject: old\r\n\r\nold\r\n"));
        return undefined;
      },
    }));
    const { documents } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
  });

  it("is given up after attempts that bring nothing, and only then", async () => {
    const lost: number[] = [];
    const onLost = (_why: string, pause: number) => lost.push(pause);
    const from = await started(newMail(), { EXAMINE: ({ socket }) => void socket.destroy() });
    expect(await faultOf(from, undefined, { pauses: [1, 2, 4], onLost })).toMatch(
      /^me at 127\.0\.0\.1:\d+: the .* closed/,
    );
    expect(lost).toEqual([1, 2, 4]);
    // Each connection brings one chunk.
    let count = 0;
    const cut = await started(newMail(250), ({ "UID FETCH": plain }) => ({
      "UID FETCH": (command) => (++count % 2 === 0 ? void command.socket.destroy() : plain(command)),
    }));
    lost.length = 0;
    expect((await download(cut, temporaryFolder(), { pauses: [1, 2], onLost })).corpus.size).toBe(500);
    expect(lost).toEqual([1, 1, 1, 1, 1]);
  });

  it("is not opened again with a password that is refused twice", async () => {
    let logins = 0;
    const from = await started(newMail(), {
      LOGIN: ({ tag }) => (++logins === 1 ? `${tag} OK\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`),
      EXAMINE: ({ socket }) => void socket.destroy(),
    });
    expect(await faultOf(from)).toMatch(/refuses the user or the password/);
    expect(logins).toBe(3);
  });
});

describe("mail that changes meanwhile", () => {
  it("is no error: messages that are gone are left out", async () => {
    const mail = newMail();
    const from = await started(mail, {
      "UID SEARCH": ({ tag, args }) => `* SEARCH 2 5 8 11 14${/ UID /.test(args) ? "" : " 99"}\r\n${tag} OK\r\n`,
    });
    const { corpus } = await download(from, temporaryFolder());
    expect({ size: corpus.size, problems: corpus.problems }).toEqual({ size: 10, problems: [] });
  });

  it("is no error: a folder that is gone is left out", async () => {
    const mail = newMail();
    mail.set(
      "Lists",
      storedFolder([1], (uid) => messageOf("Lists", uid)),
    );
    const from = await started(mail, ({ LIST }) => ({
      LIST: (command) => {
        const answer = LIST(command);
        if (command.args === '"" "*"') mail.delete("Lists");
        return answer;
      },
    }));
    const { documents, corpus } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(corpus.problems).toEqual([{ kind: "empty class", where: "Lists" }]);
  });

  it("is no error: messages that the server refuses are reported", async () => {
    const mail = newMail();
    const from = await started(mail, {
      "UID FETCH": ({ tag, args }) => {
        const found = uidsIn(args).filter((uid) => uid !== 5);
        return `${found.map((uid) => fetched(uid, "Subject: a\r\n\r\nb\r\n")).join("")}${tag} NO some are damaged\r\n`;
      },
    });
    const { corpus } = await download(from, temporaryFolder());
    expect(corpus.size).toBe(8);
    const detail = "the server refuses it: some are damaged";
    expect(corpus.problems).toEqual(["Junk#5", "Work#5"].map((where) => ({ kind: "unsent", where, detail })));
  });
});

describe("messages that do not come whole", () => {
  /** Answers to FETCH in which one message of each folder is another. */
  const instead = (uid: number, answerOf: (text: string, args: string) => string) => (plain: Answers) => ({
    "UID FETCH": (command: ImapCommand) => {
      const { tag, args } = command;
      const [offset] = /(?<=<)\d+/.exec(args) ?? ["0"];
      const lines = uidsIn(args).map((each) => {
        const whole = `${plain["UID FETCH"]({ ...command, args: `${each} x` })}`.replace(/\S+ OK\r\n$/, "");
        if (whole === "") return "";
        const text = whole.slice(whole.indexOf("}") + 3, -3);
        if (each === uid) return answerOf(text, args);
        return offset === "0" ? whole : answered(each, text.length, text.slice(Number(offset)));
      });
      return `${lines.join("")}${tag} OK\r\n`;
    },
  });
  const answered = (uid: number, size: number, text: string) =>
    `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} BODY[]<0> {${text.length}}\r\n${text})\r\n`;
  const unsent = ["Junk#5", "Work#5"].map((where) => ({
    kind: "unsent",
    where,
    detail: "it comes empty, cut or not at all",
  }));

  it.each<readonly [string, (text: string) => string]>([
    ["NIL", (text) => `* 2 FETCH (UID 5 RFC822.SIZE ${text.length} BODY[]<0> NIL)\r\n`],
    ["an empty text", (text) => `* 2 FETCH (UID 5 RFC822.SIZE ${text.length} BODY[]<0> "")\r\n`],
    ["an empty literal", (text) => answered(5, text.length, "")],
    ["no text", (text) => `* 2 FETCH (UID 5 RFC822.SIZE ${text.length})\r\n`],
    ["no answer", () => ""],
    ["half of it", (text) => answered(5, text.length, text.slice(0, 40))],
  ])("are neither learned nor kept, but named: %s", async (_, answerOf) => {
    const folder = temporaryFolder();
    const { corpus } = await download(await started(newMail(), instead(5, answerOf)), folder);
    expect(corpus.problems).toEqual(unsent);
    expect(corpus.size).toBe(8);
    const { asked, documents } = await download(await started(newMail()), folder).catch((error) => error);
    expect(asked).toEqual([5, 5]);
    expect(documents).toHaveLength(10);
  });

  it("are asked for again, and learned if they come whole then", async () => {
    for (const part of [0, 40]) {
      const asked = new Set<string>();
      const flaky = instead(5, (text, args) => {
        const [offset] = /(?<=<)\d+/.exec(args) ?? [];
        if (offset !== "0") return answered(5, text.length, text.slice(Number(offset)));
        const isFirst = !asked.has(text);
        asked.add(text);
        return answered(5, text.length, isFirst ? text.slice(0, part) : text);
      });
      const { corpus, documents } = await download(await started(newMail(), flaky), temporaryFolder());
      expect(corpus.problems).toEqual([]);
      expect(documents).toEqual(documentsOf(newMail(), "Junk", "Work"));
    }
  });

  it("do not include messages whose size the server only estimates: they are whole if nothing follows", async () => {
    const mail = newMail(150);
    const estimating = ({ "UID FETCH": plain }: Answers) => ({
      "UID FETCH": (command: ImapCommand) =>
        /<[1-9]/.test(command.args)
          ? `* 1 FETCH (UID ${uidsIn(command.args)[0]} BODY[]<1> "")\r\n${command.tag} OK\r\n`
          : `${plain(command)}`.replace(/(?<=SIZE )\d+/g, (size) => `${Number(size) + 37}`),
    });
    const from = await started(mail, estimating);
    const { corpus, documents } = await download(from, temporaryFolder());
    expect(corpus.problems).toEqual([]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    // After the first hundred of each folder, its sizes are not compared any more.
    expect(from.received.filter((line) => line.startsWith("UID FETCH"))).toHaveLength(204);
  });

  it("do not make a class vanish: an error names it and the reason", async () => {
    const from = await started(newMail(), ({ "UID FETCH": plain }) => ({
      "UID FETCH": (command) => {
        const answer = `${plain(command)}`;
        return answer.includes("Work") ? `${command.tag} NO index is broken\r\n` : answer;
      },
    }));
    expect(await faultOf(from)).toMatch(
      /^the folder "Work" has no message that comes whole: the server refuses it: index is broken; to go on without/,
    );
  });

  it("are downloaded again where an earlier version kept them as empty files", async () => {
    const from = await started(newMail());
    const folder = temporaryFolder();
    await download(from, folder);
    const [name] = readdirSync(join(folder, "Work/cur")).sort();
    rmSync(join(folder, "Work/cur", name));
    writeFileSync(join(folder, "Work/cur", name.replace(/S=\d+/, "S=0")), "");
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([2]);
    expect(documents).toEqual(documentsOf(newMail(), "Junk", "Work"));
  });
});

describe("a server or a choice that gives no corpus", () => {
  it.each<
    readonly [string, (mail: StoredMail) => Readonly<Record<string, ImapAnswer>> | undefined, MailboxOptions, RegExp]
  >([
    [
      "no folder with messages",
      (mail) => {
        for (const { messages } of mail.values()) messages.clear();
        return undefined;
      },
      {},
      /^no folder has messages, and each folder is a class: there must be two/,
    ],
    ["only one class", (mail) => void mail.delete("Work"), {}, /^only one folder, "Junk", has messages, and/],
    [
      "no message since a day",
      () => ({ "UID SEARCH": ({ tag, args }) => `* SEARCH${/SINCE/.test(args) ? "" : " 1"}\r\n${tag} OK\r\n` }),
      { since: new Date("2030-01-01") },
      /^no folder has messages, and/,
    ],
    [
      "a folder that does not exist",
      () => undefined,
      { folders: ["Wrk"] },
      /^there is no folder "Wrk": there is INBOX, Junk, Work$/,
    ],
    [
      "a folder in other letters",
      () => undefined,
      { folders: ["work"] },
      /^there is no folder "work": there is INBOX, Junk, Work$/,
    ],
    [
      "a pattern for nothing",
      () => undefined,
      { folders: ["Lists/*"] },
      /^there is no folder "Lists\/\*": there is INBOX, /,
    ],
    [
      "50,000 folders",
      () => ({
        LIST: listing(Array.from({ length: 50_000 }, (_, i) => `f${i}`)),
      }),
      {},
      /^50,000 folders would be classes, more than 10,000: choose others by folders$/,
    ],
    [
      "a folder that nobody may open",
      () => ({ EXAMINE: ({ tag }) => `${tag} NO [NOPERM] not yours\r\n` }),
      {},
      /^the folder "Junk" cannot be opened: .*not yours; to go on without it, exclude it$/,
    ],
    [
      "no UIDVALIDITY",
      () => ({ EXAMINE: ({ tag }) => `* 1 EXISTS\r\n${tag} OK\r\n` }),
      {},
      /^the folder "Junk" has no UIDVALIDITY/,
    ],
    [
      "no search",
      () => ({ "UID SEARCH": ({ tag }) => `${tag} BAD what\r\n` }),
      {},
      /^the folder "Junk" cannot be searched/,
    ],
    [
      "a literal of 4 GB",
      () => ({ "UID FETCH": () => "* 1 FETCH (UID 2 BODY[]<0> {4294967296}\r\n" }),
      {},
      /the server sent more than .* in one answer/,
    ],
    ["garbage", () => ({ "UID FETCH": ({ tag }) => `${tag} \0\x01({]"\r\n` }), {}, /what it sends is not IMAP/],
  ])("is told in one line: %s", async (_, change, options, message) => {
    const mail = newMail();
    const answers = change(mail);
    const folder = temporaryFolder();
    expect(await faultOf(await started(mail, answers), folder, options)).toMatch(message);
    expect(namesIn(folder).filter((name) => /\/cur\/./.test(name))).toEqual([]);
  });

  it("takes no message that was not asked for, none without text, and none longer than the limit", async () => {
    const mail = newMail();
    const long = `Subject: a\r\n\r\n${"x".repeat(17 * 2 ** 20)}`;
    const from = await started(mail, {
      "UID FETCH": ({ tag, args }) => {
        const [first, second] = uidsIn(args);
        if (second === undefined) return `${tag} OK\r\n`;
        const more = [fetched(77, "Subject: no\r\n\r\nno\r\n"), `* 9 FETCH (UID ${second} BODY[]<0> NIL)\r\n`];
        return `${[fetched(first, long), ...more].join("")}${tag} OK\r\n`;
      },
    });
    const folder = temporaryFolder();
    const { corpus } = await download(from, folder);
    expect(corpus.size).toBe(2);
    const [name] = readdirSync(join(folder, "Work/cur"));
    expect(readFileSync(join(folder, "Work/cur", name))).toHaveLength(2 ** 24 + 1);
    expect(corpus.problems.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 8 }, () => "unsent"),
      "truncated",
      "truncated",
    ]);
  });
});
