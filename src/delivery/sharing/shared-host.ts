import { randomBytes } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { digestOf } from "../../features/corpus/known-documents.js";
import { IncrementalModel } from "../../model/learning/incremental-model.js";
import { requireLearning } from "../../model/learning/require-learning.js";
import { makeChange, type SharedChange } from "../../model/learning/shared-change.js";
import type { TextModel } from "../../model/text-model.js";
import { classifiedPart, type MessageAnswer } from "../filter/mail-filter.js";
import { type ChangeStream, chainAfter, type Host, type Position, type Sent, StreamRefusal } from "./change-stream.js";
import { Outbox } from "./outbox.js";
import { SharedFile, settingsDigest } from "./shared-file.js";

/** Documents whose classes are told at a time when a stream begins. */
const SEED_BATCH = 1000;
/** Milliseconds that one reading of the stream waits. */
const READ_WAIT = 1000;

/** How a host works. Times are in milliseconds. */
export interface HostOptions {
  /** The name of the stream. */
  readonly name: string;
  /** Tells the user something in one line. */
  readonly tell: (line: string) => void;
  /** Between two writings of the model file, if there were changes. Default 30 s. */
  readonly saveEvery?: number;
  /** Before trying again to reach the stream. Default 1 s. */
  readonly retryAfter?: number;
}

/**
 * A model that several hosts teach. Each change goes to a queue on disk, from there to the stream, and from the stream
 * into the models of all hosts. So all hosts make the same changes in the same order. While the stream cannot be
 * reached, the host goes on filtering with what it knows, and changes wait in the queue.
 */
export class SharedHost {
  readonly #path: string;
  readonly #stream: ChangeStream;
  readonly #options: Required<HostOptions>;
  readonly #outbox: Outbox;
  readonly #host: Host;
  readonly #settings: string;
  readonly #model: IncrementalModel;
  readonly #file: SharedFile;
  #position: Position;
  #savedAt = performance.now();
  #isJoined = false;
  #isStopping = false;
  #told = "";
  #isNoticed = false;
  #following: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  /** @throws DataError if the model cannot learn, or its position or its queue cannot be used. */
  constructor(path: string, stream: ChangeStream, options: HostOptions) {
    this.#path = path;
    this.#stream = stream;
    this.#options = { saveEvery: 30_000, retryAfter: 1000, ...options };
    const { model, file } = SharedFile.open(path, options.name);
    requireLearning(model);
    this.#settings = settingsDigest(model);
    this.#file = file;
    this.#position = file.position;
    this.#model = new IncrementalModel(model);
    this.#outbox = new Outbox(`${path}.queue`, options.tell);
    this.#host = { id: this.#outbox.host, token: randomBytes(8).toString("hex") };
  }

  /** Eight digits: the same on all hosts that have made the same changes. */
  get id(): string {
    return this.#position.chain.slice(0, 8);
  }

  /** Whether the stream could be reached the last time. */
  get isReached(): boolean {
    return this.#isJoined;
  }

  /** The model as it is now. */
  model(): TextModel {
    return this.#model.model();
  }

  /** The classes, and how many documents each has. */
  get classes(): readonly { readonly label: string; readonly documents: number }[] {
    return this.#model.classes;
  }

  /** Reads a document as the model does. */
  get reader(): Pick<IncrementalModel, "read"> {
    return this.#model;
  }

  /** The answer of the model to a message. */
  answer(message: Uint8Array): MessageAnswer {
    const { ranking, logOdds } = this.#model.classify(this.#model.read(classifiedPart(message)));
    return { ranking, logOdds, model: this.id };
  }

