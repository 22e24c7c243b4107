import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, it, vi } from "vitest";
import { changeLessons, hasLessons, readLessons } from "../../../src/delivery/users/lesson-file.js";
import { LineFile } from "../../../src/documents/files/line-file.js";
import { temporaryFolder } from "../../helpers/folder.js";

const lesson = (first: number) => ({
  ...{ digest: new Uint8Array(16).fill(first), label: "spam", seconds: 0, site: 1 },
  ...{ numbers: Uint32Array.of(first), totals: [1, 0, 0] },
});

it("keeps the first lesson that another process writes at the same moment", () => {
  const path = join(temporaryFolder(), "ann.lessons");
  const own = LineFile.own.bind(LineFile);
  const learn = (first: number) => changeLessons(path, "ann", (before) => [...before, lesson(first)]);
  vi.spyOn(LineFile, "own").mockImplementationOnce((...options) => {
    learn(1);
    return own(...options);
  });
  expect(learn(2).lessons).toHaveLength(2);
  expect(readLessons(path, "ann").lessons.map(({ digest }) => digest[0])).toEqual([1, 2]);
});

it("refuses a file that was cut short, or whose class is no text", () => {
  const path = join(temporaryFolder(), "ann.lessons");
  const whole = () => changeLessons(path, "ann", () => [lesson(1), lesson(2)]);
  whole();
  truncateSync(path, statSync(path).size - 1);
  const cut = `${path}: this file of lessons is damaged (it is cut short): move it away, and teach again`;
  expect(() => readLessons(path, "ann")).toThrow(cut);
  expect(() => changeLessons(path, "ann", (before) => before)).toThrow(cut);
  rmSync(path);
  whole();
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${lines.slice(0, 2).join("\n")}\n`);
  expect(() => readLessons(path, "ann")).toThrow(cut);
  // As earlier versions wrote it.
  writeFileSync(path, `${[lines[0].replace(',"lines":2', ""), ...lines.slice(1)].join("\n")}`);
  expect(readLessons(path, "ann").lessons).toHaveLength(2);
  whole();
  expect(readFileSync(path, "utf8")).toBe(lines.join("\n"));
  const text = readFileSync(path, "utf8").replace(/^[0-9a-f]{8} (\S+) "spam"$/gm, (_, bytes) => {
    const forged = `${bytes} "a" "b"`;
    return `${crc32(forged).toString(16).padStart(8, "0")} ${forged}`;
  });
  writeFileSync(path, text);
  expect(() => readLessons(path, "ann")).toThrow("is damaged (line 2)");
  expect(() => hasLessons(dirname(path))).toThrow(`${dirname(path)}: it is a folder`);
});
