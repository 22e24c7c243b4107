import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import type { ImapStore } from "../../../src/mailbox/filing/imap-store.js";
import { listMessages, readInTurn } from "../../../src/mailbox/filing/read-folder.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { connectionTo } from "../../helpers/imap-server.js";
import {
  COPYING,
  cutAt,
  filingOf,
  MOVING,
  type ScriptedMail,
  startAccount,
  storeOf,
  TEXT,
} from "./scripted-account.js";

const filing = filingOf(7);

/** An inbox with one message, and a folder that may have the same bytes. */
function newMail(capabilities = MOVING, ...there: string[]): ScriptedMail {
  const Junk = new Map(there.map((text, i) => [i + 1, text]));
  return { folders: new Map(Object.entries({ INBOX: new Map([[7, TEXT]]), Junk })), capabilities };
}

function filerFor(store: ImapStore) {
  return new Filer(temporaryFolder(), { mode: "move", journal: join(temporaryFolder(), "j.jsonl"), store });
}

const move = ({ folders }: ScriptedMail) => {
  folders.get("INBOX")?.delete(7);
  folders.get("Junk")?.set(9, TEXT);
};
const copy = ({ folders }: ScriptedMail) => folders.get("Junk")?.set(9, TEXT);
const nothing = () => undefined;
const textsIn = ({ folders }: ScriptedMail) => [...folders.values()].map((messages) => [...messages.values()]);

describe("a message on a server whose connection breaks", () => {
  it.each([
    ["before it is moved", "UID MOVE", nothing, undefined],
    ["after it is moved", "UID MOVE", move, undefined],
    ["before it is copied", "UID COPY", nothing, COPYING],
    ["after it is copied", "UID COPY", copy, COPYING],
    ["before the old one is removed", "UID EXPUNGE", nothing, COPYING],
  ] as const)("%s is in its folder once, beside an older one with the same bytes", async (_, command, obey, can) => {
    const mail = newMail(can, TEXT);
    const store = await storeOf(mail, [0]);
    cutAt(mail, command, 1, () => obey(mail));
    const filer = filerFor(store);
    expect(await filer.file(filing)).toEqual({ outcome: "filed", target: "Junk" });
    filer.finish();
    expect(textsIn(mail)).toEqual([[], [TEXT, TEXT]]);
  });

  it.each([
    ["moved", "UID MOVE", move, undefined, "done"],
    ["not moved", "UID MOVE", nothing, undefined, "failed"],
    ["copied", "UID COPY", copy, COPYING, "done"],
    ["not copied", "UID COPY", nothing, COPYING, "failed"],
  ] as const)("for good leaves the step open, and a repair finds it %s", async (_, command, obey, can, state) => {
    const mail = newMail(can);
    const filer = filerFor(await storeOf(mail));
    cutAt(mail, command, 1, () => obey(mail));
    await expect(filer.file(filing)).rejects.toThrow(DataError);
    filer.finish();
    expect(readFileSync(filer.journal, "utf8")).not.toContain('"step":"end"');
    mail.instead = undefined;
    const store = await storeOf(mail);
    const journal = readJournal(filer.journal, "home");
    const before = textsIn(mail);
    expect((await repair(journal, { store, dryRun: true })).steps[0].state).toBe(state);
    expect(textsIn(mail)).toEqual(before);
    expect(await repair(journal, { store })).toMatchObject({ documents: 1, twice: [], steps: [{ state }] });
    expect(textsIn(mail)).toEqual(state === "done" ? [[], [TEXT]] : [[TEXT], []]);
  });

  it("is left in both folders, and told, if a copy cannot be told from an older one", async () => {
    const mail = newMail(COPYING, TEXT);
    const filer = filerFor(await storeOf(mail));
    cutAt(mail, "UID COPY", 1, () => copy(mail));
    await expect(filer.file(filing)).rejects.toThrow(DataError);
    mail.instead = undefined;
    mail.validity = 2;
    const { twice } = await repair(readJournal(filer.journal, "home"), { store: await storeOf(mail) });
    expect(twice).toMatchObject([{ target: "Junk" }]);
    expect(textsIn(mail)).toEqual([[TEXT], [TEXT, TEXT]]);
  });

  it("is moved by its bytes if the server has given the inbox new numbers, and is not if it is gone", async () => {
    const mail = newMail();
    const filer = filerFor(await storeOf(mail));
    mail.validity = 2;
    const two = "Subject: two\r\n\r\ntwo\r\n";
    mail.folders.set("INBOX", new Map([two, TEXT].map((text, i) => [i + 1, text])));
    expect((await filer.file(filing)).outcome).toBe("filed");
    expect(await filer.file(filingOf(7, "x"))).toEqual({ outcome: "left", why: "it is not there any more" });
    expect(textsIn(mail)).toEqual([[two], [TEXT]]);
  });

  it("stays if it is in its folder", async () => {
    const filer = filerFor(await storeOf(newMail()));
    expect((await filer.file({ ...filing, folder: "INBOX" })).outcome).toBe("there");
    expect(filer.hasJournal).toBe(false);
  });
});

