import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { COMMAND, thresher } from "../../helpers/command.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

/** The module as a process that has just been started has it. */
async function fresh(place: string) {
  vi.resetModules();
  vi.stubEnv("TMPDIR", place);
  try {
    return (await import("../../../src/documents/files/temporary-folders.js")).newTemporaryFolder();
  } finally {
    vi.unstubAllEnvs();
  }
}

/** PIDs are smaller. */
const NO_PROCESS = 2 ** 30;

describe("a temporary folder", () => {
  it("is for its user alone, and removes what processes of that user have left that were killed", async () => {
    const place = temporaryFolder();
    const own = await fresh(place);
    expect(lstatSync(own).mode & 0o777).toBe(0o700);
    const left = own.replace(`-${process.pid}-`, `-${NO_PROCESS}-`);
    mkdirSync(join(left, "deep"), { recursive: true });
    writeFileSync(join(left, "deep/counts"), "x");
    const secret = folderWith({ kept: "mine" });
    const elsewhere = left.replace(/-[0-9a-f]{8}-/, "-00000000-");
    symlinkSync(secret, `${left.slice(0, -6)}abcdef`);
    mkdirSync(elsewhere);
    mkdirSync(`${left.slice(0, -6)}123456`);
    if (process.geteuid?.() === 0) chownSync(`${left.slice(0, -6)}123456`, 4711, 4711);
    else renameSync(`${left.slice(0, -6)}123456`, join(place, "other"));
    const again = await fresh(place);
    expect(existsSync(left)).toBe(false);
    for (const kept of [own, again, elsewhere, `${left.slice(0, -6)}abcdef`]) expect(lstatSync(kept)).toBeTruthy();
    if (process.geteuid?.() === 0) expect(namesIn(place)).toContain(`${basename(left).slice(0, -6)}123456/`);
    expect(namesIn(secret)).toEqual(["kept"]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is gone if %s ends a command that waits", async (signal) => {
    const plan = join(temporaryFolder(), "plan.json");
    await thresher(["plan", folderWith(twoClasses()), "--shards", "1", "-o", plan]);
    // It answers that there are no counts, and nothing to those that are sent.
    const silent = createServer((request, answer) => {
      if (request.method === "GET") answer.writeHead(404).end();
      else silent.emit("put");
    });
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/parts`;
    const place = temporaryFolder();
    const waiting = once(silent, "put");
    const child = spawn(process.execPath, [COMMAND, "count", plan, "--shard", "0", "-o", url], {
      stdio: "ignore",
      env: { ...process.env, TMPDIR: place },
    });
    const ended = once(child, "exit");
    await waiting;
    expect(namesIn(place).some((name) => name.endsWith(".part"))).toBe(true);
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(namesIn(place)).toEqual([]);
    silent.closeAllConnections();
    silent.close();
  });
});
