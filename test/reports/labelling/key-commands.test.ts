import { describe, expect, it } from "vitest";
import type { Ending } from "../../../src/labelling/state.js";
import { keyCommands, type Prompt } from "../../../src/reports/labelling/key-commands.js";
import { STATE } from "./labelling-sample.js";

describe("the keys of a terminal", () => {
  it.each<[Ending, string]>([
    ["copy", "y: copy the 60 labelled documents, s also copies the 1,200 documents whose class is sure, n: go on"],
    ["link", "y: link the 60 labelled documents, s also links the 1,200 documents whose class is sure, n: go on"],
  ])("finish after a question: %s", (ending, ask) => {
    const finish = keyCommands({ ...STATE, ending }).find(({ key }) => key === "f")?.does as Prompt;
    expect(finish.ask).toBe(ask);
    expect(["y", "s", "n"].map(finish.answer)).toEqual([
      { do: "finish", how: ending, sureToo: false },
      { do: "finish", how: ending, sureToo: true },
      undefined,
    ]);
  });

  it("choose nothing while the question waits for a forecast", () => {
    const texts = keyCommands({ ...STATE, isForecasting: true }).flatMap(({ text }) => text ?? []);
    expect(texts).toEqual(["looking at your answers …", "u undo", "f finish", "q quit"]);
  });

  it("undo nothing if nothing was done", () => {
    expect(keyCommands(STATE).find(({ key }) => key === "u")?.does).toBeUndefined();
  });
});
