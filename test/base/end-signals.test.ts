import { expect, it } from "vitest";
import { type EndSignal, onEndSignal } from "../../src/base/end-signals.js";

it("calls a function at the first signal that asks for the end, and leaves the next one to others", () => {
  const others = process.listenerCount("SIGHUP");
  const got: EndSignal[] = [];
  const listen = () => onEndSignal((signal) => got.push(signal), ["SIGHUP"]);
  listen();
  for (let n = 0; n < 2; n++) process.emit("SIGHUP", "SIGHUP");
  expect([got, process.listenerCount("SIGHUP")]).toEqual([["SIGHUP"], others]);
  listen()();
  expect(process.listenerCount("SIGHUP")).toBe(others);
});