  /**
   * Joins the stream and begins to follow it. If it cannot be reached, that is told, and tried again later.
   *
   * @throws StreamRefusal if the stream has no place for this model.
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

  /**
   * Takes changes: they are on disk when this returns.
   *
   * @returns resolves for each when this model has made it, or its fate is known
   * @throws DataError if a change cannot be kept.
   */
  take(changes: readonly SharedChange[]): Promise<Sent>[] {
    const fates = changes.map((change) => this.#outbox.add(change));
    void this.#send();
    return fates;
  }

  /** Stops following, and writes the model file. Changes that were not sent stay in the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    await this.#following;
    try {
      this.#save();
      if (this.#isJoined) await this.#stream.keep(this.#host, this.#file.position.n);
    } catch (error) {
      this.#options.tell((error as Error).message);
    }
    this.#stream.close();
    this.#outbox.close();
  }

  async #join(): Promise<void> {
    const { isNew, sequence, notice } = await this.#stream.join(this.#host, {
      position: this.#position,
      kept: this.#file.position.n,
      settings: this.#settings,
    });
    this.#outbox.requireOwn(sequence);
    if (isNew) await this.#seed();
    this.#isJoined = true;
    if (notice !== undefined && !this.#isNoticed) this.#options.tell(notice);
    this.#isNoticed = true;
    void this.#send();
  }

  /** Tells the classes of the documents that the first model knows. */
  async #seed(): Promise<void> {
    const model = this.#model.model();
    const known = requireLearning(model);
    const size = known.times.length;
    for (let from = 0; from === 0 || from < size; from += SEED_BATCH) {
      const numbers = Array.from({ length: Math.min(SEED_BATCH, size - from) }, (_, i) => from + i);
      const entries = numbers.map((n) => [digestOf(known, n), model.labels[known.classes[n]]] as const);
      await this.#stream.seed(entries, from + SEED_BATCH >= size);
    }
  }

  async #follow(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (!this.#isJoined) await this.#join();
        for (const entry of await this.#stream.read(this.#position.n, READ_WAIT)) {
          const { n, chain } = entry;
          // The stream was trimmed, or is another one: joining again says which.
          if (n !== this.#position.n + 1 || chain !== chainAfter(this.#position.chain, entry)) {
            throw new DataError(`change ${n} of the stream does not follow change ${this.#position.n}`);
          }
          this.#make(entry);
          this.#position = { n, chain };
        }
        this.#outbox.made(this.#position.n);
        // Not before it has been read: joining may succeed where reading always fails.
        if (this.#isJoined && this.#told !== "") {
          this.#options.tell("Redis is there again");
          this.#told = "";
        }
        if (performance.now() - this.#savedAt >= this.#options.saveEvery) await this.#keep();
      } catch (error) {
        this.#lose(error);
        if (!this.#isStopping) await this.#pause();
      }
    }
  }

  /** Every host skips a change that is not valid. */
  #make(change: SharedChange): void {
    try {
      makeChange(this.#model, change);
    } catch (error) {
      this.#options.tell(`a change of the stream is left out on all hosts: ${(error as Error).message}`);
    }
  }

  /** Writes the model file, and tells Redis. Joining again finds out if Redis has lost what it had. */
  async #keep(): Promise<void> {
    this.#savedAt = performance.now();
    try {
      this.#save();
    } catch (error) {
      this.#options.tell(`${(error as Error).message}; the changes stay in Redis`);
    }
    await this.#join();
    await this.#stream.keep(this.#host, this.#file.position.n);
  }

  #save(): void {
    const { wasChanged } = this.#file.save(this.#position, () => this.#model.model());
    if (!wasChanged) return;
    this.#options.tell(
      `${this.#path} was changed by another program; it is now ${this.#path}.previous, because a shared model learns through its server`,
    );
  }

  async #send(): Promise<void> {
    try {
      await this.#outbox.send(this.#stream, this.#host, () => this.#isJoined && !this.#isStopping);
      this.#outbox.made(this.#position.n);
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Tells each reason once. */
  #lose(error: unknown): void {
    this.#isJoined = false;
    const why = error instanceof Error ? error.message : String(error);
    if (why === this.#told || this.#isStopping) return;
    this.#told = why;
    this.#options.tell(`${why}; the model stays as it is, and changes wait in ${this.#path}.queue`);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.retryAfter);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
