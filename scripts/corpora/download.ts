import { open, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Presets, SingleBar } from "cli-progress";
import { DataError } from "../../src/base/errors.js";
import { bodyOf, get, NetworkFault } from "./http.js";

export interface DownloadOptions {
  /** Time without data after which a connection is given up and retried. */
  readonly stallMs?: number | undefined;
  /** Waits before each further attempt. */
  readonly waitsMs?: readonly number[] | undefined;
  /** Maximum length of a file. */
  readonly maxBytes?: number | undefined;
  readonly progress?: Progress | undefined;
  /** Is told of temporary failures. */
  readonly note?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Old university servers may be slow to answer. */
const STALL_MS = 30_000;
/** Long enough for a server to restart. */
const WAITS_MS = [1_000, 3_000, 9_000];
/** Four times the largest archive, so that a wrong file cannot fill the disk. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Downloads `address` to the file `part`, continuing an earlier attempt if the server supports ranges.
 * Retries after broken or stalled connections and server errors. The bytes that have arrived stay in `part`,
 * unless they are useless.
 *
 * @throws DataError if the download fails for good
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
          `${address.href} cannot be downloaded: ${error.message}; ` +
            "what has arrived is kept; run the same command later to continue",
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
    // Everything has arrived already.
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
  throw new DataError(`${address.href} is larger than ${maxBytes} bytes, the most that an archive may have`);
}

async function startOver(part: string, why: string): Promise<never> {
  await rm(part, { force: true });
  throw new NetworkFault(why);
}

/** The client errors that are temporary: request timeout, too many requests. */
const PASSING = [408, 429];

function refused(address: URL, status: number, message: string): never {
  const answer = `the server answered ${status} ${message}`.trim();
  if (status >= 500 || PASSING.includes(status)) throw new NetworkFault(answer);
  throw new DataError(`${address.href} cannot be downloaded: ${answer}; see whether it has moved`);
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

/** Progress of a download in bytes. */
export interface Progress {
  start(received: number, total: number | undefined): void;
  update(received: number): void;
  stop(): void;
}

export const NO_PROGRESS: Progress = { start() {}, update() {}, stop() {} };

/** A progress bar on standard error if it is a terminal. */
export function progressBar(file: string): Progress {
  if (!process.stderr.isTTY) return NO_PROGRESS;
  const bar = new SingleBar(
    {
      format: `${file} {bar} {percentage} % of {megabytes} MB, {duration_formatted}`,
      stream: process.stderr,
      // On Ctrl-C the command stops the bar and then prints its message.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  return {
    start(received, total) {
      const end = total ?? received;
      bar.start(end, received, { megabytes: (end / 1e6).toFixed(1) });
    },
    update(received) {
      // Without a known length the end moves along.
      if (received > bar.getTotal()) bar.setTotal(received);
      bar.update(received, { megabytes: (bar.getTotal() / 1e6).toFixed(1) });
    },
    stop: () => bar.stop(),
  };
}
