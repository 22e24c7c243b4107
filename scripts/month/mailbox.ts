import type { ChildProcess } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import type { ImapDaemon } from "../../test/helpers/imap-daemon.js";
import { FaultyProxy } from "./faulty-proxy.js";
import { CLASSES, Mailer, type Message } from "./messages.js";
import { checkLearned, ending, type Life, must, once, type Run, run, start } from "./world.js";

/** A mail server, as its distribution installs it. */
export interface MailServer extends ImapDaemon {
  /** Starts it again after `stop`, with the mail that it had. Absent if it cannot. */
  start?(): Promise<void>;
}

/** Messages in the folder of each class before the month. */
const SORTED_BEFORE = 12;
const MODEL = "mail.model";
const ACCOUNT = "home";
/** Longest time in milliseconds for something that has to happen. Only a fault takes so long. */
const PATIENCE = 240_000;
/** Answers of a busy server to a login. */
const REFUSALS = [
  "NO [UNAVAILABLE] Temporary authentication failure",
  "NO [LIMIT] Too many connections",
  "NO [INUSE] Mailbox in use",
  "NO [SERVERBUG] Internal error",
  "NO Server error - Please try again later",
];

/** A message of the account. */
interface Letter {
  readonly message: Message;
  /** How many identical copies were delivered. */
  readonly copies: number;
  /** The class of the folder that it must be in; undefined: the inbox. */
  label: string | undefined;
  /** Whether it was in a wrong place, which is noted once. */
  isAstray?: boolean;
}

/**
 * A month with a mail account: `watch` files and learns what the user moves, with restarts, kills, cuts and logins that
 * are refused for a while; on other days `sort` runs from cron, and is undone.
 */
export async function liveWithMailbox(life: Life, server: MailServer): Promise<void> {
  const proxy = await FaultyProxy.start(server.port);
  const month = new MailboxMonth(life, server, proxy);
  try {
    await month.begin();
    for (let day = 1; day <= life.days; day++) await month.live(day);
  } finally {
    await month.end();
    proxy.close();
    await server.stop();
  }
}

/** A running `watch`. */
interface Watching {
  readonly child: ChildProcess;
  readonly ended: Promise<Run>;
  said: string;
}

class MailboxMonth {
  readonly #life: Life;
  readonly #server: MailServer;
  readonly #proxy: FaultyProxy;
  readonly #mailer: Mailer;
  readonly #letters: Letter[] = [];
  /** The classes in which the model must know messages, by number. */
  readonly #known = new Map<number, string>();
  /** UIDs of the messages of the inbox that were reported to stay. */
  readonly #staying = new Set<number>();
  #client: ImapFlow | undefined;
  #watching: Watching | undefined;

  constructor(life: Life, server: MailServer, proxy: FaultyProxy) {
    this.#life = life;
    this.#server = server;
    this.#proxy = proxy;
    this.#mailer = new Mailer(life.random);
  }

