import { afterEach, describe, expect, it } from "vitest";
import { listMessages } from "../../../src/mailbox/filing/read-folder.js";
import { Connection } from "../../../src/mailbox/imap/connection.js";
import type { TestImapServer } from "../../helpers/imap-server.js";
import { startAccount } from "./scripted-account.js";

let server: TestImapServer | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.close();
});

/** The inbox of a server that gives these answers. */
async function listed(answers: Readonly<Record<string, string>>) {
  server = await startAccount({ folders: new Map([["INBOX", new Map()]]), instead: (name) => answers[name] });
  connection = new Connection(server.account({ passwordCommand: "echo secret" }));
  return listMessages(connection, "INBOX", true);
}

describe("a list of messages", () => {
  it("is refused without a UIDVALIDITY, because then a UID means nothing", async () => {
    await expect(listed({ EXAMINE: "* 1 EXISTS\r\nOK" })).rejects.toThrow(
      'the folder "INBOX" has no UIDVALIDITY, so its messages cannot be told apart',
    );
  });
});
