import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { loadCached, preloadCached } from "../../src/cli/code-cache.js";
import { folderWith, namesIn, type Tree } from "../helpers/folder.js";

const CACHE = `module.cjs.${process.version}-${process.arch}.cache`;

/** A file that ends with its digest. */
function moduleOf(answer: number): string {
  const source = `exports.answer = () => ${answer};`;
  return `${source}\n//${createHash("sha256").update(source).digest("hex")}`;
}

/** A folder with such a file, and others. */
const newFolder = (others: Tree = {}) => folderWith({ "module.cjs": moduleOf(41), ...others });

function loaded(folder: string): number {
  const { exports, keep } = loadCached<{ answer(): number }>(join(folder, "module.cjs"));
  const answer = exports.answer();
  keep();
  return answer;
}

/** Gives a file or folder to another user; where that is not allowed, makes this process another user. */
function giveAway(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, STRANGER, STRANGER);
  else vi.spyOn(process, "geteuid").mockReturnValue(STRANGER);
}

const STRANGER = 54_321;

/**
 * Whether what runs is the code of the cache: it says 41, and the file by now 42 with the digest of before. Each
 * time under another name, because V8 compiles a source of the same name once.
 */
function runsForgery(folder: string, name = folder): boolean {
  const source = moduleOf(41);
  writeFileSync(join(folder, "module.cjs"), source.replace("=> 41;", "=> 42;"));
  const answer = loadCached<{ answer(): number }>(join(name, "module.cjs")).exports.answer();
  expect([41, 42]).toContain(answer);
  return answer === 41;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("loadCached", () => {
  it("goes on if the folder can no longer be reached when the code is kept", () => {
    const folder = newFolder();
    const { keep } = loadCached(join(folder, "module.cjs"));
    renameSync(folder, `${folder}.moved`);
    onTestFinished(() => rmSync(`${folder}.moved`, { recursive: true }));
    writeFileSync(folder, "");
    expect(keep).not.toThrow();
  });

  it("keeps the compiled code beside the file, and uses it the next time", () => {
    const folder = newFolder();
    expect(loaded(folder)).toBe(41);
    expect(namesIn(folder).sort()).toEqual(["module.cjs", CACHE]);
    const before = statSync(join(folder, CACHE)).mtimeMs;
    expect(loaded(folder)).toBe(41);
    expect(statSync(join(folder, CACHE)).mtimeMs).toBe(before);
  });

  it("keeps what V8 would have dropped by the end of a long command", () => {
    const lines = Array.from({ length: 200 }, (_, i) => `exports.a${i} = Math.random();`);
    const path = join(folderWith({ "module.cjs": lines.join("") }), "module.cjs");
    const library = new URL("../../dist/src/cli/code-cache.js", import.meta.url).href;
    // Arrays this large make V8 collect garbage: what has not run between some collections, it drops.
    const program = `import { loadCached } from ${JSON.stringify(library)};
      const { keep } = loadCached(${JSON.stringify(path)});
      for (let i = 0; i < 300; i++) {
        new Uint8Array(1 << 26);
        if (i % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      keep();`;
    execFileSync(process.execPath, ["--input-type=module", "-e", program]);
    expect(readFileSync(join(dirname(path), CACHE)).length).toBeGreaterThan(10_000);
  });

  it("loads a file as Node does", () => {
    const folder = folderWith({
      "module.cjs": 'exports.parts = [__filename, __dirname, module.exports === exports, require("./other.cjs").one];',
      "other.cjs": "exports.one = 1;",
    });
    const { exports } = loadCached<{ parts: unknown[] }>(join(folder, "module.cjs"));
    expect(exports.parts).toEqual([join(folder, "module.cjs"), folder, true, 1]);
  });

  it("does not use the cache of a changed file, even of the same length", () => {
    const folder = newFolder();
    loaded(folder);
    writeFileSync(join(folder, "module.cjs"), moduleOf(42));
    expect(loaded(folder)).toBe(42);
    writeFileSync(join(folder, "module.cjs"), moduleOf(1000));
    expect(loaded(folder)).toBe(1000);
    expect(loaded(folder)).toBe(1000);
  });

  it("replaces a cache that is truncated or of which a byte is another, which V8 might die of", () => {
    const folder = newFolder();
    loaded(folder);
    const whole = readFileSync(join(folder, CACHE));
    const none = Buffer.concat([Buffer.alloc(whole.length - 64, "x"), whole.subarray(-64)]);
    const cut = [whole.subarray(0, 100), whole.subarray(-64), whole.subarray(-68)];
    const damaged = Array.from({ length: Math.ceil(whole.length / 29) }, (_, i) => {
      const bytes = Buffer.from(whole);
      bytes[29 * i] ^= 1 << ((29 * i) & 7);
      return bytes;
    });
    for (const [i, broken] of [...cut, Buffer.alloc(0), Buffer.from("x"), none, ...damaged].entries()) {
      writeFileSync(join(folder, CACHE), broken);
      expect(loaded(folder), `${i}`).toBe(41);
      const now = readFileSync(join(folder, CACHE));
      expect(now.length, `${i}`).toBeGreaterThan(100);
      // V8 has compiled this source, and does not look at a whole cache of another one.
      if (broken !== none) expect(now.equals(broken), `${i}`).toBe(false);
    }
  });

  it("writes a cache that nobody else can write, whatever the umask, and that others read as they read the file", () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    for (const mode of [0o666, 0o644, 0o600]) {
      for (const mask of [0, 0o002, 0o077]) {
        const folder = newFolder();
        chmodSync(folder, 0o755);
        chmodSync(join(folder, "module.cjs"), mode);
        process.umask(mask);
        loaded(folder);
        expect(statSync(join(folder, CACHE)).mode & 0o777).toBe(mode & 0o644);
      }
    }
  });

  it("never writes through a name that somebody has put there", () => {
    const folder = newFolder({ other: "not to be touched" });
    symlinkSync(join(folder, "other"), join(folder, CACHE));
    symlinkSync(join(folder, "other"), join(folder, `${CACHE}.${process.pid}`));
    expect(loaded(folder)).toBe(41);
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("not to be touched");
  });

  it.each<[what: string, change: (folder: string) => void]>([
    ["that its group can write", (folder) => chmodSync(join(folder, CACHE), 0o664)],
    ["that all can write", (folder) => chmodSync(join(folder, CACHE), 0o646)],
    ["in a folder that its group can write to", (folder) => chmodSync(folder, 0o775)],
    ["in a folder that all can write to", (folder) => chmodSync(folder, 0o1777)],
    ["of another user", (folder) => giveAway(join(folder, CACHE))],
    ["in a folder of another user", giveAway],
    [
      "behind a symbolic link",
      (folder) => {
        renameSync(join(folder, CACHE), join(folder, "elsewhere"));
        symlinkSync("elsewhere", join(folder, CACHE));
      },
    ],
  ])("runs no cache %s", (_, change) => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    loaded(folder);
    expect(runsForgery(folder)).toBe(true);
    const again = `${folder}-again`;
    symlinkSync(folder, again);
    change(folder);
    expect(runsForgery(folder, again)).toBe(false);
  });

  it("leaves no cache in a folder that others can write to, nor where it cannot be written", () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    expect(loaded(folder)).toBe(41);
    expect(namesIn(folder)).toEqual(["module.cjs"]);
    const closed = newFolder({ [CACHE]: { "a folder": "" } });
    expect(loaded(closed)).toBe(41);
    expect(namesIn(closed)).not.toContainEqual(expect.stringMatching(/\d\.cache\.|cache\.\d/));
  });
});

describe("preloadCached", () => {
  it("loads a file once, and other files get the same module from require", () => {
    const folder = folderWith({
      "module.cjs": "globalThis.loads = (globalThis.loads ?? 0) + 1; exports.own = {};",
      "other.cjs": 'exports.own = require("./module.cjs").own;',
    });
    const path = join(folder, "module.cjs");
    const load = createRequire(path);
    preloadCached(path)();
    preloadCached(path)();
    expect(load("./other.cjs").own).toBe(load("./module.cjs").own);
    expect(globalThis).toHaveProperty("loads", 1);
    expect(namesIn(folder)).toContain(CACHE);
  });
});
