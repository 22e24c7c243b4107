import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MailboxOptions } from "../../../src/mailbox/training/download-mailbox.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";
import { fetched, listing, type StoredMail, uidsIn } from "../../helpers/imap-mail.js";
import type { ImapAnswer, ImapCommand } from "../../helpers/imap-server.js";
import { type Answers, documentsOf, download, faultOf, newMail, started } from "./downloads.js";

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
  const detail = "it comes empty, cut or not at all";
  const unsent = ["Junk#5", "Work#5"].map((where) => ({ kind: "unsent", where, detail }));

  it.each<readonly [string, (text: string) => string]>([
    ...[" BODY[]<0> NIL", ' BODY[]<0> ""', " BODY[]<0> {0}\r\n", ""].map((item) => {
      return [item, (text: string) => `* 2 FETCH (UID 5 RFC822.SIZE ${text.length}${item})\r\n`] as const;
    }),
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
    const fault =
      /^the folder "Work" has no message that comes whole: the server refuses it: index is broken; to go on without/;
    expect(await faultOf(from)).toMatch(fault);
  });
});

describe("a server or a choice that gives no corpus", () => {
  type Change = (mail: StoredMail) => Readonly<Record<string, ImapAnswer>> | undefined;
  const asItIs: Change = () => undefined;
  const emptied: Change = (mail) => {
    for (const { messages } of mail.values()) messages.clear();
    return undefined;
  };
  /** Answers a command with lines, in which TAG is that of the command. */
  const answering = (name: string, lines: string): Change => {
    return () => ({ [name]: ({ tag }) => `${lines.replaceAll("TAG", tag)}\r\n` });
  };
  const many = Array.from({ length: 10_001 }, (_, i) => `f${i}`);
  const late: Change = () => ({
    "UID SEARCH": ({ tag, args }) => `* SEARCH${/SINCE/.test(args) ? "" : " 1"}\r\n${tag} OK\r\n`,
  });
  it.each<readonly [string, Change, MailboxOptions, RegExp]>([
    ["no messages", emptied, {}, /^no folder has messages, and each folder is a class: there must be two/],
    ["only one class", (mail) => void mail.delete("Work"), {}, /^only one folder, "Junk", has messages, and/],
    ["no message since a day", late, { since: new Date("2030-01-01") }, /^no folder has messages, and/],
    ["no such folder", asItIs, { folders: ["Wrk"] }, /^there is no folder "Wrk": there is INBOX, Junk, Work$/],
    ["other letters", asItIs, { folders: ["work"] }, /^there is no folder "work": there is INBOX, Junk, Work$/],
    ["a pattern for nothing", asItIs, { folders: ["Lists/*"] }, /^there is no folder "Lists\/\*": there is INBOX, /],
    ["10,001 folders", () => ({ LIST: listing(many) }), {}, /^10,001 .* more than 10,000: choose others by folders$/],
    ["no right", answering("EXAMINE", "TAG NO [NOPERM] no"), {}, /"Junk" cannot be opened: .*no; .*, exclude it$/],
    ["no UIDVALIDITY", answering("EXAMINE", "* 1 EXISTS\r\nTAG OK"), {}, /^the folder "Junk" has no UIDVALIDITY/],
    ["no search", answering("UID SEARCH", "TAG BAD what"), {}, /^the folder "Junk" cannot be searched/],
    ["4 GB", answering("UID FETCH", "* 1 FETCH (UID 2 BODY[]<0> {4294967296}"), {}, /server sent more than .* in one/],
    ["garbage", answering("UID FETCH", 'TAG \0\x01({]"'), {}, /what it sends is not IMAP/],
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
    const kinds = [...Array.from({ length: 8 }, () => "unsent"), "truncated", "truncated"];
    expect(corpus.problems.map(({ kind }) => kind)).toEqual(kinds);
  });
});
