import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterEach, expect, vi } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { isThorough } from "../helpers/arbitraries.js";
import { COMMAND, thresher } from "../helpers/command.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { TestMailbox } from "./mailboxes.js";
import { countsOf } from "./programs.js";

/** How often the process is killed. */
export const KILLS = isThorough ? 200 : 3;

vi.setConfig({ testTimeout: 3_600_000 });

export const random = seededRandom(1);

/** With so many documents in each class, moves do not change which class is likelier. */
export const MANY = 400;
/** Messages are filed even if the model is unsure. */
export const SURE = ["--unsure-below", "0"];

/** The words of each class. */
export const WORDS = { Junk: "cheap pills winner lottery", Work: "invoice payment budget meeting" } as const;
export type Label = keyof typeof WORDS;

export const SETUPS = [
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "", separator: "/" },
  // As servers without the extensions are: no IDLE, MOVE, CONDSTORE and QRESYNC.
  { format: "maildir", more: "imap_capability = IMAP4rev1 UIDPLUS NAMESPACE LIST-EXTENDED SPECIAL-USE" },
] as const satisfies readonly DovecotOptions[];

export let box: TestMailbox | undefined;
export let client: ImapFlow | undefined;
export let watching: Watching | undefined;
afterEach(async () => {
  watching?.child.kill("SIGKILL");
  client?.close();
  await box?.server.stop();
});

export interface Watching {
  readonly child: ChildProcess;
  readonly said: () => string;
}

export function current(): Watching {
  if (watching === undefined) throw new Error("it was not started");
  return watching;
}

export function textOf(id: string, label: Label): string {
  return `Message-ID: <${id}@test>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nFrom: a@x.example\r\nSubject: ${WORDS[label]}\r\n\r\n${WORDS[label]} ${label}\r\nnumber ${id}\r\n`;
}

/** The class of a message by its words. */
export function original(id: string): Label {
  return Number.parseInt(id, 10) % 2 === 0 ? "Junk" : "Work";
}

/** Trains a model with so many documents in each class. */
export async function trained(documents: number): Promise<string> {
  const classes = Object.entries(WORDS).map(([label, words]) => {
    const messages = Array.from({ length: documents }, (_, i) => [
      `${i}.eml`,
      `Subject: ${words}\n\n${words} ${label} ${i}\n`,
    ]);
    return [label, Object.fromEntries(messages)] as const;
  });
  const model = join(temporaryFolder(), "mail.model");
  const corpus = folderWith(Object.fromEntries(classes));
  const args = ["train", corpus, "-m", model, "--preset", "mail", "--remember", "--quiet"];
  expect(await thresher(args)).toMatchObject({ code: 0 });
  return model;
}

/** An account with a watching command. */
export async function setup(options: DovecotOptions, documents = 8) {
  box = await TestMailbox.start(options);
  const { home, server } = box;
  const connected = await server.client();
  client = connected;
  const { prefix = "" } = options;
  const [junk, work, trash] = ["Junk", "Work", "Trash"].map((name) => prefix + name);
  for (const path of [junk, work, trash]) await connected.mailboxCreate(path);
  const model = await trained(documents);
  const start = async (...more: string[]) => {
    const child = spawn(process.execPath, [COMMAND, "mailbox", "watch", "home", "-m", model, "--every", "1", ...more], {
      env: { ...process.env, ...home },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    watching = { child, said: () => said };
    return watching;
  };
  /** Waits until all folders have been looked at. */
  const isWatching = () => until(() => current().said().includes("watching"));
  const stop = async () => {
    // Before, a signal ends it at once.
    await isWatching();
    const { child } = current();
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  };
  /** Moves the message with a text from one folder to another. */
  const move = async (id: string, from: string, to: string) => {
    await connected.mailboxOpen(from);
    const [uid] = (await connected.search({ header: { "message-id": `<${id}@test>` } }, { uid: true })) || [];
    if (uid === undefined) return false;
    return (await connected.messageMove(String(uid), to, { uid: true })) !== false;
  };
  return { connected, model, start, stop, isWatching, move, junk, work, trash };
}

/** The number of documents of each class. */
export async function classes(model: string): Promise<Record<string, number>> {
  const { stdout } = await thresher(["inspect", "-m", model, "--json"]);
  const { classes } = JSON.parse(stdout) as { classes: { label: string; documents: number }[] };
  return Object.fromEntries(classes.map(({ label, documents }) => [label, documents]));
}

/** The counts of a model after it has learned messages once, each under its label. */
export async function countsAfter(model: string, lessons: ReadonlyMap<string, Label>): Promise<unknown> {
  const copy = join(temporaryFolder(), "mail.model");
  copyFileSync(model, copy);
  for (const label of ["Junk", "Work"] as const) {
    const ids = [...lessons.keys()].filter((id) => lessons.get(id) === label);
    const folder = folderWith(Object.fromEntries(ids.map((id) => [`${id}.eml`, textOf(id, original(id))])));
    const files = ids.map((id) => join(folder, `${id}.eml`));
    expect(await thresher(["learn", label, ...files, "-m", copy, "--quiet"])).toMatchObject({ code: 0 });
  }
  return countsOf(copy);
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
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

/** Expects each message in the folder where it belongs, and only there. */
export async function expectPlaces(
  connected: ImapFlow,
  paths: readonly string[],
  expected: ReadonlyMap<string, string>,
) {
  const places: [id: string, path: string][] = [];
  for (const path of paths) for (const id of await idsIn(connected, path)) places.push([id, path]);
  expect(places.sort()).toEqual([...expected].sort());
}
