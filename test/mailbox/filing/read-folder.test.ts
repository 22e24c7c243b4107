import { describe, expect, it } from "vitest";
import { listMessages, readInTurn } from "../../../src/mailbox/filing/read-folder.js";
import type { Connection } from "../../../src/mailbox/imap/connection.js";
import { connectionTo } from "../../helpers/imap-server.js";
import { startAccount } from "./scripted-account.js";

let connection: Connection | undefined;

/** The inbox of a server that gives these answers. */
async function listed(answers: Readonly<Record<string, string>>) {
  const server = await startAccount({ folders: new Map([["INBOX", new Map()]]), instead: (name) => answers[name] });
  connection = connectionTo(server);
  return listMessages(connection, "INBOX", true);
}

describe("a list of messages", () => {
  it("is read once each, although other programs change flags meanwhile, and without those that the server refuses", async () => {
    const row = (uid: number, text: string) =>
      `* 1 FETCH (UID ${uid} RFC822.SIZE ${text.length} BODY[]<0> {${text.length}}\r\n${text})\r\n`;
    const flags = "* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n* 2 FETCH (FLAGS (\\Seen))\r\n";
    const answers = {
      "UID SEARCH": "* SEARCH 7 8 9\r\nOK",
      "UID FETCH": `${flags}${row(7, "a")}${row(8, "bc")}${flags}NO damaged`,
    };
    const listing = await listed(answers);
    const found = [];
    for await (const [uid, message] of readInTurn(connection as Connection, listing))
      found.push(`${uid}: ${message?.size}`);
    expect(found).toEqual(["7: 1", "8: 2", "9: undefined"]);
  });

  it("is refused without a UIDVALIDITY, because then a UID means nothing", async () => {
    await expect(listed({ EXAMINE: "* 1 EXISTS\r\nOK" })).rejects.toThrow(
      'the folder "INBOX" has no UIDVALIDITY, so its messages cannot be told apart',
    );
  });
});
