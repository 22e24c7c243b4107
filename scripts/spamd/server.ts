import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { start } from "../kills/run-command.js";

/** A running server, with the processes that it has started. */
export interface Server {
  /** Processor time so far in seconds; NaN if this system does not say. */
  seconds(): number;
  /** Memory in MB: now, with what processes share counted once; and the sum of their peaks, with it counted in each. */
  megabytes(): { readonly now: number; readonly peak: number };
  end(): Promise<void>;
}

/** Starts `thresher serve` with several protocols on one port each, and waits until it listens. */
export async function startThresher(model: string, ports: Readonly<Record<string, number>>, jobs: number) {
  const addresses = Object.entries(ports).flatMap(([protocol, port]) => [`--${protocol}`, `127.0.0.1:${port}`]);
  const child = start(["serve", "-m", model, ...addresses, "--jobs", String(jobs), "--quiet"]);
  return await listening(child, Object.values(ports));
}

/** Waits until a server listens at ports of this machine. @throws Error if it ends before */
export async function listening(child: ChildProcess, ports: readonly number[]): Promise<Server> {
  for (const port of ports) {
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with exit code ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return serverOf([child]);
}

/** Returns several processes as one server. They end in this order. */
export function serverOf(children: readonly ChildProcess[]): Server {
  const sum = (figure: (pid: number) => number) =>
    children
      .flatMap(({ pid = 0 }) => [pid, ...childrenOf(pid)])
      .map(figure)
      .reduce((total, value) => total + value, 0);
  return {
    seconds: () => sum(processorSeconds),
    megabytes: () => ({
      now: sum((pid) => megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m)),
      peak: sum((pid) => megabytesIn(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m)),
    }),
    async end() {
      for (const child of children) {
        const ended = once(child, "exit");
        if (child.exitCode === null && child.kill()) await ended;
      }
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(true));
    socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
  });
}

/** Returns free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

function childrenOf(pid: number): number[] {
  return readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** Ticks of the clock in which Linux counts processor time. */
const TICKS = 100;

function processorSeconds(pid: number): number {
  // After the name, which is in brackets and may have blanks.
  const [, rest = ""] = /^.*\) (.*)$/s.exec(readOrEmpty(`/proc/${pid}/stat`)) ?? [];
  const [user = Number.NaN, system] = rest.split(" ").slice(11, 13).map(Number);
  return (user + system) / TICKS;
}

function megabytesIn(path: string, pattern: RegExp): number {
  return (Number(pattern.exec(readOrEmpty(path))?.[1]) * 1024) / 1e6;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
