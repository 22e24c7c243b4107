import { describe, expect, it } from "vitest";
import type { Connection } from "../../../src/mailbox/imap/connection.js";
import { orRefusal } from "../../../src/mailbox/imap/faults.js";
import { connectionTo, type ImapAnswer, serverFor } from "../../helpers/imap-server.js";

const opened =
  (more = "", exists = 3): ImapAnswer =>
  ({ tag }) =>
    `* ${exists} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 9] ok\r\n* OK [HIGHESTMODSEQ 7] ok\r\n${more}${tag} OK\r\n`;

async function started(answers: Readonly<Record<string, ImapAnswer>>): Promise<Connection> {
  const capabilities = "IMAP4rev1 MOVE UIDPLUS";
  const all = { EXAMINE: opened(), SELECT: opened(), ...answers };
  return connectionTo(await serverFor({ capabilities, answers: all }));
}

/** Moves a message on a server with this answer to UID MOVE. */
const moved = async (uid: string, answer: ImapAnswer) =>
  (await started({ "UID MOVE": answer })).run(async (client) => {
    await client.mailboxOpen("INBOX");
    return orRefusal(client, () => client.messageMove(uid, "Junk", { uid: true }));
  });

const CLOSED = /it sends more answers than any sound server: the connection was closed$/;

describe("an answer that names more messages than were asked for", () => {
  it.each(["1 1:4294967295 1:4294967295", "1 1:3 5:7", "1 1:4000000000,1:3"])("ends it: COPYUID %s", async (sets) => {
    for (const answer of [`TAG OK [COPYUID 1 ${sets}] moved`, `* OK [COPYUID 1 ${sets}]\r\nTAG OK`]) {
      await expect(moved("1", ({ tag }) => `${answer.replace("TAG", tag)}\r\n`)).rejects.toThrow(CLOSED);
    }
  });

  it("does not end it if a server writes one message as a range, or a text with colons", async () => {
    const { uidMap } = await moved("5", ({ tag }) => `${tag} OK [COPYUID 1 5:5 9:9] moved at 12:30\r\n`);
    expect(uidMap?.get(5)).toBe(9);
  });

  it("ends it: billions of messages that are found or gone, or a million again and again", async () => {
    for (const lines of [
      ['ESEARCH (TAG "TAG") UID ALL 1:4294967295'],
      ['ESEARCH (TAG "TAG") UID ALL 9,4:3000000'],
      ["VANISHED 1:4294967295"],
      ["VANISHED (EARLIER) 4294967295:8"],
      Array.from({ length: 300 }, () => 'ESEARCH (TAG "TAG") UID ALL 1:1000000'),
    ]) {
      const found: ImapAnswer = ({ tag }) =>
        `${lines.map((line) => `* ${line.replace('TAG"', `${tag}"`)}\r\n`).join("")}${tag} OK\r\n`;
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
