import { expect, it } from "vitest";
import { listDoubts } from "../../../src/jobs/measuring/list-doubts.js";

it.each([-1, 0.5])("listDoubts refuses to list the first %d documents", (top) => {
  expect(() => listDoubts("no-such-folder", { top })).toThrow(`top must be a whole number of at least 0, not ${top}`);
});
