import type { ChildProcess } from "node:child_process";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Random, seededRandom } from "../../src/base/random.js";
import { isThorough } from "../helpers/arbitraries.js";
import { CuttingProxy } from "../helpers/cutting-proxy.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { journalsIn } from "../helpers/folder.js";
import { classModel, type Kept, TestMailbox, WITHOUT_MOVE } from "./mailboxes.js";

const SETUPS = [
  { format: "maildir", prefix: "", separator: "/" },
  { format: "maildir", prefix: "INBOX.", separator: ".", more: WITHOUT_MOVE },
  { format: "mdbox", prefix: "INBOX/", separator: "/", more: WITHOUT_MOVE },
  { format: "mdbox", prefix: "INBOX.", separator: "." },
] as const satisfies readonly DovecotOptions[];
/** The servers for the longest tests: all, or one with MOVE and one without. */
const BOTH_WAYS = isThorough ? SETUPS : [SETUPS[0], SETUPS[2]];
const ALL = isThorough ? 2_000 : 24;
const SOME = isThorough ? 60 : 24;
/** How often a command is cut off or killed, on each of the four servers. */
const STOPS = isThorough ? 200 : 2;
const RENUMBERINGS = isThorough ? 50 : 1;

/** About as many go through a connection for each message. */
const BYTES = 600;

vi.setConfig({ testTimeout: 3_600_000 });

let model = "";
let box: TestMailbox | undefined;
let proxy: CuttingProxy | undefined;
beforeAll(async () => {
  model = await classModel();
});
afterEach(() => {
  proxy?.close();
  return box?.server.stop();
});

async function filled(options: DovecotOptions, messages: number) {
  box = await TestMailbox.start(options);
  const wanted = await box.fill(messages);
  return { mailbox: box, wanted, before: await box.messages() };
}

type Messages = ReadonlyMap<string, readonly Kept[]>;

/** Where each message is after sorting, with the flags and dates that it had. */
function sortedFrom(before: Messages, wanted: ReadonlyMap<string, string>): Messages {
  return new Map([...before].map(([digest, [kept]]) => [digest, [{ ...kept, folder: wanted.get(digest) ?? "" }]]));
}

/** The messages without their folders. */
function withoutFolders(messages: Messages) {
  const kept = [...messages].map(([digest, all]) => [digest, all.map(({ flags, date }) => ({ flags, date }))] as const);
  return new Map(kept.sort());
}

/**
 * Sorts until it was killed so often while it ran, and then to the end. Each time, it is killed soon after a random byte.
 * If it comes to its end before, all messages go back to the inbox.
 *
 * @param onKill called after each kill, when the server has ended the session: Dovecot 2.3 keeps both copies of a message
 *   that two sessions move at the same moment
 * @returns how often it was killed
 */
async function killedSorts(
  mailbox: TestMailbox,
  random: Random,
  stops: number,
  onKill: () => Promise<void>,
): Promise<number> {
  let child: ChildProcess | undefined;
  let kills = 0;
  const nextKill = () => (kills < stops ? 500 + random(SOME * BYTES) : undefined);
  const kill = () => {
    const sorting = child;
    setTimeout(() => sorting?.kill("SIGKILL"), random(4));
  };
  const sessions = await CuttingProxy.start(mailbox.server.port, { nextCut: nextKill, onCut: kill });
  proxy = sessions;
  await mailbox.connect(sessions.port);
  const onStart = (started: ChildProcess) => {
    child = started;
  };
  for (;;) {
    const { signal, code, stderr } = await mailbox.sort(["-m", model], { onStart });
    await sessions.sessionsEnded();
    if (signal === "SIGKILL") {
      kills++;
      await onKill();
      continue;
    }
    expect({ signal, code, stderr }).toMatchObject({ signal: null, code: 0 });
    if (kills === stops) return kills;
    await mailbox.gather();
  }
}

