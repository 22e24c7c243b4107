import type { ChildProcess } from "node:child_process";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { isThorough } from "../helpers/arbitraries.js";
import { startThresher } from "../helpers/command.js";
import { TestCourier } from "../helpers/courier.js";
import { CuttingProxy } from "../helpers/cutting-proxy.js";
import { TestCyrus } from "../helpers/cyrus.js";
import { TestDovecot } from "../helpers/dovecot.js";
import { journalsIn } from "../helpers/folder.js";
import { type ImapDaemon, isRoot } from "../helpers/imap-daemon.js";
import { type Running, until } from "../helpers/running.js";
import { classModel, type Kept, TestMailbox } from "./mailboxes.js";

/** Servers as Debian installs them, with their own master processes. Courier has no MOVE. */
const SERVERS: readonly (readonly [
  name: string,
  start: () => Promise<ImapDaemon>,
  prefix: string,
  separator: "." | "/",
])[] = [
  ["Dovecot", () => TestDovecot.start(), "", "/"],
  ["Courier-IMAP", () => TestCourier.start(), "INBOX.", "."],
  ["Cyrus-IMAP", () => TestCyrus.start(), "INBOX.", "."],
];
const MESSAGES = isThorough ? 2_000 : 9;
/** Messages that are in the inbox twice, with the same bytes, but other flags and dates. */
const TWINS = 3;
/** How many connections are cut, and how many commands are killed, on each server. */
const STOPS = isThorough ? 200 : 2;
/** A connection or a command ends at a random byte below this. */
const BYTES = isThorough ? 60_000 : 12_000;
/** After so many kills, all messages are looked at. */
const KILLS_PER_LOOK = isThorough ? 20 : 1;
/** The first connection of a command has a single attempt, so it may log in. */
const LOGIN_BYTES = 4_000;

vi.setConfig({ testTimeout: 7_200_000 });

let model = "";
beforeAll(async () => {
  model = await classModel();
});

type Messages = ReadonlyMap<string, readonly Kept[]>;

/** Messages in a fixed order. @param folderOf returns the folder that they should be in. Default: where they are */
function inOrder(messages: Messages, folderOf = (_: string, { folder }: Kept) => folder) {
  const all = [...messages].flatMap(([digest, kept]) =>
    kept.map((one) => ({ digest, ...one, folder: folderOf(digest, one) })),
  );
  return all.map((one) => JSON.stringify(one)).sort();
}

/** Starts a server with an account that is filled. */
async function filled([, start, prefix, separator]: (typeof SERVERS)[number]) {
  const mailbox = await TestMailbox.on(await start(), { prefix, separator });
  const wanted = await mailbox.fill(MESSAGES, TWINS);
  const before = await mailbox.messages();
  const isBack = async () => expect(inOrder(await mailbox.messages())).toEqual(inOrder(before));
  const isSorted = async () =>
    expect(inOrder(await mailbox.messages())).toEqual(inOrder(before, (digest) => wanted.get(digest) ?? ""));
  return { mailbox, before, isBack, isSorted };
}

