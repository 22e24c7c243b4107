import { setTimeout } from "node:timers/promises";

/**
 * Maximum milliseconds to wait for news. Then the server is asked for a sign of life, and begins IDLE again; servers may
 * end it after 30 minutes (RFC 2177).
 */
const MAX_WAIT = 60_000;

/** The things that the loop waits for: time, news of the inbox, and the request to stop. */
export class News {
  readonly #stop = new AbortController();
  #arrival = new AbortController();

  /** Aborted by the request to stop. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
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

  /** Waits for milliseconds, or until the request to stop. */
  async pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, this.#stop).catch(() => undefined);
  }

  /** Waits for news since the last call, but at most for milliseconds, or until the request to stop. */
  async arrival(milliseconds: number): Promise<void> {
    await setTimeout(Math.min(milliseconds, MAX_WAIT), undefined, this.#arrival).catch(() => undefined);
    this.#arrival = new AbortController();
  }
}
