import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { addToHistory, parseEntry, previousOf, readHistory } from "../../../src/delivery/history/history.js";
import { temporaryFolder } from "../../helpers/folder.js";

const DIGEST = "00".repeat(16);
const correction = (correct: string, time = new Date().toISOString()) => ({ time, digest: DIGEST, correct });
const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");

describe("addToHistory", () => {
  it("adds numbered lines to a file for its user alone", () => {
    const path = join(temporaryFolder(), "history");
    for (const label of ["a", "b"]) addToHistory(path, correction(label));
    expect(linesOf(path).map((line) => JSON.parse(line))).toMatchObject([
      { n: 1, correct: "a" },
      { n: 2, correct: "b" },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["so many lines", () => JSON.stringify({ n: 50_000, ...correction("old") })],
    ["so many bytes", () => JSON.stringify({ n: 2, ...correction("x".repeat(2 ** 25)) })],
    [
      "a first line so old",
      () => JSON.stringify({ n: 2, ...correction("old", new Date(Date.now() - 46 * 864e5).toISOString()) }),
    ],
  ])("begins a new file after %s, and keeps one before it", (_, line) => {
    const path = join(temporaryFolder(), "history");
    writeFileSync(previousOf(path), "older\n");
    const old = `${line()}\n`;
    writeFileSync(path, old, { mode: 0o600 });
    addToHistory(path, correction("new"));
    addToHistory(path, correction("next"));
    expect(readFileSync(previousOf(path), "utf8") === old).toBe(true);
    expect(linesOf(path).map((text) => JSON.parse(text).n)).toEqual([1, 2]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("begins a new line after one that was not written whole", () => {
    const path = join(temporaryFolder(), "history");
    addToHistory(path, correction("a"));
    addToHistory(path, correction("b"));
    truncateSync(path, statSync(path).size - 5);
    addToHistory(path, correction("c"));
    const labels = linesOf(path).map((line) => Object(parseEntry(line)).correct);
    expect(labels).toEqual(["a", undefined, "c"]);
  });

  it("refuses a folder, a link, a file that others may write to, and an entry of any size", () => {
    const folder = temporaryFolder();
    const open = join(folder, "open");
    writeFileSync(open, "");
    chmodSync(open, 0o666);
    mkdirSync(join(folder, "sub"));
    symlinkSync(open, join(folder, "link"));
    for (const [name, why] of [
      ["open", "can be written to by other users, so nothing in it is used"],
      ["sub", "is not a regular file, so it is not a history"],
      ["link", "symbolic link"],
      ["none/history", "the history FILE cannot be opened: no such file or folder"],
    ]) {
      const path = join(folder, name);
      expect(() => addToHistory(path, correction("a")), name).toThrow(DataError);
      expect(() => addToHistory(path, correction("a")), name).toThrow(path);
      expect(() => addToHistory(path, correction("a")), name).toThrow(why.replace("FILE", path));
    }
    for (const label of ["x".repeat(20_000), "ж".repeat(10_000)]) {
      expect(() => addToHistory(join(folder, "new"), correction(label))).toThrow("the entry is too long");
    }
  });
});

describe("readHistory", () => {
  it("refuses a file that others may write to, and says what to do", () => {
    const path = join(temporaryFolder(), "history");
    writeFileSync(path, "");
    chmodSync(path, 0o622);
    expect(() => readHistory(path, () => undefined)).toThrow(
      /can be written to by other users, .*: look at it, .* chmod go-w/,
    );
  });
});

describe("parseEntry", () => {
  const decision = {
    time: "2026-11-27T10:00:00.000Z",
    command: "sort",
    id: "/mail/1",
    digest: DIGEST,
    from: "a@example.org",
    subject: "Hello",
    label: "ham",
    probability: 0.9,
    unsure: false,
    terms: [["hello", 1.5]],
    model: "12345678",
  };

  it("takes decisions and corrections, and no other line", () => {
    expect(parseEntry(JSON.stringify(decision))).toEqual(decision);
    expect(parseEntry(JSON.stringify(correction("spam")))).toMatchObject({ correct: "spam" });
    for (const change of [
      { time: "now" },
      { digest: 1 },
      { label: null },
      { terms: [["a"]] },
      { terms: {} },
      { filed: 1 },
    ]) {
      expect(parseEntry(JSON.stringify({ ...decision, ...change }))).toBeUndefined();
    }
    for (const line of ["", "{", "null", "[]", '{"correct":"a"}']) expect(parseEntry(line)).toBeUndefined();
  });
});