describe.skipIf(!isRoot).each(SERVERS)("thresher mailbox sort with %s", (...server) => {
  it("moves each message once, also of identical ones, moves nothing the second time, and takes all back", async () => {
    const { mailbox, isBack, isSorted } = await filled(server);
    const { stdout, ...first } = await mailbox.sort(["-m", model]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    await isSorted();
    expect(await mailbox.sort(["-m", model])).toMatchObject({
      code: 0,
      stderr: "",
      stdout: "No message in the inbox.\n",
    });
    await isSorted();
    const undo = /--undo (.*)\n/.exec(stdout)?.[1] ?? "";
    expect(await mailbox.sort(["--undo", undo])).toMatchObject({ code: 0, stderr: "" });
    await isBack();
    expect(await mailbox.sort(["--undo", undo])).toMatchObject({ code: 0, stdout: "Nothing to take back.\n" });
    await isBack();
  });

  // Other tests cut and kill with Dovecot, too.
  const isLong = server[0].startsWith("Dovecot") && !isThorough;
  it.skipIf(isLong)("has each message once after cuts and kills on the way there and back", async () => {
    const { mailbox, before, isBack, isSorted } = await filled(server);
    const started = performance.now();
    const random = seededRandom(38);
    let [kills, tries, rounds, connections] = [0, 0, 0, 0];
    const undone = new Set<string>();
    let child: ChildProcess | undefined;
    let isKilling = false;
    const kill = () => {
      tries++;
      const killed = child;
      setTimeout(() => killed?.kill("SIGKILL"), random(4));
    };
    const cuts = () => stopping.cuts - tries;
    // Every other connection ends with a cut, the others with a kill.
    const stopping = await CuttingProxy.start(mailbox.server.port, {
      get onCut() {
        isKilling = kills < STOPS && (cuts() >= STOPS || random(2) === 0);
        return isKilling ? kill : undefined;
      },
      nextCut: () => {
        const isDone = !isKilling && cuts() >= STOPS;
        return isDone ? undefined : (connections++ === 0 ? LOGIN_BYTES : 1) + random(BYTES);
      },
    });
    onTestFinished(() => stopping.close());
    await mailbox.connect(stopping.port);
    const onStart = (process: ChildProcess) => {
      child = process;
    };
    const figures = () => {
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      return `${server[0]}: ${MESSAGES + TWINS} messages, ${rounds} times there and back, ${cuts()} cuts, ${kills} kills, ${minutes} minutes`;
    };
    /** Runs a command again and again, until it ends by itself. */
    const run = async (...args: string[]) => {
      for (;;) {
        connections = 0;
        const { signal, code, stderr } = await mailbox.sort([...args, "--quiet"], { onStart });
        await stopping.sessionsEnded();
        if (signal !== "SIGKILL") return expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
        if (++kills % KILLS_PER_LOOK !== 0) continue;
        // A message that is under way may be in both folders.
        const now = await mailbox.messages();
        for (const [digest, kept] of before) expect(now.get(digest)?.length ?? 0).toBeGreaterThanOrEqual(kept.length);
        if (isThorough) console.log(figures());
      }
    };
    do {
      rounds++;
      await run("-m", model);
      await isSorted();
      const journals = journalsIn(mailbox.state).filter((name) => !undone.has(name));
      for (const journal of journals.reverse()) await run("--undo", `${mailbox.state}/${journal}`);
      for (const journal of journals) undone.add(journal);
      await isBack();
      console.log(figures());
    } while (cuts() < STOPS || kills < STOPS);
  });
});

it.skipIf(!isRoot)("thresher mailbox watch finishes what a killed sort has copied and not yet removed", async () => {
  const { mailbox, before } = await filled(["Courier-IMAP", () => TestCourier.start(), "INBOX.", "."]);
  const env = mailbox.home;
  let sorting: Running | undefined;
  const beforeSent = async (sent: string) => {
    if (!sent.includes("UID EXPUNGE")) return;
    sorting?.child.kill("SIGKILL");
    await new Promise(() => undefined);
  };
  const proxy = await CuttingProxy.start(mailbox.server.port, { beforeSent });
  onTestFinished(() => proxy.close());
  await mailbox.connect(proxy.port);
  sorting = startThresher(["mailbox", "sort", "home", "-m", model], { env });
  expect(await sorting.outcome).toMatchObject({ signal: "SIGKILL" });
  const count = async () => [...(await mailbox.messages()).values()].flat().length;
  expect(await count()).toBe(MESSAGES + TWINS + 1);
  await mailbox.connect(mailbox.server.port);
  const watching = startThresher(["mailbox", "watch", "home", "-m", model], { env });
  await until(async () => (await count()) === MESSAGES + TWINS);
  expect(await watching.end()).toMatchObject({ code: 0, signal: null });
  expect(new Set((await mailbox.messages()).keys())).toEqual(new Set(before.keys()));
});
