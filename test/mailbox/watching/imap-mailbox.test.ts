import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { digestOfBytes } from "../../../src/delivery/filing/file-system.js";
import { ImapMailbox } from "../../../src/mailbox/watching/imap-mailbox.js";
import { serving, storedFolder } from "../../helpers/imap-mail.js";
import { connectionTo, type ImapAnswer, serverFor } from "../../helpers/imap-server.js";

type Answers = Readonly<Record<string, ImapAnswer>>;

/** A mailbox with two messages in the inbox, and some folders. */
async function started(answers: Answers = {}) {
  const folder = () => storedFolder([1, 2], (uid) => `Message-ID: <${uid}@x>\n\nText\n`);
  const mail = new Map(["INBOX", "Junk", "Trash", "Work"].map((name) => [name, folder()]));
  const server = await serverFor({ ...serving(mail, () => answers), capabilities: "IMAP4rev1 MOVE UIDPLUS" });
  return { mailbox: new ImapMailbox(connectionTo(server), { exclude: ["Junk"] }), received: server.received };
}

const refused: ImapAnswer = ({ tag }) => `${tag} NO [SERVERBUG] it is damaged\r\n`;
const BOTH = { folder: "INBOX", validity: "1", uids: [1, 2] };

describe("ImapMailbox", () => {
  it("lists the inbox and the folders that are classes", async () => {
    const { mailbox, received } = await started();
    expect(await mailbox.folders()).toEqual([
      { path: "INBOX", label: undefined, isInbox: true },
      { path: "Work", label: "Work", isInbox: false },
    ]);
    expect([mailbox.pathOf("Work"), mailbox.pathOf("New/One")]).toEqual(["Work", "New/One"]);
    expect(await mailbox.list("Work", undefined)).toEqual({ ...BOTH, folder: "Work", stamp: "" });
    expect(received.filter((line) => /^(?:SELECT|STORE)/.test(line))).toEqual([]);
  });

  it("takes a message, or a folder, that the server refuses for one that is not there", async () => {
    const { mailbox } = await started({ "UID FETCH": refused });
    expect(await mailbox.read({ ...BOTH, uid: 1 })).toBeUndefined();
    expect(await mailbox.keys(BOTH)).toEqual([]);
    const other = await started({ EXAMINE: refused });
    expect(await other.mailbox.list("Work", undefined)).toBeUndefined();
  });

  it("takes a stopped move for done if the message is in neither folder, because the user has moved it on", async () => {
    const { mailbox } = await started();
    const read = digestOfBytes(Buffer.from("Message-ID: <2@x>\r\n\r\nText\r\n"));
    const move = { source: "INBOX;UIDVALIDITY=1/;UID=2", target: "Work", temporary: undefined, ...read };
    expect(await mailbox.settle(move)).toBe(false);
    expect(await mailbox.settle({ ...move, source: "INBOX;UIDVALIDITY=1/;UID=9", target: "Gone" })).toBe(true);
  });

  it("gives the keys of messages although senders wrote fields of megabytes", async () => {
    const header = `Received: ${"x".repeat(20_000_000)}\r\n\r\n`;
    const row = (uid: number) =>
      `* ${uid} FETCH (UID ${uid} RFC822.SIZE 9 BODY[HEADER.FIELDS (RECEIVED)] {${header.length}}\r\n${header})\r\n`;
    const { mailbox } = await started({
      "UID FETCH": ({ tag, socket }) => {
        // Later, so that the limit of bytes is looked at before.
        socket.write(row(1) + row(2), () => setTimeout(() => socket.write(`${tag} OK\r\n`), 300));
        return undefined;
      },
    });
    expect((await mailbox.keys(BOTH)).map(({ uid }) => uid)).toEqual([1, 2]);
  });
});

/** Milliseconds, in place of a minute. A busy machine needs some to log in. */
const PATIENCE = 1_500;
const UNLIMITED = { timeout: 100_000 };

/** A mailbox on a server that keeps IDLE until the next command. @param idle called with each connection that idles */
async function idling(idle: (socket: Socket) => void = () => undefined, more: Answers = {}, patience?: number) {
  let tag = "";
  const answers: Answers = {
    EXAMINE: ({ tag }) => `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n${tag} OK [READ-ONLY]\r\n`,
    "UID SEARCH": ({ tag }) => `* SEARCH\r\n${tag} OK\r\n`,
    IDLE: (command) => {
      tag = command.tag;
      command.socket.write("+ idling\r\n");
      idle(command.socket);
      return undefined;
    },
    DONE: () => `${tag} OK\r\n`,
    ...more,
  };
  const server = await serverFor({ capabilities: "IMAP4rev1 IDLE", answers });
  const mailbox = new ImapMailbox(connectionTo(server, { patience, pauses: [1] }));
  let news = 0;
  return {
    ...{ mailbox, server },
    news: () => news,
    /** Visits folders, and listens after each. */
    visit: async (...paths: string[]) => {
      for (const path of paths) {
        await mailbox.list(path, undefined);
        await mailbox.listen(() => news++);
      }
    },
    idles: () => server.received.filter((command) => command === "IDLE").length,
  };
}

describe("listening to the inbox", () => {
  it("tells at once that something may have come if the last visit was to another folder, or on another connection", async () => {
    const { visit, news, idles } = await idling();
    await visit("INBOX");
    expect([news(), idles()]).toEqual([1, 0]);
    await visit("Work");
    expect([news(), idles()]).toEqual([2, 0]);
  });

  it("announces what arrives, once", async () => {
    const { visit, news, idles } = await idling((socket) => socket.write("* 2 EXISTS\r\n* 2 EXISTS\r\n"));
    await visit("INBOX", "INBOX");
    await expect.poll(news).toBe(2);
    // The next command ends IDLE, which is no news.
    await visit("Work", "INBOX");
    await expect.poll(idles).toBe(2);
    await expect.poll(news).toBe(4);
  });

  it("stays with a silent server that answers when it is asked", async () => {
    const { visit, news, idles, server } = await idling(undefined, {}, PATIENCE);
    await visit("INBOX", "INBOX");
    await expect.poll(() => server.received, UNLIMITED).toContain("NOOP");
    await visit("INBOX");
    await expect.poll(idles).toBe(2);
    expect(news()).toBe(1);
  });

  it("tells that a connection has died silently, and opens another at the next visit", async () => {
    const die = (socket: Socket) => socket.removeAllListeners("data").resume();
    const { visit, news, mailbox } = await idling(die, {}, PATIENCE);
    await visit("INBOX");
    const begin = performance.now();
    await visit("INBOX");
    await expect.poll(news, UNLIMITED).toBe(2);
    // Not before the server was asked for a sign of life.
    expect(performance.now() - begin).toBeGreaterThan(PATIENCE);
    expect(await mailbox.list("INBOX", undefined)).toMatchObject({ uids: [] });
  });

  it("goes on without IDLE if the server refuses it", async () => {
    const { visit, news } = await idling(undefined, { IDLE: ({ tag }) => `${tag} BAD no\r\n` });
    await visit("INBOX", "INBOX", "INBOX");
    expect(news()).toBe(1);
  });
});
