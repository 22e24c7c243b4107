import { join } from "node:path";
import { digestOfBytes } from "../../../src/delivery/filing/file-system.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import { repair, undo } from "../../../src/delivery/filing/undo.js";
import type { ImapStore } from "../../../src/mailbox/filing/imap-store.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { type ScriptedMail, startAccount, storeAt } from "./scripted-account.js";

export const COPYING = "IMAP4rev1 NAMESPACE UIDPLUS";
export const MOVING = "IMAP4rev1 NAMESPACE UIDPLUS MOVE";
export const TEXT = "Subject: again\r\n\r\nthe same words\r\n";

/** An inbox of identical messages, received on the days of their UIDs, and an older one in Junk, received on day 20. */
export function twins(capabilities: string, uids = [1, 2, 3]): ScriptedMail {
  return {
    capabilities,
    folders: new Map([
      ["INBOX", new Map(uids.map((uid) => [uid, TEXT]))],
      ["Junk", new Map([[1, TEXT]])],
    ]),
    days: new Map([...uids.map((uid) => [`INBOX#${uid}`, uid] as const), ["Junk#1", 20]]),
  };
}

/** The days of the messages in a folder, ascending. */
export function daysIn({ folders, days }: ScriptedMail, folder: string): number[] {
  const uids = [...(folders.get(folder)?.keys() ?? [])];
  return uids.map((uid) => days?.get(`${folder}#${uid}`) ?? 1).sort((a, b) => a - b);
}

export const daysOf = (mail: ScriptedMail) => ({ inbox: daysIn(mail, "INBOX"), junk: daysIn(mail, "Junk") });

export async function storeOf(mail: ScriptedMail, pauses: readonly number[] = []): Promise<ImapStore> {
  return storeAt(await startAccount(mail), mail, pauses);
}

/** Moves messages of the inbox to Junk. Returns the path of the journal, which is new unless it is named. */
export async function sorted(
  mail: ScriptedMail,
  uids = [1, 2, 3],
  journal = join(temporaryFolder(), "j.jsonl"),
): Promise<string> {
  const store = await storeOf(mail);
  const filer = new Filer(temporaryFolder(), { mode: "move", journal, store });
  const read = digestOfBytes(Buffer.from(TEXT));
  try {
    for (const uid of uids) {
      const source = `INBOX;UIDVALIDITY=1/;UID=${uid}`;
      await filer.file({ source, folder: "Junk", label: "Junk", probability: 1, read });
    }
  } finally {
    filer.finish();
  }
  return journal;
}

/** Undoes the steps of a journal, after a repair, as `mailbox sort --undo` does. Returns the outcomes. */
export async function undone(mail: ScriptedMail, path: string, pauses: readonly number[] = []): Promise<string[]> {
  const store = await storeOf(mail, pauses);
  await repair(readJournal(path, "home"), { store });
  const outcomes: string[] = [];
  for await (const { outcome } of undo(readJournal(path, "home"), { store })) outcomes.push(outcome);
  return outcomes;
}

/** Cuts the connection for good at the n-th command of a name, before or after the server obeys. */
export function cutAt(mail: ScriptedMail, command: string, n: number, obey: () => void = () => undefined): void {
  let count = 0;
  mail.instead = (name, _, socket) => {
    if (name !== command || ++count !== n) return undefined;
    obey();
    socket.destroy();
    return "";
  };
}

/** Copies a message as the server does, or as another program that moves it. */
export function transfer(mail: ScriptedMail, from: string, uid: number, to: string, isMove = false): void {
  const { folders, days } = mail;
  const next = Math.max(0, ...(folders.get(to)?.keys() ?? [])) + 1;
  folders.get(to)?.set(next, TEXT);
  days?.set(`${to}#${next}`, days.get(`${from}#${uid}`) ?? 1);
  if (isMove) folders.get(from)?.delete(uid);
}
