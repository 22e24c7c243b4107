import { afterEach, describe, expect, it } from "vitest";
import { Connection } from "../../../src/mailbox/imap/connection.js";
import { ImapMailbox } from "../../../src/mailbox/watching/imap-mailbox.js";
import { TestImapServer } from "../../helpers/imap-server.js";

let server: TestImapServer | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.close();
});

/** The UIDs of the keys that a server gives for those of the messages 1 and 2. */
async function keysFrom(rows: string): Promise<number[]> {
  server = await TestImapServer.start({
    answers: {
      EXAMINE: ({ tag }) => `* OK [UIDVALIDITY 1]\r\n${tag} OK\r\n`,
      "UID FETCH": ({ tag, socket }) => {
        // Later, so that the limit of bytes is looked at before.
        socket.write(rows, () => setTimeout(() => socket.write(`${tag} OK\r\n`), 300));
        return undefined;
      },
    },
  });
  connection = new Connection(server.account({ passwordCommand: "echo secret" }));
  const found = await new ImapMailbox(connection).keys("INBOX", { validity: "1", stamp: "", uids: [1, 2] });
  return found.map(({ uid }) => uid);
}

const row = (uid: number, header: string) =>
  `* ${uid} FETCH (UID ${uid} RFC822.SIZE 9 BODY[HEADER.FIELDS (RECEIVED)] {${header.length}}\r\n${header})\r\n`;

describe("the keys of messages", () => {
  it("come although senders wrote fields of megabytes", async () => {
    const huge = `Received: ${"x".repeat(20_000_000)}\r\n\r\n`;
    expect(await keysFrom(`${row(1, huge)}${row(2, huge)}`)).toEqual([1, 2]);
  });

  it("are those of the messages that were asked for", async () => {
    const short = "Received: x\r\n\r\n";
    expect(await keysFrom([1, 3, 2].map((uid) => row(uid, short)).join(""))).toEqual([1, 2]);
  });
});
