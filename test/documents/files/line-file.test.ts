import fs, { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LineFile } from "../../../src/documents/files/line-file.js";
import { temporaryFolder } from "../../helpers/folder.js";

const KIND = { name: "diary", most: 1 << 20 } as const;
const { writeSync } = fs;

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), "diary");
});

/** Makes the disk full after some bytes of the next write. */
function fillDisk(bytes: number): void {
  fs.writeSync = ((...[file, all, from, , position]: [number, Uint8Array, number, number, number | null]) => {
    if (bytes === 0) throw Object.assign(new Error(), { code: "ENOSPC" });
    const written = writeSync(file, all, from, bytes, position);
    bytes = 0;
    return written;
  }) as typeof writeSync;
  syncBuiltinESMExports();
}

function emptyDisk(): void {
  fs.writeSync = writeSync;
  syncBuiltinESMExports();
}

afterEach(emptyDisk);

/** Returns the lines of the file, and how far it was read. */
function readFrom(from = 0) {
  const lines: string[] = [];
  const file = LineFile.open(path, KIND, "read");
  const read = file.read((line) => lines.push(line), from);
  file.close();
  return { lines, ...read };
}

/** Opens a file of its own, with these lines. */
function owned(...lines: readonly string[]) {
  const before: string[] = [];
  const file = LineFile.own(path, KIND, (line) => before.push(line));
  file.rewrite([...before, ...lines]);
  return file;
}

describe("a file of lines", () => {
  it("has what was added, is for its user alone, and is read from any line on", () => {
    const file = LineFile.open(path, KIND, "create");
    for (const line of ["one", "", "trois €", "4"]) file.add(line);
    expect([file.firstLine(), file.lastLine()]).toEqual(["one", "4"]);
    file.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFrom()).toMatchObject({ lines: ["one", "", "trois €", "4"], end: 17, size: 17, torn: "" });
    expect(readFrom(4).lines).toEqual(["", "trois €", "4"]);
    expect(readFrom(17)).toMatchObject({ lines: [], end: 17 });
    expect(() => LineFile.open(path, KIND, "create")).toThrow(/the diary .* cannot be opened: .* exists already/);
  });

  it("leaves out a torn last line, and cuts it off to go on", () => {
    writeFileSync(path, "one\ntwo\nthr", { mode: 0o600 });
    const read = readFrom();
    expect(read).toMatchObject({ lines: ["one", "two"], end: 8, torn: "thr" });
    const file = LineFile.open(path, KIND, "continue");
    expect(file.lastLine()).toBe("two");
    file.continueAfter(read);
    file.add("three");
    file.close();
    expect(readFrom().lines).toEqual(["one", "two", "three"]);
    const again = LineFile.open(path, KIND, "continue");
    expect(() => again.continueAfter(read)).toThrow(/the diary .* has changed since it was read/);
    again.close();
  });

  it("writes the next line over one that the full disk has torn", () => {
    const file = owned("one");
    fillDisk(3);
    expect(() => file.add("second")).toThrow(/the diary .* cannot be written: no space left on the device/);
    emptyDisk();
    file.add("two");
    file.close();
    expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  });

  it("that several processes share gets a new line after a torn one", () => {
    const [a, b] = [LineFile.open(path, KIND, "share"), LineFile.open(path, KIND, "share")];
    a.add("one");
    b.add("two");
    fillDisk(3);
    expect(() => a.add("third")).toThrow("cannot be written");
    emptyDisk();
    b.add("four");
    a.add("five");
    for (const file of [a, b]) file.close();
    expect(readFrom().lines).toEqual(["one", "two", "thi", "four", "five"]);
  });

  it("belongs to one process at a time, which may rewrite it", () => {
    const file = owned("one");
    expect(() => owned()).toThrow(/still locked by process/);
    file.add("x".repeat(2 ** 20 + 4));
    expect(file.isWasteful).toBe(true);
    file.rewrite(["two"]);
    expect(file.isWasteful).toBe(false);
    file.add("three");
    file.close();
    expect(() => file.add("four")).toThrow(TypeError);
    appendFileSync(path, "tor");
    owned("five").close();
    expect(readFrom().lines).toEqual(["two", "three", "five"]);
  });

  it.each([
    ["others may write to", () => fs.fchmodSync(fs.openSync(path, "w"), 0o620), /by other users, .* chmod go-w/],
    ["is too large", () => writeFileSync(path, "x".repeat((1 << 20) + 1)), /has 1048577 bytes; a diary has 1048576/],
    ["is missing", () => undefined, /the diary .* cannot be opened: no such file/],
    ["is a folder", () => mkdirSync(path), /is not a regular file, so it is not a diary/],
    ["is a link", () => symlinkSync("/dev/null", path), /is a symbolic link: give the diary/],
  ])("is not used if it %s", (what, change, message) => {
    change();
    for (const how of ["read", "continue", "share"] as const)
      if (how !== "share" || what !== "is missing") expect(() => LineFile.open(path, KIND, how)).toThrow(message);
  });
});
