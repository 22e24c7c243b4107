import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { changeLessons, readLessons } from "../../../src/delivery/users/lesson-file.js";
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
  expect(learn(2)).toHaveLength(2);
  expect(readLessons(path, "ann").map(({ digest }) => digest[0])).toEqual([1, 2]);
});
