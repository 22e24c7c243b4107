import type { SharedChange } from "../../model/learning/shared-change.js";
import type { ChangeQueue } from "../learning/change-queue.js";
import type { ChangeStream, Host, Sent } from "./change-stream.js";

/** The most changes that are sent at a time. */
const BATCH = 64;

/** The caller of `add` for one change. */
interface Waiter {
  /** The outcome of the change; undefined until it has been sent. */
  sent: Sent | undefined;
  readonly resolve: (sent: Sent) => void;
}

/** Sends the changes of a queue. Tells the caller of each change what became of it when the model has made it. */
export class Outbox {
  readonly #queue: ChangeQueue;
  /** By the sequence of the change. */
  readonly #waiters = new Map<number, Waiter>();

  constructor(queue: ChangeQueue) {
    this.#queue = queue;
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
}
