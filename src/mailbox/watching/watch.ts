import { setTimeout } from "node:timers/promises";
import { DataError } from "../../base/errors.js";
import { FaultTeller } from "../../base/fault-teller.js";
import { isConnectionFault, refusedLogin } from "../imap/faults.js";
import type { WatchedMailbox } from "./imap-mailbox.js";
import type { Watcher } from "./watcher.js";

export interface WatchOptions {
  /** Milliseconds between two looks at the folders. */
  readonly every: number;
  readonly tell: (line: string) => void;
  readonly mailbox: Pick<WatchedMailbox, "listen">;
}

/** Milliseconds before a new attempt after a fault: at first, and at most. They double each time. */
const PAUSE = { first: 5_000, most: 900_000 } as const;
/** Milliseconds of refused logins after which the password counts as wrong. */
const REFUSED = 600_000;

/**
 * Watches an account until it is told to stop. After a fault it tries again, with growing pauses.
 *
 * @throws DataError if the server says that the password is wrong (twice in a row if it was right before), or refuses the login for ten minutes,
 *   or something other than the connection is wrong at the first look.
 */
export async function watch(watcher: Watcher, news: News, { every, tell, mailbox }: WatchOptions): Promise<void> {
  const faults = new FaultTeller(tell, "it works again", (fault) => `${fault}; trying again, with growing pauses`);
  let hasWorked = false;
  /** How often in a row the server has said that the password is wrong. */
  let wrong = 0;
  /** Since when it refuses each login. */
  let refusedSince: number | undefined;
  let pause: number = PAUSE.first;
  let due = news.now();
  while (!news.isStopped) {
    try {
      const isDue = news.now() >= due;
      await (isDue ? watcher.round() : watcher.inbox());
      if (isDue) due = news.now() + every;
      await mailbox.listen(() => news.announce());
      faults.end();
      hasWorked = true;
      [wrong, refusedSince] = [0, undefined];
      pause = PAUSE.first;
      await news.arrival(due - news.now());
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      if (news.isStopped) return;
      const refused = refusedLogin(error);
      wrong = refused === "password" ? wrong + 1 : 0;
      refusedSince = refused && (refusedSince ?? news.now());
      const isRefused =
        refusedSince !== undefined && (wrong > Number(hasWorked) || news.now() - refusedSince >= REFUSED);
      if (isRefused || !(hasWorked || refused || isConnectionFault(error))) throw error;
      faults.tell(error.message);
      await news.pause(pause);
      pause = Math.min(PAUSE.most, 2 * pause);
      due = news.now();
    }
  }
}

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
