import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { holdLock } from "../../../src/documents/files/file-lock.js";
import { isRunning, mayRun, thisProcess } from "../../../src/documents/files/running-process.js";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { temporaryFolder, write } from "../../helpers/folder.js";

/** Calls `use` with the PID of a process that has ended and whose parent never asks for it. */
async function withZombie(use: (pid: number) => void): Promise<void> {
  const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(parent.stdout, "data");
    const pid = Number(String(line));
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "latin1")).toContain(") Z "), { timeout: 20_000 });
    use(pid);
  } finally {
    parent.kill("SIGKILL");
  }
}

describe("a process", () => {
  it("runs if it is this one, does not if there is none or another has its PID, and may if nobody can know", () => {
    expect(isRunning(process.pid)).toBe(true);
    expect(mayRun(thisProcess())).toBe(true);
    expect(mayRun({ ...thisProcess(), pid: 2 ** 22 + 1 })).toBe(false);
    expect(mayRun({ ...thisProcess(), started: "1" })).toBe(process.platform !== "linux");
    // On another machine, in another container, or where the system hides when it started.
    for (const change of [{ host: "elsewhere" }, { namespace: "pid:[1]" }, { started: null }]) {
      expect(mayRun({ ...thisProcess(), ...change })).toBe(true);
    }
    const hidden = { ...thisProcess(), started: "1" };
    expect(withCalls({ readFileSync: refusing("ENOENT") }, () => mayRun(hidden))).toBe(true);
  });

  const isLinux = process.platform === "linux";
  it.runIf(isLinux)("has ended if its parent has not asked for it yet, and holds no lock", async () => {
    await withZombie((pid) => {
      expect(isRunning(pid)).toBe(false);
      const folder = temporaryFolder();
      const started = readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[21];
      const holder = { ...thisProcess(), pid, started, id: "0123456789abcdef", since: "2026-01-31T00:00:00Z" };
      write(folder, { lock: JSON.stringify(holder) });
      const release = holdLock(join(folder, "lock"));
      expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8")).pid).toBe(process.pid);
      release();
    });
  });
});
