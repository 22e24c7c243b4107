import { expect } from "vitest";
import { downloadMailbox, type MailboxOptions } from "../../../src/mailbox/training/download-mailbox.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { type StoredMail, serving, storedFolder, uidsIn } from "../../helpers/imap-mail.js";
import { type ImapAnswer, serverFor, type TestImapServer } from "../../helpers/imap-server.js";

export let server: TestImapServer | undefined;

export const WORDS = { Junk: "winner cash prize", Work: "meeting lunch report", Lists: "kernel patch release" };

/** A message of a folder. */
export function messageOf(folder: keyof typeof WORDS, uid: number): string {
  return `From: ${folder}@example.org\nDate: ${1 + (uid % 28)} Jan 2026 12:00:00 +0000\nMessage-ID: <${folder}${uid}@example.org>\nSubject: ${folder} ${uid}\n\n${WORDS[folder]} number${uid}\n`;
}

/** The mail of an account: two classes and the inbox. */
export function newMail(perFolder = 5): StoredMail {
  const uids = Array.from({ length: perFolder }, (_, i) => 3 * i + 2);
  const INBOX = storedFolder([1, 2], (uid) => messageOf("Lists", uid));
  const [Junk, Work] = (["Junk", "Work"] as const).map((name) => storedFolder(uids, (uid) => messageOf(name, uid)));
  return new Map(Object.entries({ INBOX, Junk, Work }));
}

export type Answers = Readonly<Record<string, ImapAnswer>>;

export async function started(mail: StoredMail, change: Answers | ((plain: Answers) => Answers) = {}) {
  server = await serverFor(serving(mail, typeof change === "function" ? change : () => change));
  return server;
}

/** Downloads the mail of a server, and returns what was found and which UIDs were asked for. */
export async function download(from: TestImapServer, folder: string, options: MailboxOptions = {}) {
  from.received.length = 0;
  const given = { ask: async () => "secret", pauses: Array.from({ length: 8 }, () => 0), ...options };
  const { corpus, downloaded } = await downloadMailbox(from.account(), folder, given);
  const documents = Array.from(corpus, ({ label, bytes }) => [label, Buffer.from(bytes).toString("latin1")] as const);
  const asked = from.received.flatMap((line) => (/^UID FETCH /.test(line) ? uidsIn(line.slice(10)) : []));
  return { corpus, downloaded, documents, asked };
}

/** The documents of folders, as a corpus reads them. */
export function documentsOf(mail: StoredMail, ...names: readonly string[]) {
  return names.flatMap((name) =>
    [...(mail.get(name)?.messages.values() ?? [])].map((text) => [name, text.replaceAll("\n", "\r\n")] as const),
  );
}

/** The message of the error of a download. */
export async function faultOf(from: TestImapServer, folder = temporaryFolder(), options: MailboxOptions = {}) {
  const error: Error | undefined = await download(from, folder, options).then(
    () => undefined,
    (error) => error,
  );
  expect(error).toMatchObject({ name: "DataError" });
  expect(error?.message).toMatch(/^[^\n]{1,400}$/);
  return error?.message ?? "";
}
