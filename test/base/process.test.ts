import { cachedDataVersionTag } from "node:v8";
import { describe, expect, it } from "vitest";
import { collectGarbage, type EndSignal, onEndSignal } from "../../src/base/process.js";

/** No program sends it, and no other test in this process listens to it. */
const SIGNAL = "SIGTEST" as EndSignal;

it("calls a function at the first signal that asks for the end, and leaves the next one to others", () => {
  const got: EndSignal[] = [];
  const listen = () => onEndSignal((signal) => got.push(signal), [SIGNAL]);
  listen();
  for (let n = 0; n < 2; n++) process.emit(SIGNAL, SIGNAL);
  expect([got, process.listenerCount(SIGNAL)]).toEqual([[SIGNAL], 0]);
  listen()();
  expect(process.listenerCount(SIGNAL)).toBe(0);
});

describe("collectGarbage", () => {
  it("frees large arrays, and code that is kept compiled stays valid", () => {
    const tag = cachedDataVersionTag();
    let array: Uint8Array | undefined = new Uint8Array(1e8);
    const before = process.memoryUsage().arrayBuffers;
    expect(array.length).toBe(1e8);
    array = undefined;
    collectGarbage(1e8);
    collectGarbage(1e8);
    expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(5e7);
    expect(cachedDataVersionTag()).toBe(tag);
    expect("gc" in globalThis).toBe(false);
  });
});