  async begin(): Promise<void> {
    const client = await this.#connected();
    for (const label of [...CLASSES, "Trash"]) await client.mailboxCreate(label);
    for (const label of CLASSES) {
      for (let n = 0; n < SORTED_BEFORE; n++) {
        const message = this.#mailer.clear(label);
        await client.append(label, message.text, ["\\Seen"], dateOf(message));
        this.#letters.push({ message, copies: 1, label });
        this.#known.set(message.number, label);
      }
    }
    const account = { host: "127.0.0.1", port: this.#proxy.port, user: "me", security: "plain" };
    const accounts = { [ACCOUNT]: { ...account, passwordCommand: "echo secret" } };
    const folder = join(this.#life.folder, "config", "thresher");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "config.json"), JSON.stringify({ accounts }), { mode: 0o600 });
    await must(this.#life, ["mailbox", "train", ACCOUNT, "-m", MODEL, "--quiet"]);
    await checkLearned(this.#life, 0, MODEL, this.#known.values());
  }

  async live(day: number): Promise<void> {
    const isLast = day === this.#life.days;
    if (this.#life.random(3) > 0) {
      await this.#watchDay(day);
      // The model has everything when watch has ended.
      if (once(this.#life.random, 3) || isLast) await this.#stopWatching(day);
    } else {
      await this.#stopWatching(day);
      await this.#sortDay(day);
    }
    if (this.#watching === undefined) await checkLearned(this.#life, day, MODEL, this.#known.values());
  }

  async end(): Promise<void> {
    await this.#kill();
    this.#client?.close();
  }

  async #watchDay(day: number): Promise<void> {
    const { random } = this.#life;
    await this.#startWatching(day);
    const fresh = await this.#deliver(1 + random(3), 1);
    await this.#disturb(day);
    await this.#settled(day, fresh);
    await this.#look(day, "watch");
    await this.#correct(day);
    await this.#disturb(day);
  }

  /** The user moves most messages that are in a wrong folder, and some from the inbox, and waits for the lessons. */
  async #correct(day: number): Promise<void> {
    const { random, count } = this.#life;
    for (const letter of this.#letters) {
      const { message, label, copies } = letter;
      if (copies > 1 || label === message.truth || label === "Trash" || letter.isAstray === true) continue;
      if (!once(random, 2)) continue;
      // A message of the inbox that Thresher has not looked at yet would be filed by it.
      const isThrownAway = once(random, 5);
      const target = isThrownAway ? "Trash" : message.truth;
      await this.#move(message, label ?? "INBOX", target);
      letter.label = target;
      count(isThrownAway ? "thrown away" : "corrections");
      if (isThrownAway) continue;
      this.#known.set(message.number, target);
      const wanted = new RegExp(`${target}#\\d+ was moved there: learned`);
      const said = this.#watching?.said.length ?? 0;
      await this.#until(day, `a lesson of message ${message.number}`, () =>
        wanted.test(this.#watching?.said.slice(said) ?? ""),
      );
    }
    await this.#look(day, "corrections");
  }

  /** Kills, restarts, cuts and refuses, one of them or nothing. */
  async #disturb(day: number): Promise<void> {
    const { random, count } = this.#life;
    switch (random(8)) {
      case 0:
        count("watches killed");
        await this.#kill();
        await this.#startWatching(day);
        break;
      case 1:
        if (this.#server.start === undefined) break;
        count("restarts of the server");
        this.#client?.close();
        this.#client = undefined;
        await this.#server.stop();
        await this.#server.start();
        break;
      case 2:
        count("cuts");
        this.#proxy.cut();
        break;
      case 3: {
        count("refused logins");
        const refusal = REFUSALS[random(REFUSALS.length)] as string;
        for (let n = 1 + random(2); n > 0; n--) this.#proxy.refusals.push(refusal);
        this.#proxy.cut();
        break;
      }
    }
  }

  async #sortDay(day: number): Promise<void> {
    const { random, count } = this.#life;
    await this.#deliver(random(3), 1);
    if (once(random, 2)) await this.#deliver(1, 2);
    const sort = ["mailbox", "sort", ACCOUNT, "-m", MODEL, "--quiet"];
    if (once(random, 3)) {
      const { code } = await run(this.#life, sort, { killAfter: 150 + random(500) });
      if (code === undefined) count("sorts killed");
    }
    const before = this.#letters.filter(({ label }) => label === undefined);
    const journals = new Set(this.#journals());
    await this.#sort(day, sort);
    const journal = this.#journals().find((name) => !journals.has(name));
    if (journal !== undefined && once(random, 2)) {
      count("sorts undone");
      const filed = before.filter(({ label }) => label !== undefined);
      const path = join(this.#state(), journal);
      const undo = ["mailbox", "sort", ACCOUNT, "--undo", path, "--quiet"];
      if (once(random, 3)) await run(this.#life, undo, { killAfter: 150 + random(500) });
      await this.#finish(day, undo);
      for (const letter of filed) letter.label = undefined;
      // Without a kill, the journal has all that the sort has filed.
      await this.#look(day, "undo", true);
      await this.#sort(day, sort);
    }
    if (once(random, 2)) await this.#sort(day, sort);
  }

  async #sort(day: number, sort: readonly string[]): Promise<void> {
    await this.#finish(day, sort);
    await this.#look(day, "sort", true);
  }

  /** Runs a command that must do all that it has to. */
  async #finish(day: number, args: readonly string[]): Promise<void> {
    const { code, errors } = await run(this.#life, args);
    if (code !== 0) this.#life.fault(day, `${args.slice(0, 3).join(" ")} has exit code ${code}: ${lastLine(errors)}`);
  }

  async #startWatching(day: number): Promise<void> {
    if (this.#watching !== undefined) return;
    const child = start(this.#life, ["mailbox", "watch", ACCOUNT, "-m", MODEL, "--every", "2"]);
    const watching: Watching = { child, ended: ending(child), said: "" };
    child.stderr?.on("data", (text: string) => {
      watching.said += text;
    });
    this.#watching = watching;
    void watching.ended.then(({ code, errors }) => {
      if (this.#watching !== watching) return;
      this.#watching = undefined;
      this.#life.fault(day, `watch has ended with exit code ${code}: ${lastLine(errors)}`);
    });
    await this.#until(day, "watch begins", () => watching.said.includes("watching") || this.#watching !== watching);
  }

  async #kill(): Promise<void> {
    const watching = this.#watching;
    this.#watching = undefined;
    watching?.child.kill("SIGKILL");
    await watching?.ended;
  }

  async #stopWatching(day: number): Promise<void> {
    const watching = this.#watching;
    if (watching === undefined) return;
    this.#watching = undefined;
    watching.child.kill("SIGTERM");
    const { code, errors } = await watching.ended;
    if (code !== 0) this.#life.fault(day, `watch has exit code ${code} after SIGTERM: ${lastLine(errors)}`);
  }

  /** Delivers messages to the inbox, each in a number of identical copies with dates of their own. */
  async #deliver(messages: number, copies: number): Promise<Letter[]> {
    const client = await this.#connected();
    const fresh: Letter[] = [];
    for (let n = 0; n < messages; n++) {
      const message = this.#mailer.next();
      for (let copy = 0; copy < copies; copy++) {
        await client.append("INBOX", message.text, copy === 0 ? [] : ["\\Flagged"], dateOf(message, copy));
      }
      const letter: Letter = { message, copies, label: undefined };
      fresh.push(letter);
      this.#letters.push(letter);
    }
    return fresh;
  }

  /** Waits until watch has decided on messages. */
  async #settled(day: number, fresh: readonly Letter[]): Promise<void> {
    for (const letter of fresh) {
      await this.#until(day, `message ${letter.message.number} is filed or stays`, async () => {
        const places = await this.#placesOf(letter.message);
        const [inbox] = places.filter(({ folder }) => folder === "INBOX");
        for (const [, uid] of this.#watching?.said.matchAll(/INBOX#(\d+) stays/g) ?? []) this.#staying.add(Number(uid));
        return inbox === undefined || this.#staying.has(inbox.uid);
      });
    }
    await this.#look(day, "watch", true);
  }

  /** Compares where messages are with where they must be. If `maySort`, messages of the inbox may have been filed. */
  async #look(day: number, what: string, maySort = false): Promise<void> {
    const places = await this.#allPlaces();
    for (const letter of this.#letters) {
      const { message, copies } = letter;
      const found = (places.get(message.number) ?? []).map(({ folder }) => folder);
      const [first] = found;
      if (maySort && letter.label === undefined && first !== "INBOX" && found.every((folder) => folder === first)) {
        letter.label = first;
      }
      const must = letter.label ?? "INBOX";
      const isRight = found.length === copies && found.every((folder) => folder === must);
      const stamps = new Set((places.get(message.number) ?? []).map(({ stamp }) => stamp));
      if (isRight && stamps.size === copies) continue;
      const is = found.length === 0 ? "in no folder" : `in ${found.join(" and ")}`;
      const wanted = copies === 1 ? `in ${must}` : `${copies} times in ${must}, with its own date and flags`;
      if (letter.isAstray !== true) {
        this.#life.fault(day, `message ${message.number} is ${is} after ${what}, and must be ${wanted}`);
      }
      letter.isAstray = true;
    }
  }

  async #move({ number }: Message, from: string, to: string): Promise<void> {
    const client = await this.#connected();
    const lock = await client.getMailboxLock(from);
    try {
      const uids = await client.search({ header: { "message-id": `<${number}@month.example>` } }, { uid: true });
      if (uids && uids.length > 0) await client.messageMove(uids, to, { uid: true });
    } finally {
      lock.release();
    }
  }

  async #placesOf({ number }: Message) {
    return (await this.#allPlaces()).get(number) ?? [];
  }

  /** The folders of all messages, by number, with UIDs, and with the date and flags that a message came with. */
  async #allPlaces() {
    const places = new Map<number, { folder: string; uid: number; stamp: string }[]>();
    const client = await this.#connected();
    for (const folder of ["INBOX", ...CLASSES, "Trash"]) {
      const lock = await client.getMailboxLock(folder, { readOnly: true });
      try {
        if (client.mailbox === false || client.mailbox.exists === 0) continue;
        for await (const { uid, envelope, flags, internalDate } of client.fetch("1:*", {
          envelope: true,
          flags: true,
          internalDate: true,
        })) {
          const number = Number.parseInt(envelope?.messageId?.slice(1) ?? "", 10);
          const stamp = `${new Date(internalDate ?? 0).toISOString()} ${flags?.has("\\Flagged")}`;
          places.set(number, [...(places.get(number) ?? []), { folder, uid, stamp }]);
        }
      } finally {
        lock.release();
      }
    }
    return places;
  }

  async #connected(): Promise<ImapFlow> {
    if (this.#client?.usable !== true) this.#client = await this.#server.client();
    return this.#client;
  }

  /** Waits until something is so, as long as watch runs. That it does not come is a fault. */
  async #until(day: number, what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await isSo()) && this.#watching !== undefined) {
      if (Date.now() > end) return this.#life.fault(day, `not seen: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #journals(): string[] {
    return readdirSync(this.#state()).filter((name) => name.startsWith(".thresher-journal-"));
  }

  #state(): string {
    const folder = join(this.#life.folder, "state", "thresher", "mailbox", ACCOUNT);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}

function lastLine(text: string): string | undefined {
  return text.trim().split("\n").at(-1);
}

/** The time at which the server got a copy of a message. */
function dateOf({ number }: Message, copy = 0): Date {
  return new Date(Date.UTC(2026, 0, 1 + copy) + number * 3_600_000);
}
