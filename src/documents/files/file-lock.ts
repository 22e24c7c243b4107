import { randomBytes } from "node:crypto";
import { constants, copyFileSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isText } from "../../base/checks.js";
import { codeOf, DataError, orElse, reason } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { readRegular, statusOf } from "./open-file.js";
import { isRunning, mayRun, type ProcessName, thisProcess } from "./running-process.js";
import { removeLeft } from "./write-file.js";

/** The process that holds a lock, as the lock file describes it. */
interface Holder extends ProcessName {
  /** Unique for every lock that is ever taken. */
  readonly id: string;
  /** When it took the lock, in ISO 8601. */
  readonly since: string;
}

/** The holder if a file is not one of our locks. `mayRun` returns true for it, because its host is not this one. */
const UNKNOWN: Holder = { pid: 0, host: "", id: "", since: "", started: null, namespace: null };

/** In bytes. A larger file is not one of our locks. */
const MAX_BYTES = 1 << 12;

/** In milliseconds. How often to check a lock that another process holds. */
const POLL = 20;

/**
 * Runs a function while no other process holds the same lock. The lock is a file that names its holder. If the holder
 * was a process on this machine and no longer runs, takes over the lock.
 *
 * @param path the path of the lock file
 * @param wait how long to wait for another holder, in milliseconds
 * @throws DataError that names the holder if the wait was too short, or if the file cannot be created.
 */
export function withLock<T>(path: string, wait: number, run: () => T): T {
  const unlock = holdLock(path, wait);
  try {
    return run();
  } finally {
    unlock();
  }
}

/**
 * Takes a lock until it is released.
 *
 * @param wait how long to wait for another holder, in milliseconds
 * @returns a function that releases the lock
 * @throws as `withLock`
 */
export function holdLock(path: string, wait = 0): () => void {
  // A monotonic clock. The time of day can be set back.
  const end = performance.now() + wait;
  let mine = tryToTake(path);
  for (; mine === undefined; mine = tryToTake(path)) {
    const remaining = end - performance.now();
    if (remaining <= 0) throw lockedError(path, wait);
    // Blocks the thread while it sleeps, because this is synchronous.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(POLL, remaining));
  }
  const holder = mine;
  const unlock = () => release(path, holder);
  try {
    removeLeftovers(path);
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whether a process that may still run holds a lock. @throws DataError if the file cannot be read. */
export function isLocked(path: string): boolean {
  const holder = holderOf(path);
  return holder !== undefined && mayRun(holder);
}

/**
 * Tries to take a lock. Succeeds if the lock is free or its holder no longer runs.
 *
 * Creates the lock file as a link to a finished file, so that nobody ever reads half of it. To take over a lock, a
 * process must first take a second lock, the claim, which is named after the dead holder of the first. Nobody else can
 * then replace the file. If the file now names another holder, another process was faster. If a process dies while it
 * holds a claim, the claim is taken over in the same way, with a claim on the claim.
 *
 * @returns this process as the holder, for `release`; undefined if another process holds the lock
 */
function tryToTake(path: string): Holder | undefined {
  const other = holderOf(path);
  if (other !== undefined && mayRun(other)) return undefined;
  const mine: Holder = { ...thisProcess(), id: randomBytes(8).toString("hex"), since: new Date().toISOString() };
  const draft = `${path}.${mine.pid}-${mine.id}`;
  try {
    writeFileSync(draft, `${JSON.stringify(mine)}\n`, { flag: "wx" });
    if (other === undefined) return linkNew(draft, path) ? mine : undefined;
    const claim = `${path}.${other.id}.over`;
    const claimed = tryToTake(claim);
    if (claimed === undefined) return undefined;
    try {
      if (holderOf(path)?.id !== other.id) return undefined;
      renameSync(draft, path);
      return mine;
    } finally {
      release(claim, claimed);
    }
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${path}: the lock file cannot be made: ${reason(error)}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Creates a link to a file at a new path. File systems without links get a copy, and until it is complete, readers see
 * an unknown holder.
 *
 * @returns false if the path exists
 */
function linkNew(from: string, to: string): boolean {
  try {
    try {
      linkSync(from, to);
    } catch (error) {
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(codeOf(error) ?? "")) throw error;
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock file if this holder still has the lock. */
function release(path: string, { id }: Holder): void {
  if (holderOf(path)?.id === id) rmSync(path, { force: true });
}

/**
 * Returns the holder of a lock, undefined if the lock is free, or UNKNOWN if the file is not one of our locks.
 *
 * @throws DataError if the file cannot be read.
 */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = readRegular(path, MAX_BYTES).toString();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new DataError(
      `${path}: the lock cannot be read: ${reason(error)}: remove it if no other process uses the model`,
    );
  }
  const holder = orElse(() => JSON.parse(text) as Partial<Holder> | null, null);
  const { pid, host, id, since, started = null, namespace = null } = holder ?? {};
  // The id becomes part of a file name.
  const isOurs = Number.isInteger(pid) && isText(host) && isText(since) && /^[0-9a-f]{16}$/.test(String(id));
  return isOurs ? ({ pid, host, id, since, started, namespace } as Holder) : UNKNOWN;
}

/** Removes drafts and claims of processes that no longer run. Must be called only while holding the lock. */
function removeLeftovers(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const file = join(dirname(path), name);
    if (isLeftover(file, name.slice(prefix.length))) removeLeft(file);
  }
}

/** Whether a file is a draft or claim of a process that no longer runs. @param ending the end of the file's name */
function isLeftover(file: string, ending: string): boolean {
  const pid = /(?:^|\.over\.)(\d+)-[0-9a-f]{16}$/.exec(ending)?.[1];
  if (pid !== undefined) return !isRunning(Number(pid));
  const holder = /(?:^|\.)[0-9a-f]{16}\.over$/.test(ending) ? holderOf(file) : undefined;
  return holder !== undefined && !mayRun(holder);
}

/** Returns the error for a lock that another process still holds. */
function lockedError(path: string, wait: number): DataError {
  const { id, pid, host, since } = holderOf(path) ?? UNKNOWN;
  const named = id === "" ? "an unknown process" : `process ${pid} on ${safeText(host)} since ${safeText(since)}`;
  const owner = statusOf(path)?.uid;
  // In a folder to which others may write, anybody can make the file.
  const isOurs = owner === undefined || process.geteuid === undefined || owner === process.geteuid();
  const who = isOurs ? named : `${named}, as a file of user ${owner} says`;
  const waited = wait === 0 ? ": wait until it ends" : ` after ${wait / 1000} s: wait longer`;
  return new DataError(`${path}: still locked by ${who}${waited}, or remove the file if that process no longer runs`);
}
