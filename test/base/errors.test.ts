import { describe, expect, it } from "vitest";
import { notInstalled } from "../../src/base/errors.js";

describe("a package that is missing", () => {
  it("is named, with what to do", () => {
    const missing = Object.assign(new Error("Cannot find module 'ioredis'\nRequire stack:"), {
      code: "MODULE_NOT_FOUND",
    });
    expect(notInstalled("ioredis", "--share", missing).message).toBe(
      "--share needs the package ioredis: install it beside thresher, npm install ioredis (with --global if thresher is)",
    );
    expect(notInstalled("ioredis", "--share", new Error("bad\nstack")).message).toBe(
      "--share: the package ioredis cannot be loaded: bad",
    );
  });
});
