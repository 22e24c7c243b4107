import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Names a process, so that another one can find out whether it still runs. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /** When it started, in clock ticks since the machine did, if the system tells. PIDs are reused. */
  readonly started: string | null;
  /** The namespace of its PID, if the system tells. Each container has its own. */
  readonly namespace: string | null;
}

/** This process. */
export function thisProcess(): ProcessName {
  const { pid } = process;
  return { pid, host: hostname(), started: startOf(pid), namespace: namespace() };
}

/** Whether a process may still run. True if this machine cannot know. */
export function mayRun({ pid, host, started, namespace: among }: ProcessName): boolean {
  if (host !== hostname() || among !== namespace()) return true;
  return isRunning(pid) && (started === null || startOf(pid) === started);
}

/** Whether this machine has a process with this PID. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Field 22 of proc_pid_stat(5). Field 2 is a name in brackets that may contain blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function namespace(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}
