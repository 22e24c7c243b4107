/** What the loop waits for: time, news of the inbox, and the request to stop. */
export interface Waiting {
  readonly isStopped: boolean;
  /** The time in milliseconds, from any beginning. */
  now(): number;
  /** Returns whether there were news since the last call. */
  takeNews(): boolean;
  /** Waits for milliseconds, or until the request to stop. @param orNews whether news end it, too */
  wait(milliseconds: number, orNews: boolean): Promise<void>;
}

/** News of an inbox, and the time of this machine. */
export class News implements Waiting {
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #isNew = false;

  get isStopped(): boolean {
    return this.stopping.aborted;
  }

  /** Tells when to stop. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  now(): number {
    return performance.now();
  }

  /** Something may have arrived. */
  announce(): void {
    this.#isNew = true;
    for (const wake of this.#waiting) wake();
  }

  stop(): void {
    this.#stop.abort();
    for (const wake of this.#waiting) wake();
  }

  takeNews(): boolean {
    const isNew = this.#isNew;
    this.#isNew = false;
    return isNew;
  }

  wait(milliseconds: number, orNews: boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const wake = () => {
        if (this.isStopped || (orNews && this.#isNew)) end();
      };
      const timer = setTimeout(end, Math.max(0, milliseconds));
      this.#waiting.add(wake);
      wake();
    });
  }
}
