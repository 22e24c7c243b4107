import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { orElse } from "../../base/errors.js";

/** Identifies a process, so that another process can find out whether it still runs. */
export type ProcessName = ReturnType<typeof thisProcess>;

/** Returns the identity of this process. */
export function thisProcess() {
  const { pid } = process;
  return { pid, host: hostname(), started: startOf(pid), namespace: namespace() };
}

/** Whether a process may still run. Returns true if this machine cannot know. */
export function mayRun({ pid, host, started, namespace: among }: ProcessName): boolean {
  if (host !== hostname() || among !== namespace()) return true;
  if (!isRunning(pid)) return false;
  // The system may hide the start time of another user's process.
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

/**
 * Whether this machine runs a process with this PID. A zombie does not count: it has ended, but its parent has not read
 * its exit code. In a container without an init process, a zombie may stay for ever.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process belongs to another user.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  // Z is a zombie; X and x are dead.
  return !/^[ZXx]$/.test(statOf(pid)?.[0] ?? "");
}

/**
 * Returns when a process started, in clock ticks since the machine started; null if the system does not tell. PIDs are
 * reused. It is field 22 of proc_pid_stat(5), which is 19 after the third.
 */
function startOf(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

/**
 * Returns the fields of proc_pid_stat(5) from the third on. The second field is a name in brackets that may contain
 * blanks and brackets. Returns undefined where there is no /proc.
 */
function statOf(pid: number): readonly string[] | undefined {
  const stat = orElse(() => readFileSync(`/proc/${pid}/stat`, "latin1"), undefined);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns the PID namespace of this process; null if the system does not tell. Each container has its own. */
function namespace(): string | null {
  return orElse(() => readlinkSync("/proc/self/ns/pid"), null);
}
