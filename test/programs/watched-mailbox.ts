import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { expect, vi } from "vitest";
import { isThorough } from "../helpers/arbitraries.js";
import { startThresher, thresher } from "../helpers/command.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { type Running, until } from "../helpers/running.js";
import { TestMailbox } from "./mailboxes.js";
import { countsOf, succeeded } from "./programs.js";

/** How often the process is killed. */
export const KILLS = isThorough ? 200 : 3;

vi.setConfig({ testTimeout: 3_600_000 });

/** With so many documents in each class, moves do not change which class is likelier. */
export const MANY = 400;
/** Messages are filed even if the model is unsure. */
export const SURE = ["--unsure-below", "0"];

/** The words of each class. */
const WORDS = { Junk: "cheap pills winner lottery", Work: "invoice payment budget meeting" } as const;
export type Label = keyof typeof WORDS;

export const SETUPS = [
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "", separator: "/" },
  // As servers without the extensions are: no IDLE, MOVE, CONDSTORE and QRESYNC.
  { format: "maildir", more: "imap_capability = IMAP4rev1 UIDPLUS NAMESPACE LIST-EXTENDED SPECIAL-USE" },
] as const satisfies readonly DovecotOptions[];

export function textOf(id: string, label: Label): string {
  return `Message-ID: <${id}@test>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nFrom: a@x.example\r\nSubject: ${WORDS[label]}\r\n\r\n${WORDS[label]} ${label}\r\nnumber ${id}\r\n`;
}

/** The class of a message by its words. */
export function original(id: string): Label {
  return Number.parseInt(id, 10) % 2 === 0 ? "Junk" : "Work";
}

/** Trains a model with so many documents in each class. */
async function trained(documents: number): Promise<string> {
  const classes = Object.entries(WORDS).map(([label, words]) => {
    const messages = Array.from({ length: documents }, (_, i) => [
      `${i}.eml`,
      `Subject: ${words}\n\n${words} ${label} ${i}\n`,
    ]);
    return [label, Object.fromEntries(messages)] as const;
  });
  const model = join(temporaryFolder(), "mail.model");
  const corpus = folderWith(Object.fromEntries(classes));
  await succeeded(thresher(["train", corpus, "-m", model, "--preset", "mail", "--remember", "--quiet"]));
  return model;
}

/** An account, and the command that watches it. */
export async function setup(options: DovecotOptions, documents = 8) {
  const { home, server } = await TestMailbox.start(options);
  const connected = await server.client();
  const { prefix = "" } = options;
  const [junk, work, trash] = ["Junk", "Work", "Trash"].map((name) => prefix + name);
  for (const path of [junk, work, trash]) await connected.mailboxCreate(path);
  const model = await trained(documents);
  const start = (...more: string[]) =>
    startThresher(["mailbox", "watch", "home", "-m", model, "--every", "1", ...more], { env: home });
  /** Moves the message with a text from one folder to another. */
  const move = async (id: string, from: string, to: string) => {
    await connected.mailboxOpen(from);
    const [uid] = (await connected.search({ header: { "message-id": `<${id}@test>` } }, { uid: true })) || [];
    if (uid === undefined) return false;
    return (await connected.messageMove(String(uid), to, { uid: true })) !== false;
  };
  return { connected, model, start, move, junk, work, trash };
}

/** Waits until all folders have been looked at. */
export const isWatching = (watching: Running) => until(() => watching.stderr.includes("watching"));

export async function stop(watching: Running): Promise<void> {
  // Before, a signal ends it at once.
  await isWatching(watching);
  expect(await watching.end()).toMatchObject({ code: 0, signal: null });
}

/** The number of documents of each class: Junk and Work. */
export async function documentsOf(model: string): Promise<number[]> {
  return (await countsOf(model)).classes.map(({ documents }) => documents);
}

/** The counts of a model after it has learned messages once, each under its label. */
export async function countsAfter(model: string, lessons: ReadonlyMap<string, Label>): Promise<unknown> {
  const copy = join(temporaryFolder(), "mail.model");
  copyFileSync(model, copy);
  for (const label of ["Junk", "Work"] as const) {
    const ids = [...lessons.keys()].filter((id) => lessons.get(id) === label);
    const folder = folderWith(Object.fromEntries(ids.map((id) => [`${id}.eml`, textOf(id, original(id))])));
    const files = ids.map((id) => join(folder, `${id}.eml`));
    await succeeded(thresher(["learn", label, ...files, "-m", copy, "--quiet"]));
  }
  return countsOf(copy);
}

/** The Message-IDs in a folder. */
export async function idsIn(connected: ImapFlow, path: string): Promise<string[]> {
  await connected.mailboxOpen(path, { readOnly: true });
  const ids: string[] = [];
  for await (const { envelope } of connected.fetch("1:*", { envelope: true })) {
    ids.push(envelope?.messageId?.replace(/^<(.*)@test>$/, "$1") ?? "");
  }
  return ids.sort();
}
