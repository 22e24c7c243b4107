import type { SharedChange } from "../../model/learning/shared-change.js";
import { ChangeQueue } from "../learning/change-queue.js";
import { type ChangeStream, COPIED, type Host, type Sent, StreamRefusal } from "./change-stream.js";

/** Changes that are sent at a time. */
const BATCH = 64;

interface Waiter {
  /** The fate of the change; undefined until it has been sent. */
  sent: Sent | undefined;
  readonly resolve: (sent: Sent) => void;
}

/** Sends the changes of a queue, and tells the fate of each when the model has made it. */
export class Outbox {
  readonly #queue: ChangeQueue;
  readonly #waiters = new Map<number, Waiter>();

  /** @throws DataError if the queue of the model cannot be used. */
  constructor(model: string, tell: (line: string) => void) {
    this.#queue = new ChangeQueue(model, tell);
  }

  /** The id of the host. */
  get host(): string {
    return this.#queue.host;
  }

  /**
   * Checks that the stream knows no changes of this host but those of the queue. Otherwise, new ones would be taken for
   * changes that another server has sent.
   *
   * @param sequence the last one that the stream knows
   * @throws StreamRefusal if that change is not from this queue.
   */
  requireOwn(sequence: number): void {
    if (sequence > this.#queue.last) throw new StreamRefusal(COPIED);
  }

  /**
   * Puts a change on disk.
   *
   * @returns a promise that resolves when the change was sent and `made` was told that the model has made it
   * @throws DataError if the change cannot be put on disk.
   */
  add(change: SharedChange): Promise<Sent> {
    const sequence = this.#queue.add(change);
    return new Promise((resolve) => this.#waiters.set(sequence, { sent: undefined, resolve }));
  }

  /**
   * Sends the waiting changes while `mayGoOn` returns true.
   *
   * @throws DataError if the stream cannot be reached; no change is lost then.
   */
  async send(stream: ChangeStream, host: Host, mayGoOn: () => boolean): Promise<void> {
    while (mayGoOn() && this.#queue.length > 0) {
      const changes = this.#queue.first(BATCH);
      const sent = await stream.send(host, changes);
      for (const [i, { sequence }] of changes.entries()) {
        const waiter = this.#waiters.get(sequence);
        if (waiter !== undefined) waiter.sent = sent[i];
      }
      this.#queue.drop(changes[changes.length - 1].sequence);
    }
  }

  /** Tells the waiting callers that the model has made the changes of the stream up to this number. */
  made(n: number): void {
    for (const [sequence, { sent, resolve }] of this.#waiters) {
      if (sent === undefined || sent.n > n) continue;
      this.#waiters.delete(sequence);
      resolve(sent);
    }
  }

  close(): void {
    this.#queue.close();
  }
}
