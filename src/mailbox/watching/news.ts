import { setTimeout } from "node:timers/promises";

/** The things that the loop waits for: time, news of the inbox, and the request to stop. */
export class News {
  readonly #stop = new AbortController();
  #arrival = new AbortController();
  /** Tells when to stop. */
  readonly stopping: AbortSignal = this.#stop.signal;

  get isStopped(): boolean {
    return this.stopping.aborted;
  }

  /** The time in milliseconds, from any beginning. */
  now(): number {
    return performance.now();
  }

  /** Something may have arrived. */
  announce(): void {
    this.#arrival.abort();
  }

  stop(): void {
    this.#stop.abort();
    this.#arrival.abort();
  }

  /** Returns whether there were news since the last call. */
  takeNews(): boolean {
    const isNew = this.#arrival.signal.aborted && !this.isStopped;
    if (isNew) this.#arrival = new AbortController();
    return isNew;
  }

  /** Waits for milliseconds, or until the request to stop. @param orNews whether news end it, too */
  async wait(milliseconds: number, orNews: boolean): Promise<void> {
    const { signal } = orNews ? this.#arrival : this.#stop;
    await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}
