import type { ImapFlow } from "imapflow";
import { noteCause } from "./faults.js";

/** Milliseconds between two looks at what has come. */
const INTERVAL = 100;
/** Maximum bytes for commands that do not download: a list of 50,000 folders takes 8 MB. */
const MAX_BYTES = 1 << 25;
/** Milliseconds for a step that is under way when the program has to stop. */
const GRACE = 2_000;

/** Limits of commands. */
export interface Limits {
  /** In milliseconds. */
  readonly time: number;
  /** Bytes that may come. Default: enough for commands that do not download messages. */
  readonly bytes?: number | undefined;
  /** Ends the commands after two seconds. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Runs commands, and closes the connection if they take too long or too many bytes come. imapflow itself limits only the
 * silence between two bytes and the size of one response.
 *
 * @throws the error of the commands, or one that names the limit.
 */
export async function within<T>(client: ImapFlow, limits: Limits, run: () => Promise<T>): Promise<T> {
  const { time, bytes = MAX_BYTES, stop: asked } = limits;
  const [start, before] = [performance.now(), client.stats().received];
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  let end = start + time;
  const timer = setInterval(() => {
    const now = performance.now();
    if (asked?.aborted) end = Math.min(end, now + GRACE);
    const isLate = now > end;
    if (!isLate && client.stats().received - before <= bytes) return;
    const limit = isLate ? { code: "ETIMEOUT" } : { code: "ResponseTooLarge", maxSize: bytes };
    const error = Object.assign(new Error(limit.code), limit);
    noteCause(client, error);
    stop(error);
    client.close();
  }, INTERVAL);
  try {
    return await Promise.race([run(), stopped]);
  } finally {
    clearInterval(timer);
  }
}
