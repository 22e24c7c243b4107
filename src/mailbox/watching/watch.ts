import { setTimeout } from "node:timers/promises";
import { DataError } from "../../base/errors.js";
import { faultTeller } from "../../base/fault-teller.js";
import { faultKind } from "../imap/faults.js";
import type { WatchedMailbox } from "./imap-mailbox.js";
import type { Watcher } from "./watcher.js";

/** The options of `watch`. */
export interface WatchOptions {
  /** Milliseconds between two looks at the folders. */
  readonly every: number;
  /** Tells the user something in one line. */
  readonly tell: (line: string) => void;
  readonly mailbox: Pick<WatchedMailbox, "listen">;
}

/** Milliseconds before a new attempt after a fault: at first, and at most. They double each time. */
const PAUSE = { first: 5_000, most: 900_000 } as const;
/** Milliseconds of refused logins after which the password counts as wrong. */
const MAX_REFUSED = 600_000;

/**
 * Watches an account until the request to stop. After a fault it tries again, with growing pauses.
 *
 * @throws DataError if the server says that the password is wrong (twice in a row if it was right before), or refuses
 *   the login for ten minutes, or if the first look fails for a reason that will not pass.
 */
export async function watch(watcher: Watcher, timer: WatchTimer, options: WatchOptions): Promise<void> {
  const { every, tell, mailbox } = options;
  const faults = faultTeller(tell, "it works again", (fault) => `${fault}; trying again, with growing pauses`);
  let hasWorked = false;
  /** The number of times in a row that the server has said that the password is wrong. */
  let wrong = 0;
  /** Since when it refuses each login. */
  let refusedSince: number | undefined;
  let pause: number = PAUSE.first;
  let due = timer.now();
  while (!timer.isStopped) {
    try {
      const isDue = timer.now() >= due;
      await (isDue ? watcher.round() : watcher.inbox());
      if (isDue) due = timer.now() + every;
      await mailbox.listen(() => timer.wake());
      faults.end();
      hasWorked = true;
      [wrong, refusedSince] = [0, undefined];
      pause = PAUSE.first;
      await timer.waitForMail(due - timer.now());
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      if (timer.isStopped) return;
      const kind = faultKind(error);
      wrong = kind === "password" ? wrong + 1 : 0;
      refusedSince = kind === "password" || kind === "login" ? (refusedSince ?? timer.now()) : undefined;
      const isWrong = wrong > (hasWorked ? 1 : 0);
      const isRefused = refusedSince !== undefined && timer.now() - refusedSince >= MAX_REFUSED;
      const mayPass = hasWorked || kind !== undefined;
      if (isWrong || isRefused || !mayPass) throw error;
      faults.tell(error.message);
      await timer.sleep(pause);
      pause = Math.min(PAUSE.most, 2 * pause);
      due = timer.now();
    }
  }
}

/**
 * Maximum milliseconds to wait for mail. The next look at the inbox then shows that the server is still there, and
 * begins IDLE again, which servers may end after 30 minutes (RFC 2177).
 */
const MAX_WAIT = 60_000;

/** Lets the loop of `watch` sleep: for a time, until mail may have come, or until the request to stop. */
export class WatchTimer {
  readonly #stop: AbortSignal;
  /** Ends the next wait for mail. Each wait has a new one. */
  #mail = new AbortController();

  /** @param stop the request to stop */
  constructor(stop: AbortSignal) {
    this.#stop = stop;
    stop.addEventListener("abort", () => this.wake());
  }

  get isStopped(): boolean {
    return this.#stop.aborted;
  }

  /** Returns the milliseconds since some moment in the past; changes of the clock do not matter. */
  now(): number {
    return performance.now();
  }

  /** Ends `waitForMail`, because mail may have come. If nobody waits, the next call returns at once. */
  wake(): void {
    this.#mail.abort();
  }

  /** Sleeps until the time is over, or until the request to stop. */
  async sleep(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#stop }).catch(() => undefined);
  }

  /** Sleeps until `wake` is called, the time is over, or the request to stop comes. */
  async waitForMail(milliseconds: number): Promise<void> {
    const { signal } = this.#mail;
    await setTimeout(Math.min(milliseconds, MAX_WAIT), undefined, { signal }).catch(() => undefined);
    this.#mail = new AbortController();
  }
}
