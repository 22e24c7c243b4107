import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";
import { describe, expect, it } from "vitest";
import * as errors from "../../src/base/errors.js";

const { atPlace, codeOf, DataError, errorAt, notInstalled, orElse, reason, whyUnreadable } = errors;

describe("a package that is missing", () => {
  it("is named, with what to do", () => {
    const error = new Error("Cannot find module 'ioredis'\nRequire stack:");
    const missing = Object.assign(error, { code: "MODULE_NOT_FOUND" });
    expect(notInstalled("ioredis", "--workers", missing).message).toBe(
      "--workers needs the package ioredis: install it beside thresher, npm install ioredis (with --global if thresher is)",
    );
    expect(notInstalled("ioredis", "--workers", new Error("bad\nstack")).message).toBe(
      "--workers: the package ioredis cannot be loaded: bad",
    );
  });
});

describe("the reason of an error", () => {
  const error = (code?: string, more = {}) => Object.assign(new Error("message"), code && { code }, more);

  it("says why the system refused in a few words, and is the message of other errors", () => {
    const codes = ["EACCES", "ENOENT", "ENOSPC", "EDQUOT", "EROFS", "ERR_INVALID_ARG_VALUE", undefined];
    expect(codes.map((code) => reason(error(code)))).toEqual([
      ...["permission denied", "no such file or folder", "no space left on the device", "the quota is used up"],
      ...["read-only file system", "message", "message"],
    ]);
    const nameless = error("Unknown system error -122", { errno: -constants.errno.EDQUOT });
    expect(reason(nameless)).toBe("the quota is used up");
    for (const [code] of getSystemErrorMap().values()) {
      expect(reason(error(code)), code).not.toMatch(/^E[A-Z]+$|^UNKNOWN$|^message$/);
    }
  });

  it("is its message if its code is a number, as in other programs and in browsers", () => {
    const ofQueue = Object.assign(new Error("Missing lock for job 1"), { code: -2 });
    const aborted = new DOMException("aborted", "AbortError");
    for (const error of [ofQueue, aborted]) {
      expect(codeOf(error)).toBeUndefined();
      expect(reason(error)).toBe(error.message);
      expect(whyUnreadable("a\ufffd", error)).toBe(error.message);
    }
  });
});

describe("an error at a place", () => {
  it("has the reason behind the place, and knows the options that the message names", () => {
    const error = new DataError("name the learnSocket of the server", { options: ["learnSocket"] });
    expect(errorAt("/run/s", error)).toMatchObject({
      message: "/run/s: name the learnSocket of the server",
      options: ["learnSocket"],
    });
    const missing = Object.assign(new Error("ENOENT: no such file or directory, open 'm'"), { code: "ENOENT" });
    expect(errorAt("m", missing)).toMatchObject({ message: "m: no such file or folder", options: [] });
  });

  it("is found while something runs there, if it is one of the data", () => {
    const failed = (error: Error) => () =>
      atPlace("m", () => {
        throw error;
      });
    expect(atPlace("m", () => 1)).toBe(1);
    expect(failed(new DataError("cut short"))).toThrow(new DataError("m: cut short"));
    expect(failed(new TypeError("no function"))).toThrow(new TypeError("no function"));
  });
});

describe("a call that may fail", () => {
  it("has its result, or else the other value", () => {
    expect(orElse(() => JSON.parse("[1]"), undefined)).toEqual([1]);
    expect(orElse(() => JSON.parse("["), undefined)).toBeUndefined();
  });
});
