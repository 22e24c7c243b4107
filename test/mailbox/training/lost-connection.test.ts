import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/folder.js";
import { fetched, storedFolder, uidsIn } from "../../helpers/imap-mail.js";
import type { ImapAnswer } from "../../helpers/imap-server.js";
import { type Answers, documentsOf, download, faultOf, messageOf, newMail, started } from "./downloads.js";

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

  /** Ends the connection after the beginning of the first answer with messages. */
  function endingWith(beginning: string, onEnd: () => void = () => undefined) {
    let count = 0;
    return ({ "UID FETCH": plain }: Answers): Answers => ({
      "UID FETCH": (command) => {
        if (count++ > 0) return plain(command);
        onEnd();
        return void command.socket.end(beginning);
      },
    });
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

  it("goes on at the message where it stopped", async () => {
    const mail = newMail();
    const some = [2, 5].map((uid) => fetched(uid, messageOf("Junk", uid)));
    const from = await started(mail, endingWith(some.join("")));
    await download(from, temporaryFolder());
    const fetches = from.received.filter((line) => line.startsWith("UID FETCH"));
    expect(fetches.map((line) => line.split(" ")[2])).toEqual(["2,5,8,11,14", "8,11,14", "2,5,8,11,14"]);
  });

  it("may change UIDVALIDITY", async () => {
    const mail = newMail();
    const renumbered = { ...storedFolder([1, 2], (uid) => messageOf("Junk", 50 + uid)), validity: 9 };
    const old = fetched(2, "Subject: old\r\n\r\nold\r\n");
    const change = endingWith(old, () => mail.set("Junk", renumbered));
    const from = await started(mail, change);
    const { documents } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
  });

  it("is given up after attempts that bring nothing, and only then", async () => {
    const lost: number[] = [];
    const onLost = (_why: string, pause: number) => lost.push(pause);
    const from = await started(newMail(), { EXAMINE: ({ socket }) => void socket.destroy() });
    const fault = await faultOf(from, undefined, { pauses: [1, 2, 4], onLost });
    expect(fault).toMatch(/^me at 127\.0\.0\.1:\d+: the .* closed/);
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
});

describe("mail that changes meanwhile", () => {
  it("is no error: messages that are gone are left out", async () => {
    const from = await started(newMail(), {
      "UID SEARCH": ({ tag, args }) => `* SEARCH 2 5 8 11 14${/ UID /.test(args) ? "" : " 99"}\r\n${tag} OK\r\n`,
    });
    expect((await download(from, temporaryFolder())).corpus).toMatchObject({ size: 10, problems: [] });
  });

  it("is no error: a folder that is gone is left out", async () => {
    const mail = newMail();
    const one = storedFolder([1], (uid) => messageOf("Lists", uid));
    mail.set("Lists", one);
    const from = await started(mail, ({ EXAMINE }) => ({
      EXAMINE: (command) => {
        mail.delete("Lists");
        return EXAMINE(command);
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
