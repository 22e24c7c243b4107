import { afterEach, describe, expect, it } from "vitest";
import { orRefusal } from "../../../src/mailbox/filing/refusal.js";
import { without } from "../../../src/mailbox/imap/bounded-answers.js";
import { Connection } from "../../../src/mailbox/imap/connection.js";
import { ImapMailbox } from "../../../src/mailbox/watching/imap-mailbox.js";
import { type ImapAnswer, TestImapServer } from "../../helpers/imap-server.js";

let server: TestImapServer | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.close();
});

const opened =
  (more = "", exists = 3): ImapAnswer =>
  ({ tag }) =>
    `* ${exists} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 9] ok\r\n* OK [HIGHESTMODSEQ 7] ok\r\n${more}${tag} OK\r\n`;

async function started(answers: Readonly<Record<string, ImapAnswer>>, options = {}): Promise<Connection> {
  const capabilities = "IMAP4rev1 MOVE UIDPLUS ENABLE CONDSTORE QRESYNC";
  const ENABLE: ImapAnswer = ({ tag }) => `* ENABLED CONDSTORE QRESYNC\r\n${tag} OK\r\n`;
  const all = { ENABLE, EXAMINE: opened(), SELECT: opened(), ...answers };
  server = await TestImapServer.start({ capabilities, answers: all });
  connection = new Connection(server.account(), { ask: async () => "secret", ...options });
  return connection;
}

const CLOSED = /it sends more answers than any sound server: the connection was closed$/;

describe("an answer that names more messages than were asked for", () => {
  it.each(["1 1:4294967295 1:4294967295", "1 1:3 5:7", "1 1:4000000000,1:3"])("ends it: COPYUID %s", async (sets) => {
    for (const answer of [`TAG OK [COPYUID 1 ${sets}] moved`, `* OK [COPYUID 1 ${sets}]\r\nTAG OK`]) {
      const moved: ImapAnswer = ({ tag }) => `${answer.replace("TAG", tag)}\r\n`;
      const account = await started({ "UID MOVE": moved });
      const move = account.run(async (client) => {
        await client.mailboxOpen("INBOX");
        return orRefusal(client, () => client.messageMove("1", "Junk", { uid: true }));
      });
      await expect(move).rejects.toThrow(CLOSED);
    }
  });

  it("does not end it if a server writes one message as a range, or a text with colons", async () => {
    const moved: ImapAnswer = ({ tag }) => `${tag} OK [COPYUID 1 5:5 9:9] moved at 12:30\r\n`;
    const account = await started({ "UID MOVE": moved });
    const result = await account.run(async (client) => {
      await client.mailboxOpen("INBOX");
      return client.messageMove("5", "Junk", { uid: true });
    });
    expect((result || undefined)?.uidMap?.get(5)).toBe(9);
  });

  it("ends it: a search with billions of messages, or with a million again and again", async () => {
    for (const sets of [["1:4294967295"], Array.from({ length: 300 }, () => "1:1000000"), ["9,4:3000000"]]) {
      const found: ImapAnswer = ({ tag }) =>
        `${sets.map((set) => `* ESEARCH (TAG "${tag}") UID ALL ${set}\r\n`).join("")}${tag} OK\r\n`;
      const account = await started({ "UID SEARCH": found, EXAMINE: opened("", 4_294_967_295) });
      const search = account.run(async (client) => {
        await client.mailboxOpen("INBOX", { readOnly: true });
        return client.search({ all: true }, { uid: true });
      });
      await expect(search).rejects.toThrow(CLOSED);
    }
  });

  it("does not end it if a mailbox has as many messages, search after search", async () => {
    const found: ImapAnswer = ({ tag }) => `* ESEARCH (TAG "${tag}") UID ALL 1:500000,500002\r\n${tag} OK\r\n`;
    const account = await started({ "UID SEARCH": found, EXAMINE: opened("", 500_001) });
    await account.run(async (client) => {
      await client.mailboxOpen("INBOX", { readOnly: true });
      for (let i = 0; i < 6; i++) {
        expect(await client.search({ all: true }, { uid: true })).toHaveLength(500_001);
      }
    });
  });
});

describe("messages that are gone", () => {
  const known = { validity: "1", stamp: "1 8 4 6", messages: new Map([1, 2, 5, 8].map((uid) => [uid, `key-${uid}`])) };

  it.each([
    ["* VANISHED (EARLIER) 2\r\n", [1, 5, 8]],
    ["* VANISHED (EARLIER) 8:4294967295\r\n", [1, 2, 5]],
    [`* VANISHED (EARLIER) 3:4,4294967290:4294967295\r\n${"* VANISHED 2:4\r\n".repeat(300)}`, [1, 5, 8]],
    [`* VANISHED (EARLIER) 1\r\n* 3 FETCH (UID 9 FLAGS () MODSEQ (7))\r\n* VANISHED (EARLIER) 2\r\n`, [5, 8, 9]],
  ])("are known by sets that are as wide as the server likes: %#", async (vanished, uids) => {
    const account = await started({ EXAMINE: opened(vanished) }, { qresync: true });
    expect((await new ImapMailbox(account).list("Junk", known))?.uids).toEqual(uids);
    expect(server?.received.filter((line) => line.startsWith("UID SEARCH"))).toEqual([]);
  });

  it("may be all, in each of many lines, without an end to it", async () => {
    const vanished = "* VANISHED 1:4294967295\r\n".repeat(3_000);
    const found: ImapAnswer = ({ tag }) => `* SEARCH 5\r\n${tag} OK\r\n`;
    const account = await started({ EXAMINE: opened(vanished), "UID SEARCH": found }, { qresync: true });
    expect((await new ImapMailbox(account).list("Junk", known))?.uids).toEqual([5]);
    const endless = `* VANISHED ${"1:9,".repeat(1_000_000)}1\r\n`.repeat(6);
    const other = await started({ EXAMINE: opened(endless) }, { qresync: true });
    await expect(new ImapMailbox(other).list("Junk", known)).rejects.toThrow(CLOSED);
  });

  it("are those in any of the ranges", () => {
    expect(without([9, 1, 4, 7], ["4", "8:6,2"])).toEqual([1, 9]);
    expect(without(new Set([1, 2]), ["NIL", ""])).toEqual([1, 2]);
    expect(without([], ["1:9"])).toEqual([]);
  });
});
