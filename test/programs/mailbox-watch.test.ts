import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, it, vi } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { isThorough } from "../helpers/arbitraries.js";
import { COMMAND, thresher } from "../helpers/command.js";
import { CuttingProxy } from "../helpers/cutting-proxy.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { TestMailbox } from "./mailboxes.js";

/** How often the process is killed. */
const KILLS = isThorough ? 200 : 3;

vi.setConfig({ testTimeout: 3_600_000 });

const random = seededRandom(1);

/** With so many documents in each class, moves do not change which class is likelier. */
const MANY = 400;
/** Messages are filed even if the model is unsure. */
const SURE = ["--unsure-below", "0"];

/** The words of each class. */
const WORDS = { Junk: "cheap pills winner lottery", Work: "invoice payment budget meeting" } as const;
type Label = keyof typeof WORDS;

const SETUPS = [
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "", separator: "/" },
  // As servers without the extensions are: no IDLE, MOVE, CONDSTORE and QRESYNC.
  { format: "maildir", more: "imap_capability = IMAP4rev1 UIDPLUS NAMESPACE LIST-EXTENDED SPECIAL-USE" },
] as const satisfies readonly DovecotOptions[];

let box: TestMailbox | undefined;
let client: ImapFlow | undefined;
let watching: Watching | undefined;
afterEach(async () => {
  watching?.child.kill("SIGKILL");
  client?.close();
  await box?.server.stop();
});

interface Watching {
  readonly child: ChildProcess;
  readonly said: () => string;
}

function current(): Watching {
  if (watching === undefined) throw new Error("it was not started");
  return watching;
}

function textOf(id: string, label: Label): string {
  return `Message-ID: <${id}@test>\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nFrom: a@x.example\r\nSubject: ${WORDS[label]}\r\n\r\n${WORDS[label]} ${label}\r\nnumber ${id}\r\n`;
}

/** The class of a message by its words. */
function original(id: string): Label {
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
  const args = [
    "train",
    folderWith(Object.fromEntries(classes)),
    "-m",
    model,
    "--preset",
    "mail",
    "--remember",
    "--quiet",
  ];
  expect(await thresher(args)).toMatchObject({ code: 0 });
  return model;
}

