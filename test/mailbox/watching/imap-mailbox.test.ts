import { describe, expect, it } from "vitest";
import { ImapMailbox } from "../../../src/mailbox/watching/imap-mailbox.js";
import { serving, storedFolder } from "../../helpers/imap-mail.js";
import { connectionTo, type ImapAnswer, serverFor } from "../../helpers/imap-server.js";

/** The UIDs of the keys that a server gives for those of the messages 1 and 2. */
async function keysFrom(rows: string): Promise<number[]> {
  const server = await serverFor({
    answers: {
      EXAMINE: ({ tag }) => `* OK [UIDVALIDITY 1]\r\n${tag} OK\r\n`,
      "UID FETCH": ({ tag, socket }) => {
        // Later, so that the limit of bytes is looked at before.
        socket.write(rows, () => setTimeout(() => socket.write(`${tag} OK\r\n`), 300));
        return undefined;
      },
    },
  });
  const found = await new ImapMailbox(connectionTo(server)).keys({ folder: "INBOX", validity: "1", uids: [1, 2] });
  return found.map(({ uid }) => uid);
}

const row = (uid: number, header: string) =>
  `* ${uid} FETCH (UID ${uid} RFC822.SIZE 9 BODY[HEADER.FIELDS (RECEIVED)] {${header.length}}\r\n${header})\r\n`;

describe("the keys of messages", () => {
  it("come although senders wrote fields of megabytes", async () => {
    const huge = `Received: ${"x".repeat(20_000_000)}\r\n\r\n`;
    expect(await keysFrom(`${row(1, huge)}${row(2, huge)}`)).toEqual([1, 2]);
  });
});

/** A mailbox with two messages in the inbox, and some folders. */
async function started(answers: Readonly<Record<string, ImapAnswer>> = {}, capabilities = "IMAP4rev1 MOVE UIDPLUS") {
  const folder = () => storedFolder([1, 2], (uid) => `Message-ID: <${uid}@x>\n\nText\n`);
  const mail = new Map(["INBOX", "Junk", "Trash", "Work"].map((name) => [name, folder()]));
  const server = await serverFor({ ...serving(mail, () => answers), capabilities });
  return { mailbox: new ImapMailbox(connectionTo(server), { exclude: ["Junk"] }), received: server.received };
}

const refused: ImapAnswer = ({ tag }) => `${tag} NO [SERVERBUG] it is damaged\r\n`;
const PLACE = { folder: "INBOX", validity: "1", uid: 1 };

describe("ImapMailbox", () => {
  it("lists the inbox and the folders that are classes", async () => {
    const { mailbox, received } = await started();
    expect(await mailbox.folders()).toEqual([
      { path: "INBOX", label: undefined, isInbox: true },
      { path: "Work", label: "Work", isInbox: false },
    ]);
    expect([mailbox.pathOf("Work"), mailbox.pathOf("New/One")]).toEqual(["Work", "New/One"]);
    expect(await mailbox.list("Work", undefined)).toEqual({ folder: "Work", validity: "1", uids: [1, 2], stamp: "" });
    expect(received.filter((line) => /^(?:SELECT|STORE)/.test(line))).toEqual([]);
  });

  it("takes a message, or a folder, that the server refuses for one that is not there", async () => {
    const { mailbox } = await started({ "UID FETCH": refused });
    expect(await mailbox.read(PLACE)).toBeUndefined();
    expect(await mailbox.keys({ folder: "INBOX", validity: "1", uids: [1, 2] })).toEqual([]);
    const other = await started({ EXAMINE: refused });
    expect(await other.mailbox.list("Work", undefined)).toBeUndefined();
  });
});
