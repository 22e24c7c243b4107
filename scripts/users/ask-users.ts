import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { largest } from "../../src/base/lists.js";
import { seededRandom } from "../../src/base/random.js";
import { peakMemory } from "../checks/peak-memory.js";
import { start } from "../kills/run-command.js";
import { makeFallback, makeUsers, messageFor, nameOf } from "./make-users.js";

/** A question, and the server that gets it. */
export interface UsersPlan {
  readonly users: number;
  readonly messages: number;
  readonly lessons: number;
  /** How often the server is killed while it learns them. */
  readonly kills: number;
  /** Bytes that the server may take. */
  readonly memory: number;
  readonly seed: number;
  /** Empty; for the models and the socket. */
  readonly folder: string;
}

/** The result. */
export interface UsersReport {
  readonly answered: number;
  /** Answers of another model than that of the user. */
  readonly wrong: number;
  /** Names that must be refused and were. */
  readonly refused: number;
  /** Lessons that were confirmed before the server was killed. */
  readonly confirmed: number;
  /** Confirmed lessons that the next server does not know. */
  readonly lost: number;
  /** Bytes of the largest file of a user, with 50 lessons. */
  readonly largest: number;
  /** Peak memory of the server in bytes; undefined if unknown. */
  readonly peak: number | undefined;
  /** Seconds for all messages together. */
  readonly seconds: number;
}

/** Names that lead elsewhere, or to no file. */
export const REFUSED = ["../user0@example.org", "a/b", "..", ".x", "a\0b", "x".repeat(300), "a\u202eb", ""];
const CLIENTS = 4;
/** From which number on messages are lessons. */
const LESSONS = 1e6;

/** Asks a server with a model for each user, in random order; teaches it, kills it, and looks what it still knows. */
export async function askUsers(plan: UsersPlan): Promise<UsersReport> {
  const { users, messages, lessons, kills, seed, folder } = plan;
  const models = join(folder, "models");
  mkdirSync(models);
  const fallback = makeFallback(folder, seed);
  const ids = makeUsers(fallback, models, users, seed);
  const largestFile = largest(readdirSync(models).map((name) => statSync(join(models, name)).size));
  const report = { answered: 0, wrong: 0, refused: 0, confirmed: 0, lost: 0 };
  const known: [user: number, number: number][] = [];
  const inTurn = (count: number, each: (n: number, user: number) => Promise<unknown>, round = 0) => {
    const random = seededRandom(seed, count + round);
    let next = 0;
    const client = async () => {
      while (next < count) await each(next++, random(users));
    };
    return Promise.all(Array.from({ length: CLIENTS }, client));
  };
  const tell = (user: number, n: number) =>
    ask(folder, "TELL", nameOf(user), messageFor(user, seed, LESSONS + n), "Message-class: ham\r\nSet: local\r\n");
  let server = await served(plan, fallback);
  const since = performance.now();
  await inTurn(messages, async (n, user) => {
    const answer = await ask(folder, "PROCESS", nameOf(user), messageFor(user, seed, n));
    report.answered++;
    if (!answer.includes(`(model ${ids[user]})`)) report.wrong++;
  });
  const seconds = (performance.now() - since) / 1000;
  for (const name of REFUSED) {
    const answer = await ask(folder, "PROCESS", name, messageFor(0, seed));
    if (/^SPAMD\/1\.\d (?:69|76) [^\r\n]*\r\n$/.test(answer)) report.refused++;
  }
  let peak = 0;
  const each = Math.floor(lessons / kills);
  for (let round = 0; round < kills; round++) {
    const killed = server;
    let told = 0;
    const learn = async (n: number, user: number) => {
      if (killed.killed) return;
      const number = round * each + n;
      if ((await tell(user, number)).includes("DidSet: local")) known.push([user, number]);
      if (++told !== each - CLIENTS) return;
      // The other clients wait for an answer at this moment.
      peak = Math.max(peak, peakMemory(killed.pid));
      killed.kill("SIGKILL");
    };
    await inTurn(each, learn, round);
    server = await served(plan, fallback);
  }
  // A lesson that is known is not learned again.
  for (const [user, n] of known) {
    report.confirmed++;
    if (!/^SPAMD\/1\.\d 0 EX_OK\r\n(?!DidSet)/.test(await tell(user, n))) report.lost++;
  }
  peak = Math.max(peak, peakMemory(server.pid));
  const ended = once(server, "exit");
  server.kill();
  await ended;
  return { ...report, largest: largestFile, peak: peak || undefined, seconds };
}

/** Starts a server and waits until it listens. */
async function served({ folder, memory }: UsersPlan, model: string): Promise<ChildProcess> {
  const places = ["--spamd", join(folder, "socket"), "--models", join(folder, "models", "%u.model")];
  const args = ["serve", "-m", model, ...places, "--cache", String(memory), "--allow-tell", "--quiet"];
  const server = start(args, ["ignore", "pipe", "inherit"]);
  await Promise.race([once(server.stdout as NodeJS.ReadableStream, "data"), once(server, "exit")]);
  return server;
}

/** Sends a request of the spamd protocol. Returns the answer, empty if there is no server. */
function ask(folder: string, command: string, user: string, message: Uint8Array, fields = ""): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(join(folder, "socket"));
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => undefined).on("close", () => resolve(answer));
    const head = `${command} SPAMC/1.5\r\nUser: ${user}\r\n${fields}Content-length: ${message.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), message]));
  });
}
