import { expect, it } from "vitest";
import { type EndSignal, onEndSignal } from "../../src/base/end-signals.js";

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
