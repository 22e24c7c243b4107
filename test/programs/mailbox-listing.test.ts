import { afterEach, expect, it } from "vitest";
import { Connection } from "../../src/mailbox/imap/connection.js";
import { ImapMailbox } from "../../src/mailbox/watching/imap-mailbox.js";
import { TestDovecot } from "../helpers/dovecot.js";

let server: TestDovecot | undefined;
afterEach(() => server?.stop());

it.each([
  ["with", ""],
  ["without", "imap_capability = IMAP4rev1 UIDPLUS MOVE NAMESPACE"],
])("ImapMailbox lists what is there, from a Dovecot %s CONDSTORE", async (_, more) => {
  server = await TestDovecot.start({ more });
  const client = await server.client();
  const deliver = async (id: number) => {
    await client.append("INBOX", `Message-ID: <${id}@x>\r\nDate: now\r\n\r\nText\r\n`);
  };
  for (let id = 1; id <= 4; id++) await deliver(id);
  const connection = new Connection(server.account());
  const mailbox = new ImapMailbox(connection);
  await mailbox.folders();
  const listing = await mailbox.list("INBOX", undefined);
  expect(listing).toMatchObject({ uids: [1, 2, 3, 4] });
  const { validity = "", stamp = "", uids = [] } = listing ?? {};
  expect(stamp === "").toBe(more !== "");
  const keys = await mailbox.keys({ folder: "INBOX", validity, uids });
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
  expect(await mailbox.keys({ folder: "INBOX", validity: "0", uids })).toEqual([]);
  const known = { validity, stamp, messages: new Map(keys.map(({ uid, key }) => [uid, key])) };
  await deliver(5);
  await client.mailboxOpen("INBOX");
  await client.messageDelete("2", { uid: true });
  expect((await mailbox.list("INBOX", known))?.uids).toEqual([1, 3, 4, 5]);
  // Many mail programs move a message so.
  await client.messageFlagsAdd("3", ["\\Deleted"], { uid: true });
  const last = await mailbox.list("INBOX", known);
  expect(last?.uids).toEqual([1, 4, 5]);
  const unchanged = { validity, stamp: last?.stamp ?? "", messages: new Map([[9, "known"]]) };
  // With CONDSTORE, a folder that has not changed is not read.
  expect((await mailbox.list("INBOX", unchanged))?.uids).toEqual(more === "" ? [9] : [1, 4, 5]);
  expect(await mailbox.list("Nowhere", undefined)).toBeUndefined();
  expect(Buffer.from((await mailbox.read({ folder: "INBOX", validity, uid: 5 })) ?? "").toString()).toMatch(/<5@x>/);
  expect(await mailbox.read({ folder: "INBOX", validity, uid: 2 })).toBeUndefined();
  expect(await mailbox.read({ folder: "INBOX", validity: "0", uid: 5 })).toBeUndefined();
  await connection.close();
  client.close();
});
