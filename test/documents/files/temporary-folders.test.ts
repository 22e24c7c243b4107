import { chownSync, existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { folderWith, namesIn, temporaryFolder } from "../../helpers/folder.js";

/** The module as a process that has just been started has it. */
async function fresh(place: string) {
  vi.resetModules();
  vi.stubEnv("TMPDIR", place);
  try {
    return (await import("../../../src/documents/files/temporary-files.js")).newTemporaryFolder();
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
});