/** An account with a watching command. */
async function setup(options: DovecotOptions, documents = 8) {
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
async function classes(model: string): Promise<Record<string, number>> {
  const { stdout } = await thresher(["inspect", "-m", model, "--json"]);
  const { classes } = JSON.parse(stdout) as { classes: { label: string; documents: number }[] };
  return Object.fromEntries(classes.map(({ label, documents }) => [label, documents]));
}

/** The documents of each class, and the counts of its terms. */
async function countsOf(model: string): Promise<unknown> {
  const { code, stdout } = await thresher(["inspect", "-m", model, "--terms", "1000", "--json"]);
  expect(code).toBe(0);
  const { documents, classes } = JSON.parse(stdout);
  return { documents, classes };
}

/** The counts of a model after it has learned messages once, each under its label. */
async function countsAfter(model: string, lessons: ReadonlyMap<string, Label>): Promise<unknown> {
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
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The Message-IDs in a folder. */
async function idsIn(connected: ImapFlow, path: string): Promise<string[]> {
  await connected.mailboxOpen(path, { readOnly: true });
  const ids: string[] = [];
  for await (const { envelope } of connected.fetch("1:*", { envelope: true })) {
    ids.push(envelope?.messageId?.replace(/^<(.*)@test>$/, "$1") ?? "");
  }
  return ids.sort();
}

/** Expects each message in the folder where it belongs, and only there. */
async function expectPlaces(connected: ImapFlow, paths: readonly string[], expected: ReadonlyMap<string, string>) {
  const places: [id: string, path: string][] = [];
  for (const path of paths) for (const id of await idsIn(connected, path)) places.push([id, path]);
  expect(places.sort()).toEqual([...expected].sort());
}

describe.each(SETUPS)("thresher mailbox watch, with Dovecot, $format, prefix '$prefix'", (options) => {
  it("files what arrives, and learns a move exactly once", async () => {
    const { connected, model, start, stop, isWatching, move, junk, work, trash } = await setup(options);
    await connected.append("INBOX", textOf("old", "Junk"));
    const { said } = await start();
    await isWatching();
    const times: number[] = [];
    for (let i = 0; i < 6; i++) {
      const begin = performance.now();
      await connected.append("INBOX", textOf(`new-${i}`, i % 2 === 0 ? "Junk" : "Work"));
      const target = i % 2 === 0 ? junk : work;
      await until(async () => (await idsIn(connected, target)).includes(`new-${i}`));
      times.push(performance.now() - begin);
    }
    console.log(`filed after at most ${Math.max(...times).toFixed(0)} ms, ${options.format}`);
    expect(await idsIn(connected, "INBOX")).toContain("old");
    expect(await classes(model)).toEqual({ Junk: 8, Work: 8 });
    await move("new-0", junk, work);
    await until(() => said().includes("was moved there: learned"));
    await move("new-2", junk, trash);
    await move("new-1", work, "INBOX");
    await until(() => said().includes("nothing changes"));
    await move("new-4", junk, work);
    await until(() => said().match(/: learned/g)?.length === 2);
    await move("new-4", work, junk);
    await until(() => said().includes(": relabelled"));
    await stop();
    expect(await classes(model)).toEqual({ Junk: 9, Work: 9 });
    expect(said()).not.toMatch(/trying again|cannot/);
    expect(await idsIn(connected, "INBOX")).toContain("new-1");
    // While it does not run.
    await move("new-1", "INBOX", work);
    await move("new-4", junk, work);
    const again = await start();
    await until(() => again.said().match(/was moved there/g)?.length === 2);
    await stop();
    expect(await classes(model)).toEqual({ Junk: 8, Work: 11 });
  });
});

describe("thresher mailbox watch, with Dovecot", () => {
  it("keeps its model if the file is damaged, says so in one line, and follows the file when it is sound again", async () => {
    const { connected, model, start, stop, isWatching, junk, work } = await setup({ format: "maildir" });
    const sound = readFileSync(model);
    const { said } = await start();
    await isWatching();
    writeFileSync(model, "garbage");
    for (const id of ["a", "b"]) await connected.append("INBOX", textOf(id, "Junk"));
    await until(async () => (await idsIn(connected, junk)).length === 2);
    expect(said().match(/^.*stays in use$/gm)).toHaveLength(1);
    writeFileSync(model, sound);
    await connected.append("INBOX", textOf("c", "Work"));
    await until(async () => (await idsIn(connected, work)).length === 1);
    expect(said()).toMatch(/read again/);
    await stop();
    expect(await classes(model)).toEqual({ Junk: 8, Work: 8 });
  });

  it("goes on when connections are cut again and again, and ends at once while there is none", async () => {
    const { connected, model, start, stop, isWatching, move, junk, work } = await setup({ format: "mdbox" }, MANY);
    const proxy = await CuttingProxy.start(box?.server.port ?? 0, { nextCut: () => 2_000 + random(5_000) });
    await box?.connect(proxy.port);
    const { said } = await start();
    await isWatching();
    const expected = new Map<string, string>();
    for (let n = 0; n < 24; n++) {
      const [label, path] = n % 2 === 0 ? (["Junk", junk] as const) : (["Work", work] as const);
      await connected.append("INBOX", textOf(`m-${n}`, label));
      expected.set(`m-${n}`, path);
      if (n % 10 === 0) await until(async () => !(await idsIn(connected, "INBOX")).includes(`m-${n}`));
    }
    for (const id of ["m-0", "m-10"]) {
      expect(await move(id, junk, work)).toBe(true);
      expected.set(id, work);
    }
    await until(async () => (await idsIn(connected, "INBOX")).length === 0);
    await until(() => said().match(/: learned/g)?.length === 2);
    expect(proxy.cuts).toBeGreaterThan(3);
    proxy.close();
    await until(() => said().includes("no server is listening there; trying again"));
    await stop();
    await expectPlaces(connected, [junk, work], expected);
    expect(await classes(model)).toEqual({ Junk: MANY, Work: MANY + 2 });
  });

  it("loses nothing and learns nothing twice if it is killed at random moments", async () => {
    const { connected, model, start, stop, isWatching, move, junk, work } = await setup({ format: "maildir" }, MANY);
    const untaught = join(temporaryFolder(), "before.model");
    copyFileSync(model, untaught);
    const folders = { Junk: junk, Work: work };
    await start(...SURE);
    await isWatching();
    const expected = new Map<string, string>();
    const lessons = new Map<string, Label>();
    const filed: string[] = [];
    for (let n = 0; n < KILLS; n++) {
      for (const part of ["a", "b"]) {
        const id = `${n}-${part}`;
        await connected.append("INBOX", textOf(id, original(id)));
        expected.set(id, folders[original(id)]);
        filed.push(id);
      }
      const id = filed.shift() ?? "";
      const label = original(id) === "Junk" ? "Work" : "Junk";
      await until(() => move(id, folders[original(id)], folders[label]));
      expected.set(id, folders[label]);
      lessons.set(id, label);
      await new Promise((resolve) => setTimeout(resolve, random(2_000)));
      const { child } = current();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      expect(await ended).toEqual([null, "SIGKILL"]);
      await start(...SURE);
    }
    await until(async () => {
      const inbox = await idsIn(connected, "INBOX");
      return inbox.every((id) => !expected.has(id));
    });
    await stop();
    await start(...SURE);
    await stop();
    await expectPlaces(connected, [junk, work], expected);
    expect(lessons.size).toBe(KILLS);
    expect(await countsOf(model)).toEqual(await countsAfter(untaught, lessons));
  });
});
