import { randomBytes } from "node:crypto";
import { constants, copyFileSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { readHead } from "./files.js";
import { isRunning, mayRun, type ProcessName, thisProcess } from "./running-process.js";
import { removeLeft } from "./write-file.js";

/** The holder of a lock. */
interface Holder extends ProcessName {
  /** Different for every lock ever taken. */
  readonly id: string;
  /** Since when, in ISO 8601. */
  readonly since: string;
}

/** A larger file is not one of our locks. */
const MOST_BYTES = 1 << 12;

/** How many milliseconds to wait before looking again at a lock that another process holds. */
const POLL = 20;

/**
 * Runs a function while no other process holds the same lock. The lock is a file that names its holder.
 * If the holder was a process of this machine and no longer runs, the lock is taken over.
 *
 * @param path of the lock file
 * @param wait how long to wait for another holder, in milliseconds
 * @throws DataError that names the holder if the wait was too short, or if the file cannot be made.
 */
export function withLock<T>(path: string, wait: number, run: () => T): T {
  // Not the time of day: somebody may set it back.
  const end = performance.now() + wait;
  for (;;) {
    const mine = taken(path);
    if (mine !== undefined) {
      try {
        removeLeftOver(path);
        return run();
      } finally {
        release(path, mine);
      }
    }
    const left = end - performance.now();
    if (left <= 0) throw held(path, wait);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(POLL, left));
  }
}

/**
 * As `withLock`, for a process that holds the lock as long as it runs.
 *
 * @returns gives the lock back
 * @throws DataError that names the holder if another process holds it, or if the file cannot be made.
 */
export function holdLock(path: string): () => void {
  const mine = taken(path);
  if (mine === undefined) throw held(path, 0);
  removeLeftOver(path);
  return () => release(path, mine);
}

/**
 * Takes a lock that is free or whose holder no longer runs.
 *
 * The lock appears with its content, as a link to a finished file, so nobody ever reads half of it. To
 * take over, a process must first hold a second lock, named after the dead holder of the first. Then
 * nobody else can replace the file, and if the file has changed, another process was faster. A process
 * that dies while it holds the second lock is replaced in the same way.
 *
 * @returns the holder, for `release`; undefined if another process holds the lock
 */
function taken(path: string): Holder | undefined {
  const other = holderOf(path);
  if (other !== undefined && mayRun(other)) return undefined;
  const mine: Holder = { ...thisProcess(), id: randomBytes(8).toString("hex"), since: new Date().toISOString() };
  const beside = `${path}.${mine.pid}-${mine.id}`;
  try {
    writeFileSync(beside, `${JSON.stringify(mine)}\n`, { flag: "wx" });
    if (other === undefined) return linked(beside, path) ? mine : undefined;
    const claim = `${path}.${other.id}.over`;
    const claimed = taken(claim);
    if (claimed === undefined) return undefined;
    try {
      if (holderOf(path)?.id !== other.id) return undefined;
      renameSync(beside, path);
      return mine;
    } finally {
      release(claim, claimed);
    }
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${path}: the lock file cannot be made: ${reason(error)}`);
  } finally {
    rmSync(beside, { force: true });
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw error;
    return copied(from, to);
  }
}

/** The errors of file systems without links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** A copy, whose holder is unknown for a moment. */
function copied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function release(path: string, { id }: Holder): void {
  if (holderOf(path)?.id === id) rmSync(path, { force: true });
}

/**
 * The holder of a lock; undefined if it is free. A file that is not one of our locks has an unknown holder.
 *
 * @throws DataError if it cannot be read.
 */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = Buffer.from(readHead(path, () => MOST_BYTES).bytes).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new DataError(
      `${path}: the lock cannot be read: ${reason(error)}: remove it if no other process uses the model`,
    );
  }
  try {
    const { pid, host, id, since, started = null, namespace = null } = JSON.parse(text) as Partial<Holder>;
    const isOurs = Number.isInteger(pid) && typeof host === "string" && typeof since === "string";
    // The id becomes part of a file name.
    if (isOurs && /^[0-9a-f]{16}$/.test(String(id))) return { pid, host, id, since, started, namespace } as Holder;
  } catch {
    // Not JSON: the holder is unknown.
  }
  return { pid: 0, host: "", id: "", since: "", started: null, namespace: null };
}

/** Removes the files that processes which no longer run have left beside a lock that we hold. */
function removeLeftOver(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const file = join(dirname(path), name);
    const rest = name.slice(prefix.length);
    const writer = /^(\d+)-[0-9a-f]{16}$/.exec(rest)?.[1];
    const claimant = /^[0-9a-f]{16}\.over$/.test(rest) ? holderOf(file) : undefined;
    if (writer === undefined ? claimant !== undefined && !mayRun(claimant) : !isRunning(Number(writer))) {
      removeLeft(file);
    }
  }
}

function held(path: string, wait: number): DataError {
  const holder = holderOf(path);
  const { pid, host, since } = holder ?? { pid: 0, host: "", since: "" };
  const who =
    holder === undefined || holder.id === ""
      ? "an unknown process"
      : `process ${pid} on ${safeText(host)} since ${safeText(since)}`;
  return new DataError(
    `${path}: still locked by ${who} after ${wait / 1000} s: wait longer, or remove the file if that process no longer runs`,
  );
}
