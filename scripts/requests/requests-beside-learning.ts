import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../src/base/random.js";
import type { MessageAnswer } from "../../src/delivery/filter/decide.js";
import {
  cleanMessage,
  filterMessage,
  type MessageClassifier,
  markClean,
  messageClassifier,
} from "../../src/delivery/filter/mail-filter.js";
import { askServer } from "../../src/delivery/serving/ask-server.js";
import { answerFrame } from "../../src/delivery/serving/protocols/framed.js";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { peakMemory } from "../checks/peak-memory.js";
import { run, start } from "../kills/run-command.js";
import { damagedMessage, trainedOnMail, writtenMessage } from "../written-message.js";

/** How many requests, and where. */
export interface RequestPlan {
  readonly requests: number;
  readonly seed: number;
  /** Empty; for the model, the messages and the socket. */
  readonly folder: string;
}

/** Counts over all requests. */
export interface RequestReport {
  readonly answered: number;
  /** Answers given to a `thresher filter` process. */
  readonly filtered: number;
  /** Changes of the model meanwhile. */
  readonly models: number;
  /** Requests without an answer. */
  readonly lost: number;
  /** Answers of no model that was current during the request, or with an altered message. */
  readonly wrong: number;
  /** Peak memory of the server in bytes; undefined if unknown. */
  readonly memory: number | undefined;
}

const CLIENTS = 8;
/** One of so many requests goes through the real filter. */
const FILTERED = 200;
/** Timeout in milliseconds, long enough for a busy machine. */
const PATIENCE = 60_000;
/** The model's id in the filter's header. */
const MODEL_ID = /^X-Thresher: .*; model=([0-9a-f]{8})\r?\n/;

/** Asks a server with several clients while messages are learned. */
export async function requestsBesideLearning({ requests, seed, folder }: RequestPlan): Promise<RequestReport> {
  const model = join(folder, "mail.model");
  const socket = join(folder, "socket");
  await trainedOnMail(folder, model, seed);
  const versions = new ModelVersions(model);
  const server = start(["serve", "-m", model, "--socket", socket, "--quiet"], ["ignore", "pipe", "inherit"]);
  const ended = once(server, "exit");
  const report = { answered: 0, filtered: 0, lost: 0, wrong: 0 };
  let asked = 0;
  let waiting = CLIENTS;
  async function client(stream: number): Promise<void> {
    const random = seededRandom(seed, stream);
    while (asked < requests) {
      const isFiltered = asked++ % FILTERED === 0;
      const message = damagedMessage(random, asked);
      const since = versions.newest;
      try {
        const { answer, output } = await (isFiltered ? filtered : answered)(message, socket);
        report.answered++;
        if (isFiltered) report.filtered++;
        const id = answer?.model ?? MODEL_ID.exec(output.toString("latin1"))?.[1] ?? "";
        const classify = await versions.find(id, since);
        const isRight =
          classify !== undefined &&
          Buffer.from(cleanMessage(output, {})).equals(message) &&
          output.equals(Buffer.concat(filterMessage(message, classify).parts)) &&
          (answer === undefined || isSame(answer, classify(cleanMessage(message, {}))));
        if (!isRight) report.wrong++;
      } catch (error) {
        report.lost++;
        console.error(String(error));
      }
    }
    waiting--;
  }
  async function learnOn(): Promise<void> {
    const random = seededRandom(seed, CLIENTS + 1);
    for (let n = 0; waiting > 0; n++) {
      const path = join(folder, "letter.eml");
      writeFileSync(path, writtenMessage(random, n));
      await run(["learn", random(2) === 0 ? "ham" : "spam", path, "-m", model, "--quiet"]);
      versions.add();
    }
  }
  try {
    await once(server.stdout as NodeJS.ReadableStream, "data");
    await Promise.all([learnOn(), ...Array.from({ length: CLIENTS }, (_, n) => client(n + 1))]);
    return { ...report, models: versions.newest, memory: peakMemory(server.pid) || undefined };
  } finally {
    server.kill();
    await ended;
  }
}

/** The answer, if it is visible, and the filtered message. */
interface Outcome {
  readonly answer?: MessageAnswer;
  readonly output: Buffer;
}

/** Asks the server as the filter does, in this process. */
async function answered(message: Uint8Array, socket: string): Promise<Outcome> {
  const clean = cleanMessage(message, {});
  const answer = await askServer({ path: socket }, clean, PATIENCE);
  return { answer, output: Buffer.concat(markClean(clean, answer, {}).parts) };
}

/** Asks with the real filter, without a model of its own. */
async function filtered(message: Uint8Array, socket: string): Promise<Outcome> {
  const args = ["filter", "--server", socket, "--timeout", String(PATIENCE / 1000)];
  const child = start(args, ["pipe", "pipe", "inherit"]);
  const pieces: Buffer[] = [];
  child.stdout?.on("data", (piece: Buffer) => pieces.push(piece));
  child.stdin?.end(message);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`thresher filter has exit code ${code}`);
  return { output: Buffer.concat(pieces) };
}

/** Whether two answers are the same bytes. */
function isSame(answer: MessageAnswer, other: MessageAnswer): boolean {
  return Buffer.from(answerFrame(answer)).equals(answerFrame(other));
}

/** How many of the newest models are kept to check answers. */
const KEPT = 50;

/** The successive models of a file. */
export class ModelVersions {
  readonly #path: string;
  readonly #kept: { readonly id: string; readonly classify: MessageClassifier }[] = [];
  /** Number of models dropped. */
  #dropped = 0;
  #waiting: (() => void)[] = [];

  constructor(path: string) {
    this.#path = path;
    this.add();
  }

  /** Number of the newest model, from 0. */
  get newest(): number {
    return this.#dropped + this.#kept.length - 1;
  }

  /** Call it when the file has changed. */
  add(): void {
    const loaded = loadToFilter(this.#path);
    this.#kept.push({ id: loaded.id, classify: messageClassifier(loaded) });
    if (this.#kept.length > KEPT) {
      this.#kept.shift();
      this.#dropped++;
    }
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * Finds a model by id; undefined if there is none, or it had already been replaced when the question
   * was asked. Waits for the next model, because the file may be newer than this list.
   *
   * @param since number of the newest model when the question was asked
   */
  async find(id: string, since: number): Promise<MessageClassifier | undefined> {
    const found = () => this.#kept.slice(Math.max(0, since - this.#dropped)).find((version) => version.id === id);
    if (found() === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return found()?.classify;
  }
}
