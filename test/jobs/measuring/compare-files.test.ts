import { expect, it } from "vitest";
import { compareFiles } from "../../../src/jobs/measuring/compare-files.js";

it("compareFiles refuses a negative number of documents to show", () => {
  const message = "top must be a whole number of at least 0, not -1";
  expect(() => compareFiles("a.json", "b.json", { top: -1 })).toThrow(message);
});
