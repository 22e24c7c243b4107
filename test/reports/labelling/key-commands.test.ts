import { describe, expect, it } from "vitest";
import type { Ending } from "../../../src/labelling/state.js";
import { keyCommands, type Prompt } from "../../../src/reports/labelling/key-commands.js";
import { STATE } from "./labelling-sample.js";

describe("the keys of a terminal", () => {
  it.each<[Ending, string]>([
    ["copy", "copies"],
    ["link", "links"],
  ])("finish after a question: %s", (how, also) => {
    const finish = keyCommands({ ...STATE, ending: how }).find(({ key }) => key === "f")?.does as Prompt;
    const others = `s also ${also} the 1,200 documents whose class is sure`;
    expect(finish.ask).toBe(`y: ${how} the 60 labelled documents, ${others}, n: go on`);
    const [y, s] = [false, true].map((sureToo) => ({ do: "finish", how, sureToo }));
    expect(["y", "s", "n"].map(finish.answer)).toEqual([y, s, undefined]);
  });

  it("choose nothing while the question waits for a forecast", () => {
    const texts = keyCommands({ ...STATE, isForecasting: true }).flatMap(({ text }) => text ?? []);
    expect(texts).toEqual(["looking at your answers …", "u undo", "f finish", "q quit"]);
  });

  it("undo nothing if nothing was done", () => {
    expect(keyCommands(STATE).find(({ key }) => key === "u")?.does).toBeUndefined();
  });
});