describe.each(SETUPS)("thresher mailbox sort, with Dovecot, $format, prefix '$prefix'", (options) => {
  const canMove = !("more" in options);

  it("moves each message to the folder of its class, byte for byte, with its flags and date, and back", async () => {
    const { mailbox, wanted, before } = await filled(options, ALL);
    expect(await mailbox.sort(["-m", model, "--dry-run"])).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(before);
    const { stdout, ...outcome } = await mailbox.sort(["-m", model]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(sortedFrom(before, wanted));
    const undo = /--undo (.*)\n/.exec(stdout)?.[1] ?? "";
    expect(await mailbox.sort(["--undo", undo])).toMatchObject({ code: 0, stderr: "" });
    expect(await mailbox.messages()).toEqual(before);
  });

  it("loses and doubles nothing if it is killed at random moments, and the next run goes on", async () => {
    const { mailbox, wanted, before } = await filled(options, SOME);
    const kills = await killedSorts(mailbox, seededRandom(30), STOPS, async () => {
      const now = await mailbox.messages();
      if (canMove) expect(withoutFolders(now)).toEqual(withoutFolders(before));
      expect(new Set(now.keys())).toEqual(new Set(before.keys()));
    });
    expect(kills).toBe(STOPS);
    expect(await mailbox.messages()).toEqual(sortedFrom(before, wanted));
  });
});

describe.each(BOTH_WAYS)("thresher mailbox sort when much happens, Dovecot, $format, prefix '$prefix'", (options) => {
  const canMove = !("more" in options);

  it("loses and doubles nothing if the connection is cut at random bytes, and goes on", async () => {
    const { mailbox, wanted, before } = await filled(options, SOME);
    const random = seededRandom(29);
    let connections = 0;
    // The first connection of a command has a single attempt, so it may log in.
    const nextCut = () => (connections++ === 0 ? 3_000 : 1) + random(20_000);
    proxy = await CuttingProxy.start(mailbox.server.port, { nextCut });
    await mailbox.connect(proxy.port);
    const run = (...args: string[]) => {
      connections = 0;
      return mailbox.sort([...args, "--quiet"]);
    };
    do {
      expect(await run("-m", model)).toMatchObject({ code: 0, stderr: "" });
      expect(await mailbox.messages()).toEqual(sortedFrom(before, wanted));
      const journal = journalsIn(mailbox.state).at(-1);
      expect(await run("--undo", `${mailbox.state}/${journal}`)).toMatchObject({ code: 0, stderr: "" });
      expect(await mailbox.messages()).toEqual(before);
    } while (proxy.cuts < STOPS);
    expect(proxy.cuts).toBeGreaterThanOrEqual(STOPS);
  });

  it("knows its messages if the server gives them new numbers between two runs, or before they are moved back", async () => {
    const { mailbox, wanted, before } = await filled(options, SOME);
    // A copy cannot be told from an older message in a folder that got new numbers while it was made.
    const renumbered = canMove ? ["INBOX", ...mailbox.folders] : ["INBOX"];
    const kills = await killedSorts(mailbox, seededRandom(31), RENUMBERINGS, async () => {
      const made = [...(await mailbox.messages()).values()].flat().map(({ folder }) => folder);
      await mailbox.renumber(...renumbered.filter((folder) => made.includes(folder)));
    });
    expect(kills).toBe(RENUMBERINGS);
    expect(await mailbox.messages()).toEqual(sortedFrom(before, wanted));
    await mailbox.renumber("INBOX", ...mailbox.folders);
    for (const journal of journalsIn(mailbox.state).reverse()) {
      expect(await mailbox.sort(["--undo", `${mailbox.state}/${journal}`])).toMatchObject({ code: 0 });
    }
    expect(await mailbox.messages()).toEqual(before);
  });

  it("loses and doubles nothing if another program moves messages in between, and names those that are gone", async () => {
    const { mailbox, before } = await filled(options, SOME);
    const random = seededRandom(32);
    let client = await mailbox.server.client();
    const other = `${options.prefix}Other`;
    await client.mailboxCreate(other);
    const move = async (from: string, to: string, uid?: string) => {
      if (!client.usable) client = await mailbox.server.client();
      const opened = await client.mailboxOpen(from).catch(() => undefined);
      const uids = (opened && (await client.search({ all: true }, { uid: true }))) || [];
      const moved = uid ?? uids[random(uids.length)];
      if (moved !== undefined) await client.messageMove(String(moved), to, { uid: true });
    };
    let taken = 0;
    let isOver = false;
    const interfere = async (sent: string) => {
      const [, command, uid] = / UID (MOVE|COPY|STORE) (\d+) /.exec(sent) ?? [];
      if (uid === undefined || isOver) return;
      const [place, folder] = [random(8), mailbox.folders[random(mailbox.folders.length)]];
      if (place === 0 && (command !== "STORE" || !marked.has(uid))) await move("INBOX", other, uid).then(() => taken++);
      if (place === 1) await move("INBOX", folder);
      if (place === 2) await move(folder, other);
      if (place === 3) await move(folder, "INBOX");
      if (command === "STORE") marked.add(uid);
    };
    const marked = new Set<string>();
    // On a busy machine, sort may end before this, and Dovecot may end the session of the other program: it does no harm.
    let interfered = Promise.resolve();
    const beforeSent = (sent: string) => {
      interfered = interfered.then(() => interfere(sent)).catch(() => undefined);
      return interfered;
    };
    proxy = await CuttingProxy.start(mailbox.server.port, { beforeSent });
    await mailbox.connect(proxy.port);
    const { code, stderr } = await mailbox.sort(["-m", model]);
    isOver = true;
    await interfered;
    client.close();
    expect(taken).toBeGreaterThan(0);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^thresher: left \d+ documents? in place: INBOX#\d+ \((it is not there any more|the server does not send it)\)[^\n]*\n$/,
      ),
    });
    expect(withoutFolders(await mailbox.messages())).toEqual(withoutFolders(before));
  });
});

it("thresher mailbox sort --keyword marks what it moves, and --undo takes the mark away", async () => {
  const { mailbox, before } = await filled({}, 6);
  const { stdout } = await mailbox.sort(["-m", model, "--keyword"]);
  const flags = [...(await mailbox.messages()).values()].map(([kept]) => kept.flags.split(" "));
  expect(flags.filter((all) => all.includes("Thresher"))).toHaveLength(6);
  await mailbox.sort(["--undo", /--undo (.*)\n/.exec(stdout)?.[1] ?? ""]);
  expect(await mailbox.messages()).toEqual(before);
});
