import { open, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { DataError } from "../../src/errors.js";
import { bodyOf, get, NetworkFault } from "./http.js";
import { NO_PROGRESS, type Progress } from "./progress.js";

export interface DownloadOptions {
  /** A connection that brings nothing for so long is given up and taken up anew. */
  readonly stallMs?: number | undefined;
  /** How long to wait before each further attempt; as many as there are waits. */
  readonly waitsMs?: readonly number[] | undefined;
  /** A longer file is refused. */
  readonly maxBytes?: number | undefined;
  readonly progress?: Progress | undefined;
  /** Is told of faults that are not the end. */
  readonly note?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Old university servers may take long over the first byte; half a minute of silence is a dead connection. */
const STALL_MS = 30_000;
/** Enough for a server that restarts, short enough to wait for. */
const WAITS_MS = [1_000, 3_000, 9_000];
/** Four times the largest archive, so that a wrong file without end does not fill the disk. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Downloads `address` to the end of the file `part`, from where it stopped before, if the server can do that.
 * A connection that breaks or stalls and a server that says it is in trouble are tried again. What has come stays
 * in `part`, unless it cannot be of use. Throws `DataError` if the file cannot be had.
 */
export async function download(address: URL, part: string, options: DownloadOptions = {}): Promise<void> {
  const waits = options.waitsMs ?? WAITS_MS;
  for (let failures = 0; ; failures++) {
    try {
      await attempt(address, part, options);
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof NetworkFault)) throw error;
      const wait = error.passing ? waits[failures] : undefined;
      if (wait === undefined) {
        throw new DataError(
          `${address.href} was expected to give the archive, but: ${error.message}; ` +
            "what has come is kept, run the same command later to go on",
        );
      }
      options.note?.(`${error.message}; trying again in ${wait / 1000} s`);
      await sleep(wait, undefined, { signal: options.signal });
    }
  }
}

async function attempt(address: URL, part: string, options: DownloadOptions): Promise<void> {
  const progress = options.progress ?? NO_PROGRESS;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const had = await sizeOf(part);
  const headers: Record<string, string> = had > 0 ? { Range: `bytes=${had}-` } : {};
  const response = await get(address, headers, { stallMs: options.stallMs ?? STALL_MS, signal: options.signal });
  const status = response.statusCode ?? 0;
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers["content-range"] ?? "");
  if (status === 416) {
    response.destroy();
    // Nothing is left to send because all has come.
    if (range !== null && Number(range[2]) === had) return;
    await startOver(part, "it has no such range");
  }
  if (status === 206 && Number(range?.[1]) !== had) {
    response.destroy();
    await startOver(part, "it sent another range than the one asked for");
  }
  if (status !== 200 && status !== 206) {
    response.destroy();
    refused(address, status, response.statusMessage ?? "");
  }
  let received = status === 206 ? had : 0;
  const length = response.headers["content-length"];
  const total = length === undefined ? undefined : received + Number(length);
  if (total !== undefined && total > maxBytes) await tooLong(address, part, maxBytes, response);
  progress.start(received, total);
  const file = await open(part, status === 206 ? "a" : "w");
  try {
    for await (const chunk of bodyOf(response)) {
      received += chunk.length;
      if (received > maxBytes) await tooLong(address, part, maxBytes, response);
      await file.writeFile(chunk);
      progress.update(received);
    }
  } finally {
    progress.stop();
    await file.close();
  }
}

async function tooLong(address: URL, part: string, maxBytes: number, response: IncomingMessage): Promise<never> {
  response.destroy();
  await rm(part, { force: true });
  throw new DataError(`an archive has at most ${maxBytes} bytes, ${address.href} gives more`);
}

async function startOver(part: string, why: string): Promise<never> {
  await rm(part, { force: true });
  throw new NetworkFault(why);
}

/** Request timeout and too many requests: the only client errors that pass by themselves. */
const PASSING = [408, 429];

function refused(address: URL, status: number, message: string): never {
  const answer = `the server answered ${status} ${message}`.trim();
  if (status >= 500 || PASSING.includes(status)) throw new NetworkFault(answer);
  throw new DataError(`${address.href} was expected to give the archive, ${answer}; see whether it has moved`);
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
