import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Which process holds something, so that another can find out whether it still runs. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /** Where the system tells: when it started, in clock ticks since the machine did. Numbers of processes come again. */
  readonly started: string | null;
  /** Where the system tells: among which processes its number means it. Containers count their own. */
  readonly namespace: string | null;
}

/** This process. */
export function thisProcess(): ProcessName {
  const { pid } = process;
  return { pid, host: hostname(), started: startOf(pid), namespace: namespace() };
}

/** Whether a process may still run. One that this machine cannot know of may. */
export function mayRun({ pid, host, started, namespace: among }: ProcessName): boolean {
  if (host !== hostname() || among !== namespace()) return true;
  return isRunning(pid) && (started === null || startOf(pid) === started);
}

/** Whether there is a process of this number on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is another user's.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The 22nd field of proc_pid_stat(5); the second, a name in brackets, may have blanks and brackets in it. */
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
