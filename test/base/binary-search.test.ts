import { expect, it } from "vitest";
import { firstWhere } from "../../src/base/lists.js";

it("finds the first number from which on something holds", () => {
  for (let end = 2; end < 20; end++) {
    for (let first = 2; first <= end; first++) expect(firstWhere(2, end, (n) => n >= first)).toBe(first);
  }
});
