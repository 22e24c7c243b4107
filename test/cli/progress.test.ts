import { describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

/** A standard error that says it is a terminal. */
const ON_TERMINAL = { node: ["--import", "data:text/javascript,process.stderr.isTTY=true"] };
const ESCAPE = "\u001b";

describe.concurrent("a progress bar", () => {
  const corpus = folderWith(twoClasses(6));

  it("goes before an error is told, and lets the program end", async () => {
    const same = folderWith({ ham: { a: "words", b: "words" }, spam: { c: "words", d: "words" } });
    const wrong: [string[], string][] = [
      [["curve", corpus, "--sizes", "1000"], "thresher: sizes: required at most the 8 documents"],
      [["doubts", same, "--folds", "2"], "thresher: doubts: required documents that differ"],
    ];
    await each(wrong, async ([args, message]) => {
      const { code, stdout, stderr } = await thresher(args, ON_TERMINAL);
      expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain("testing ");
      // The bar is wiped, and nothing is drawn over the line.
      const last = stderr.slice(stderr.lastIndexOf(`${ESCAPE}[2K`) + `${ESCAPE}[2K`.length);
      expect(last.startsWith(message), JSON.stringify(last)).toBe(true);
      expect(last).toMatch(/^[^\n]+\n$/);
    });
  });

  it("changes nothing of the terminal that an interrupt would leave changed", async () => {
    const { code, stderr } = await thresher(["evaluate", corpus], ON_TERMINAL);
    expect(code).toBe(0);
    expect(stderr).toContain("reading ");
    expect(stderr).not.toContain(`${ESCAPE}[?7l`);
    expect(stderr).not.toContain(`${ESCAPE}[?25l`);
  });
});
