import { randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError } from "../errors.js";
import { reason } from "./files.js";
import { isRunning, mayRun, type ProcessName, thisProcess } from "./running-process.js";

/** Who holds a lock. */
interface Holder extends ProcessName {
  /** No two locks that were ever taken have the same. */
  readonly id: string;
  /** Since when, in ISO 8601. */
  readonly since: string;
}

/** Milliseconds between two looks at a lock that another holds. */
const POLL = 20;

/**
 * Runs a function while no other process that asks for the same lock runs one. The lock is a
 * file with who holds it. If that is a process of this machine that runs no more, however it
 * ended, the lock is taken over.
 *
 * @param path of the lock file
 * @param wait how long to wait for another, in milliseconds
 * @throws DataError if another holds the lock all that time, and says who; or if there can be no such file.
 */
export function withLock<T>(path: string, wait: number, run: () => T): T {
  const end = Date.now() + wait;
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
    const left = end - Date.now();
    if (left <= 0) throw held(path, wait);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(POLL, left));
  }
}

/**
 * Takes a lock that nobody holds, or that one holds who runs no more.
 *
 * The file comes into being with its content (a link to one that is written), so that nobody
 * ever reads half of it. To take over, a process must hold a lock on that: of a name that no
 * other lock has, that of its dead holder. While it does, nobody else can replace the file;
 * and if it is no more the same, somebody has before. Should that process die, too, its lock
 * is taken over in the same way.
 *
 * @returns what is to be released; undefined if another holds it
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
    throw new DataError(`${path}: required a place for a lock file, found: ${reason(error)}`);
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

/** What a file system says that has no links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** A lock whose holder is unknown for a moment. */
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
 * Undefined if nobody holds the lock any more. What is no lock of ours is held by somebody unknown.
 *
 * @throws DataError if it cannot be read.
 */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new DataError(`${path}: required a lock file that can be read, found: ${reason(error)}`);
  }
  try {
    const { pid, host, id, since, started = null, namespace = null } = JSON.parse(text) as Partial<Holder>;
    const isOurs = Number.isInteger(pid) && typeof host === "string" && typeof since === "string";
    // The id becomes part of a name.
    if (isOurs && /^[0-9a-f]{16}$/.test(String(id))) return { pid, host, id, since, started, namespace } as Holder;
  } catch {
    // Said below.
  }
  return { pid: 0, host: "", id: "", since: "", started: null, namespace: null };
}

/** Removes what processes that run no more have left beside a lock, which is held. */
function removeLeftOver(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const file = join(dirname(path), name);
    const rest = name.slice(prefix.length);
    const writer = /^(\d+)-[0-9a-f]{16}$/.exec(rest)?.[1];
    const claimant = /^[0-9a-f]{16}\.over$/.test(rest) ? holderOf(file) : undefined;
    if (writer === undefined ? claimant !== undefined && !mayRun(claimant) : !isRunning(Number(writer))) {
      rmSync(file, { force: true });
    }
  }
}

function held(path: string, wait: number): DataError {
  const holder = holderOf(path);
  const who =
    holder === undefined || holder.id === ""
      ? "one of somebody unknown"
      : `one of process ${holder.pid} on ${holder.host} since ${holder.since}`;
  return new DataError(
    `${path}: required no lock after ${wait / 1000} s, found ${who}: wait longer, or remove the file if that process runs no more`,
  );
}
