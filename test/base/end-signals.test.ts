import { expect, it } from "vitest";
import { type EndSignal, onEndSignal } from "../../src/base/end-signals.js";

it("calls a function at the first signal that asks for the end, and leaves the next one to others", () => {
  const before = process.listenerCount("SIGTERM");
  const got: EndSignal[] = [];
  onEndSignal((signal) => got.push(signal));
  process.emit("SIGTERM", "SIGTERM");
  expect([got, process.listenerCount("SIGTERM"), process.listenerCount("SIGINT")]).toEqual([["SIGTERM"], before, 0]);
  onEndSignal((signal) => got.push(signal), ["SIGHUP"])();
  expect(process.listenerCount("SIGHUP")).toBe(0);
});
