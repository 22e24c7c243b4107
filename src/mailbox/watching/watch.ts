import type { ImapFlowError } from "imapflow";
import { DataError } from "../../base/errors.js";
import { FaultTeller } from "../../base/fault-teller.js";
import { isConnectionFault } from "../imap/faults.js";
import type { News } from "./news.js";
import type { Watcher } from "./watcher.js";

export interface WatchOptions {
  /** Milliseconds between two looks at the folders. */
  readonly every: number;
  readonly tell: (line: string) => void;
  /** Called once all folders have been visited for the first time. */
  readonly onReady?: () => void;
}

/** Milliseconds between two attempts after a fault. They double each time. */
const PAUSE = { first: 5_000, most: 900_000 } as const;

/**
 * Watches an account until it is told to stop. After a fault it tries again, with growing pauses.
 *
 * @throws DataError if the server refuses the password, or something other than the connection is wrong at the first look.
 */
export async function watch(watcher: Watcher, news: News, { every, tell, onReady }: WatchOptions): Promise<void> {
  const faults = new FaultTeller(tell, "it works again", (fault) => `${fault}; trying again, with growing pauses`);
  const takeNews = () => news.takeNews();
  let hasWorked = false;
  let pause: number = PAUSE.first;
  let due = news.now();
  while (!news.isStopped) {
    try {
      if (news.now() >= due) {
        await watcher.round(takeNews);
        due = news.now() + every;
      } else if (takeNews()) await watcher.inbox();
      faults.end();
      if (!hasWorked) onReady?.();
      hasWorked = true;
      pause = PAUSE.first;
      await news.wait(due - news.now(), true);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      const isRefused = (error.cause as ImapFlowError | undefined)?.authenticationFailed === true;
      if (isRefused || !(hasWorked || isConnectionFault(error))) throw error;
      faults.tell(error.message);
      await news.wait(pause, false);
      pause = Math.min(PAUSE.most, 2 * pause);
      due = news.now();
    }
  }
}