describe("a server that says what is not so", () => {
  const OTHER = "Subject: other\r\n\r\nother\r\n";

  it.each([
    ["it has copied a message, and names another one", COPYING, "UID COPY", "OK [COPYUID 1 7 1] done"],
    ["it has copied a message", COPYING, "UID COPY", "OK done"],
    ["it has moved a message", undefined, "UID MOVE", "OK done"],
  ])("loses no message: %s", async (_, can, command, answer) => {
    const mail = newMail(can, OTHER);
    mail.instead = (name) => (name === command ? answer : undefined);
    const server = startAccount(mail);
    const why = "the server says that it was moved, but it was not";
    expect(await filerFor(await storeOf(mail, [], server)).file(filing)).toEqual({ outcome: "left", why });
    expect(textsIn(mail)).toEqual([[TEXT], [OTHER]]);
    expect((await server).received.join()).not.toMatch(/STORE|EXPUNGE/);
  });

  it("loses no message if it can do less after a broken connection", async () => {
    const mail = newMail();
    const server = startAccount(mail);
    const store = await storeOf(mail, [0], server);
    cutAt(mail, "UID MOVE", 1, () => {
      mail.capabilities = "IMAP4rev1 NAMESPACE";
    });
    const why = "the server has neither MOVE nor UIDPLUS any more";
    expect(await filerFor(store).file(filing)).toEqual({ outcome: "left", why });
    expect(textsIn(mail)).toEqual([[TEXT], []]);
    expect((await server).received.join()).not.toMatch(/COPY|STORE|EXPUNGE/);
  });
});

describe("a list of messages", () => {
  /** Lists the inbox of a server that gives these answers. */
  async function listed(answers: Readonly<Record<string, string>>) {
    const mail = { folders: new Map([["INBOX", new Map()]]), instead: (name: string) => answers[name] };
    const connection = connectionTo(await startAccount(mail));
    return { connection, listing: await listMessages(connection, "INBOX", true) };
  }

  it("is read once each, although other programs change flags meanwhile, and without those that the server refuses", async () => {
    const row = (uid: number, text: string) =>
      `* 1 FETCH (UID ${uid} RFC822.SIZE ${text.length} BODY[]<0> {${text.length}}\r\n${text})\r\n`;
    const flags = "* 1 FETCH (UID 7 FLAGS (\\Seen))\r\n* 2 FETCH (FLAGS (\\Seen))\r\n";
    const answers = {
      "UID SEARCH": "* SEARCH 7 8 9\r\nOK",
      "UID FETCH": `${flags}${row(7, "a")}${row(8, "bc")}${flags}NO damaged`,
    };
    const { connection, listing } = await listed(answers);
    const found = [];
    for await (const [uid, message] of readInTurn(connection, listing)) found.push(`${uid}: ${message?.size}`);
    expect(found).toEqual(["7: 1", "8: 2", "9: undefined"]);
  });

  it("is refused without a UIDVALIDITY, because then a UID means nothing", async () => {
    const fault = 'the folder "INBOX" has no UIDVALIDITY, so its messages cannot be told apart';
    await expect(listed({ EXAMINE: "* 1 EXISTS\r\nOK" })).rejects.toThrow(fault);
  });
});
