import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { FaultTeller } from "../../base/fault-teller.js";
import type { IncrementalModel } from "../../model/learning/incremental-model.js";
import type { SharedChange } from "../../model/learning/shared-change.js";
import { ChangeQueue, queuePath } from "../learning/change-queue.js";
import { LocalTeacher } from "../learning/local-teacher.js";
import type { TaughtFate } from "../learning/teacher.js";
import { type ChangeStream, COPIED, type Host, StreamRefusal } from "./change-stream.js";
import { Outbox } from "./outbox.js";
import { SharedModel } from "./shared-model.js";

/** Documents whose classes are told at a time when a stream begins. */
const SEED_BATCH = 1000;
/** Milliseconds that one reading of the stream waits. */
const READ_WAIT = 1000;

/** The options of a host. Times are in milliseconds. */
export interface HostOptions {
  /** The name of the stream. */
  readonly name: string;
  /** Tells the user something in one line. */
  readonly tell: (line: string) => void;
  /** Between two writings of the model file, if there were changes. Default 30 s. */
  readonly saveEvery?: number;
  /** Before trying again to reach the stream. Default 1 s. */
  readonly retryAfter?: number;
  /** How long a lesson waits for the stream before its change is said to be queued. Default 3 s. */
  readonly patience?: number;
  /** Whether answers have their reasons. Default false. */
  readonly explains?: boolean | undefined;
}

/**
 * A model that several hosts teach. Each change goes to a queue on disk, from there to the stream, and from the stream
 * into the models of all hosts. So all hosts make the same changes in the same order. While the stream cannot be
 * reached, the host goes on filtering with what it knows, and changes wait in the queue.
 */
export class SharedHost extends LocalTeacher {
  readonly #shared: SharedModel;
  readonly #stream: ChangeStream;
  readonly #queue: ChangeQueue;
  readonly #outbox: Outbox;
  readonly #host: Host;
  readonly #options: Required<Omit<HostOptions, "explains">>;
  readonly #faults: FaultTeller;
  readonly #stopping = new AbortController();
  /** Whether the stream could be reached in the last attempt. */
  #isJoined = false;
  /** Resolves when the host no longer follows the stream. */
  #following: Promise<void> = Promise.resolve();
  /** Each sending begins when the previous one has ended. The promise never rejects. */
  #sending: Promise<void> = Promise.resolve();

  /** @throws DataError if the model cannot learn, or its position or its queue cannot be used. */
  constructor(path: string, stream: ChangeStream, options: HostOptions) {
    super();
    this.#stream = stream;
    this.#options = { saveEvery: 30_000, retryAfter: 1000, patience: 3000, ...options };
    this.explains = options.explains ?? false;
    const lineOf = (fault: string) => `${fault}; the model stays as it is, and changes wait in ${queuePath(path)}`;
    this.#faults = new FaultTeller(options.tell, "Redis is there again", lineOf);
    this.#shared = new SharedModel(path, options.name);
    this.#queue = new ChangeQueue(path, options.tell);
    this.#outbox = new Outbox(this.#queue);
    this.#host = { id: this.#queue.host, token: randomBytes(8).toString("hex") };
  }

  /** Eight digits: the same on all hosts that have made the same changes. */
  get id(): string {
    return this.#shared.position.chain.slice(0, 8);
  }

  protected get model(): IncrementalModel {
    return this.#shared.model;
  }

  /**
   * Joins the stream and begins to follow it. If the stream cannot be reached, the host tells the user and tries
   * again later.
   *
   * @throws StreamRefusal if the stream does not accept this model.
   */
  async start(): Promise<void> {
    try {
      await this.#join();
    } catch (error) {
      if (error instanceof StreamRefusal) throw error;
      this.#lose(error);
    }
    this.#following = this.#follow();
  }

  /** Does nothing, because the file is written from the model. */
  reload(): void {}

  /** Stops following, and writes the model file. Changes that were not sent stay in the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#following, this.#sending]);
    try {
      this.#shared.save(this.#options.tell);
      if (this.#isJoined) await this.#stream.keep(this.#host, this.#shared.kept);
    } catch (error) {
      this.#options.tell((error as Error).message);
    }
    this.#stream.close();
    this.#queue.close();
  }

  /** Puts a change into the queue. Returns its outcome, or `queued` if the stream has not taken it in time. */
  protected async take(change: SharedChange): Promise<TaughtFate> {
    const sent = this.#outbox.add(change).then(({ outcome }) => outcome);
    this.#send();
    const timer = new AbortController();
    // If the stream cannot be reached, the change is queued at once.
    const late = pause(this.#isJoined ? this.#options.patience : 0, "queued" as const, timer);
    try {
      return await Promise.race([sent, late]);
    } finally {
      timer.abort();
      await late.catch(() => undefined);
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Joins the stream, tells it what the first model knows if it is new, and sends the changes that wait. */
  async #join(): Promise<void> {
    const { position, kept, settings } = this.#shared;
    const { isNew, sequence, notice } = await this.#stream.join(this.#host, { position, kept, settings });
    // New changes would be taken for those that another server has sent.
    if (sequence > this.#queue.last) throw new StreamRefusal(COPIED);
    if (isNew) await this.#seed();
    this.#isJoined = true;
    if (notice !== undefined) this.#options.tell(notice);
    this.#send();
  }

  /** Tells the classes of the documents that the first model knows. At least one call says that these are all. */
  async #seed(): Promise<void> {
    const known = this.#shared.known();
    for (let from = 0; from === 0 || from < known.length; from += SEED_BATCH) {
      await this.#stream.seed(known.slice(from, from + SEED_BATCH), from + SEED_BATCH >= known.length);
    }
  }

  /** Makes the changes of the stream until the host stops, and writes the model file from time to time. */
  async #follow(): Promise<void> {
    let savedAt = performance.now();
    while (!this.#isStopping) {
      try {
        if (!this.#isJoined) await this.#join();
        for (const entry of await this.#stream.read(this.#shared.position.n, READ_WAIT)) {
          this.#shared.make(entry, this.#options.tell);
        }
        this.#outbox.made(this.#shared.position.n);
        // Not before it has been read: joining may succeed where reading always fails.
        if (this.#isJoined) this.#faults.end();
        if (performance.now() - savedAt >= this.#options.saveEvery) {
          savedAt = performance.now();
          await this.#keep();
        }
      } catch (error) {
        this.#lose(error);
        await pause(this.#options.retryAfter, undefined, this.#stopping).catch(() => undefined);
      }
    }
  }

  /** Writes the model file, and tells Redis. Joining again finds out if Redis has lost what it had. */
  async #keep(): Promise<void> {
    try {
      this.#shared.save(this.#options.tell);
    } catch (error) {
      this.#options.tell(`${(error as Error).message}; the changes stay in Redis`);
    }
    await this.#join();
    await this.#stream.keep(this.#host, this.#shared.kept);
  }

  /** Sends the changes that wait after the sending before has ended. */
  #send(): void {
    this.#sending = this.#sending.then(async () => {
      try {
        await this.#outbox.send(this.#stream, this.#host, () => this.#isJoined && !this.#isStopping);
        this.#outbox.made(this.#shared.position.n);
      } catch (error) {
        this.#lose(error);
      }
    });
  }

  /** Notes that the stream cannot be reached, and tells the user why. */
  #lose(error: unknown): void {
    this.#isJoined = false;
    if (!this.#isStopping) this.#faults.tell(error instanceof Error ? error.message : String(error));
  }
}
