import { describe, expect, it } from "vitest";
import { withLessCompiling } from "../../src/cli/less-compiling.js";

describe("withLessCompiling", () => {
  it("gives what it runs gives, and throws what that throws", () => {
    expect(withLessCompiling(() => 42)).toBe(42);
    const error = new Error("no");
    expect(() =>
      withLessCompiling(() => {
        throw error;
      }),
    ).toThrow(error);
  });
});
