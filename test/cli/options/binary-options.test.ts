import { describe, it } from "vitest";
import { each, thresher } from "../../helpers/command.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

describe.concurrent("the options of two classes", () => {
  it("are refused with exit code 2 where they are not possible, before a document is read", async () => {
    const two = folderWith(twoClasses());
    // Each class has one document, so that after reading another message would come.
    const three = folderWith({ ham: { a: "letter" }, spam: { b: "prize" }, work: { c: "letter" } });
    const one = folderWith({ ham: { a: "letter" } });
    const notTwo = (classes: number) =>
      `positive class, threshold and cost of a false alarm need two classes; there are ${classes}`;
    const refused: [string[], string][] = [
      [[two, "--positive", "spma"], 'positive: there is no class "spma", only "ham" and "spam"'],
      [[two, "--threshold", "0"], "threshold must be a number above 0 and below 1, not 0"],
      [[two, "--threshold", "100%"], "threshold must be a number above 0 and below 1, not 1"],
      [[two, "--threshold", "high"], '"high": give a share such as'],
      [[two, "--false-alarm-cost", "0"], "falseAlarmCost must be a number above 0, not 0"],
      [[two, "--false-alarm-cost", "x"], '"x": give a number'],
      [[three, "--threshold", "0.9"], notTwo(3)],
      [[two, "--test", three, "--positive", "spam"], notTwo(3)],
      [[one, "--false-alarm-cost", "2"], notTwo(1)],
    ];
    await each(refused, async ([args, message]) => {
      expectFault(await thresher(["evaluate", ...args]), 2, message, args.slice(1).join(" "));
    });
  });
});
