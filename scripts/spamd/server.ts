import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type NetConnectOpts } from "node:net";
import { start } from "../kills/run-command.js";

/** A running server of spamd's protocol. */
export interface SpamdServer {
  readonly address: NetConnectOpts;
  /** Processor time so far in seconds, of all its processes; NaN if this system does not say. */
  seconds(): number;
  end(): Promise<void>;
}

/** Starts `thresher serve --spamd` at a socket, and waits until it listens. */
export async function startThresher(model: string, path: string, jobs = 1): Promise<SpamdServer> {
  const child = start(
    ["serve", "-m", model, "--spamd", path, "--jobs", String(jobs), "--quiet"],
    ["ignore", "pipe", "inherit"],
  );
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), once(child, "exit")]);
  return serverOf(child, { path });
}

/** @param children returns the ids of its further processes */
export function serverOf(
  child: ChildProcess,
  address: NetConnectOpts,
  children: () => readonly number[] = () => [],
): SpamdServer {
  return {
    address,
    seconds: () => [child.pid ?? 0, ...children()].map(processorSeconds).reduce((sum, value) => sum + value, 0),
    end: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

/** Ticks of the clock in which Linux counts processor time. */
const TICKS = 100;

function processorSeconds(pid: number): number {
  try {
    // After the name, which is in brackets and may have blanks.
    const [, rest] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    const [user, system] = rest.split(" ").slice(11, 13).map(Number);
    return (user + system) / TICKS;
  } catch {
    return Number.NaN;
  }
}

/** Sends a message by PROCESS. Returns the whole answer. */
export function processMessage(address: NetConnectOpts, message: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(address);
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", reject).on("close", () => resolve(Buffer.concat(pieces)));
    socket.end(Buffer.concat([Buffer.from(`PROCESS SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`), message]));
  });
}
