import type { ImapFlow } from "imapflow";
import { noteCause } from "./faults.js";

/** Milliseconds between two looks at what has come. */
const INTERVAL = 100;

/**
 * Runs commands of a client within limits, and closes the connection at one of them. imapflow itself limits only the
 * silence between two bytes and the size of one response.
 *
 * @param time in milliseconds
 * @param bytes that may come until then
 * @throws the error of the commands, or one that names the limit.
 */
export async function within<T>(client: ImapFlow, time: number, bytes: number, run: () => Promise<T>): Promise<T> {
  const [start, before] = [performance.now(), client.stats().received];
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  const timer = setInterval(() => {
    const isLate = performance.now() - start > time;
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
