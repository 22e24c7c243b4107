import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { isLocked, withLock } from "../../../src/documents/files/file-lock.js";
import { type ProcessName, thisProcess } from "../../../src/documents/files/running-process.js";
import { execute } from "../../helpers/command.js";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";

const ID = "0123456789abcdef";

/** The number of a process that runs no more. */
const DEAD = spawnSync(process.execPath, ["--version"]).pid;

function holder(changes: Partial<ProcessName> & { readonly id?: string } = {}): string {
  return JSON.stringify({ ...thisProcess(), id: ID, since: "2024-01-31T00:00:00.000Z", ...changes });
}

/** The path of a lock in a new folder, with this content or free. */
function lockWith(content?: string): string {
  const path = join(temporaryFolder(), "model.lock");
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

/** The names beside a lock, its own among them. */
const namesAt = (path: string) => namesIn(dirname(path));
const take = (path: string, wait = 0) => withLock(path, wait, () => JSON.parse(readFileSync(path, "utf8")));

/** Whether the lock could be taken. */
function isFree(path: string): boolean {
  try {
    return withLock(path, 0, () => true);
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    return false;
  }
}

describe("a lock", () => {
  it("tells whether a process has it, without taking it", () => {
    const path = lockWith();
    expect(isLocked(path)).toBe(false);
    expect(withLock(path, 0, () => isLocked(path))).toBe(true);
    expect(isLocked(lockWith(holder({ pid: DEAD })))).toBe(false);
    expect(isLocked(lockWith("no lock of ours"))).toBe(true);
    expect(namesAt(path)).toEqual([]);
  });

  it("is a file while a function runs, even if that throws", () => {
    const path = lockWith();
    expect(take(path)).toMatchObject({ pid: process.pid, host: hostname() });
    expect(() => withLock(path, 0, () => JSON.parse("{"))).toThrow(SyntaxError);
    expect(namesAt(path)).toEqual([]);
  });

  it("of a running process is waited for, and then reported with its holder", () => {
    const path = lockWith(holder());
    const before = Date.now();
    expect(() => take(path, 50)).toThrow(
      `${path}: still locked by process ${process.pid} on ${hostname()} since 2024-01-31T00:00:00.000Z after 0.05 s: wait longer, or remove the file if that process no longer runs`,
    );
    expect(Date.now() - before).toBeGreaterThanOrEqual(49);
    expect(readFileSync(path, "utf8")).toBe(holder());
    expect(namesAt(path)).toEqual(["model.lock"]);
  });

  it("of a dead process whose PID was reused is taken over, if the system tells when a process started", () => {
    const { started } = thisProcess();
    expect(isFree(lockWith(holder({ started: "1" })))).toBe(started !== null);
    expect(isFree(lockWith(holder({ pid: DEAD, started: null })))).toBe(true);
  });

  it("of another machine, another container or an unknown holder is not taken over", () => {
    const others = [{ host: "elsewhere.example" }, { namespace: "pid:[1]" }, { id: "../../x" }, { pid: "1" as never }];
    const holders = others.map((changes) => holder({ pid: DEAD, ...changes }));
    for (const content of ["", "12\n", "{}", "[]", ...holders]) expect(isFree(lockWith(content)), content).toBe(false);
    expect(() => take(lockWith("?"))).toThrow(/still locked by an unknown process: wait until it ends, or remove/);
  });

  it.runIf(process.geteuid?.() === 0)("names the user of a lock file that somebody else has made", () => {
    const path = lockWith(holder());
    fs.chownSync(path, 65534, 65534);
    expect(() => take(path)).toThrow(/still locked by process \d+ on .*, as a file of user 65534 says: wait until it/);
  });

  it("of a dead process is taken over and leaves nothing, even if a dead process was about to take it over", () => {
    const path = lockWith(holder({ pid: DEAD }));
    expect(isFree(path)).toBe(true);
    expect(namesAt(path)).toEqual([]);
    const second = "00000000000000aa";
    writeFileSync(path, holder({ pid: DEAD }));
    writeFileSync(`${path}.${ID}.over`, holder({ pid: DEAD, id: second }));
    writeFileSync(`${path}.${ID}.over.${second}.over`, holder({ pid: DEAD, id: "00000000000000bb" }));
    expect(isFree(path)).toBe(true);
    expect(namesAt(path)).toEqual([]);
  });

  it("that another is about to take over is not taken", () => {
    const path = lockWith(holder({ pid: DEAD }));
    writeFileSync(`${path}.${ID}.over`, holder({ id: "00000000000000aa" }));
    expect(isFree(path)).toBe(false);
    expect(readFileSync(path, "utf8")).toBe(holder({ pid: DEAD }));
  });

  it("removes the files, but not the folders, that dead processes left, and nothing else", () => {
    const path = lockWith();
    const own = [`model.lock.${process.pid}-${ID}`, "model.lock.txt", "other.lock.1", `model.lock.${ID}.over`];
    for (const name of own) writeFileSync(join(dirname(path), name), holder());
    writeFileSync(`${path}.${DEAD}-${ID}`, "");
    writeFileSync(`${path}.00000000000000aa.over`, holder({ pid: DEAD }));
    // Files of a process that was killed as it was about to take over.
    writeFileSync(`${path}.00000000000000aa.over.${DEAD}-${ID}`, "");
    writeFileSync(`${path}.00000000000000aa.over.${ID}.over`, holder({ pid: DEAD }));
    mkdirSync(`${path}.${DEAD}-00000000000000bb`);
    expect(isFree(path)).toBe(true);
    expect(namesAt(path)).toEqual([...own, `model.lock.${DEAD}-00000000000000bb/`].sort());
  });

  it("that is a folder or a pipe is an error at once, without waiting for a writer", () => {
    const [folder, pipe] = [lockWith(), lockWith()];
    mkdirSync(folder);
    execFileSync("mkfifo", [pipe]);
    for (const [path, what] of Object.entries({ [folder]: "it is a folder", [pipe]: "it is not a regular file" })) {
      const why = `${path}: the lock cannot be read: ${what}: remove it if no other process uses the model`;
      expect(() => take(path, 60_000)).toThrow(new DataError(why));
    }
    expect(namesAt(folder)).toEqual(["model.lock/"]);
    // Once it is opened, it is not a regular file any more.
    const statSync = () => fs.lstatSync(import.meta.filename);
    withCalls({ statSync }, () => expect(isFree(pipe)).toBe(false));
  });

  it("is a copy on a file system without links, and says so where there is no room for one", () => {
    const path = lockWith();
    const { copyFileSync } = fs;
    const linkSync = refusing("EPERM");
    expect(withCalls({ linkSync }, () => take(path))).toMatchObject({ pid: process.pid });
    // Another was faster by the length of a copy.
    const late = (from: string, to: string, mode: number) => {
      writeFileSync(to, holder());
      copyFileSync(from, to, mode);
    };
    withCalls({ linkSync, copyFileSync: late }, () => expect(isFree(path)).toBe(false));
    expect(readFileSync(path, "utf8")).toBe(holder());
    const full = lockWith();
    withCalls({ linkSync, copyFileSync: refusing("ENOSPC") }, () =>
      expect(() => take(full)).toThrow(`${full}: the lock file cannot be made: no space left on the device`),
    );
    expect(() => withCalls({ linkSync: refusing("EIO") }, () => take(full))).toThrow(/the device has a fault$/);
    const nowhere = join(temporaryFolder(), "missing", "model.lock");
    expect(() => take(nowhere)).toThrow(/the lock file cannot be made: no such file or folder/);
    expect(namesAt(full)).toEqual([]);
  });

  it("lets processes that all find it stale in one at a time", async () => {
    const folder = temporaryFolder();
    const [path, counter] = [join(folder, "model.lock"), join(folder, "count")];
    writeFileSync(path, holder({ pid: DEAD }));
    writeFileSync(counter, "0");
    const library = pathToFileURL(join(import.meta.dirname, "../../../dist/src/documents/files/file-lock.js")).href;
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      import { withLock } from ${JSON.stringify(library)};
      const [path, counter] = ${JSON.stringify([path, counter])};
      for (let i = 0; i < 8; i++) withLock(path, 20_000, () => {
        const count = Number(readFileSync(counter, "utf8"));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        writeFileSync(counter, String(count + 1));
      });`;
    const runs = Array.from({ length: 3 }, () => execute(process.execPath, ["--input-type=module", "-e", script]));
    for (const { code, stderr } of await Promise.all(runs)) expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readFileSync(counter, "utf8")).toBe("24");
    expect(existsSync(path)).toBe(false);
  });
});
