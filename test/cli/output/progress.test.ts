import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

/** A standard error that says it is a terminal. */
const ON_TERMINAL = { node: ["--import", "data:text/javascript,process.stderr.isTTY=true;process.env.TERM='xterm'"] };
const ESCAPE = "\u001b";

describe.concurrent("a progress bar", () => {
  const corpus = folderWith(twoClasses(6));

  it("is removed before an error is printed, and lets the program end", async () => {
    const same = folderWith({ ham: { a: "words", b: "words" }, spam: { c: "words", d: "words" } });
    const wrong: [string[], string][] = [
      [["curve", corpus, "--sizes", "1000"], "thresher: sizes: 1000 is more than the 8 documents"],
      [["doubts", same, "--folds", "2"], "thresher: doubts: all documents have the same terms"],
    ];
    await each(wrong, async ([args, message]) => {
      const { code, stdout, stderr } = await thresher(args, ON_TERMINAL);
      expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/(?:reading|testing) [░█]/);
      // The bar is wiped, and nothing is drawn over the line.
      const last = stderr.slice(stderr.lastIndexOf(`${ESCAPE}[2K`) + `${ESCAPE}[2K`.length);
      expect(last.startsWith(message), JSON.stringify(last)).toBe(true);
      expect(last).toMatch(/^[^\n]+\n$/);
    });
  });

  it("fits its terminal, is left out where there is no room, and is not drawn by one that cannot", async () => {
    const drawn = async (columns: number, env: Record<string, string> = {}) => {
      const module = `data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:${columns}})`;
      const { code, stderr } = await thresher(["evaluate", corpus], { node: ["--import", module], env });
      expect(code).toBe(0);
      return stderr;
    };
    const bars: readonly (readonly [columns: number, bar: string])[] = [
      [200, `reading ${"░".repeat(30)} 0 % · 0 of 12`],
      [40, `reading ${"░".repeat(14)} 0 % · 0 of 12`],
      [30, "reading 0 % · 0 of 12"],
    ];
    await each(bars, async ([columns, bar]) => {
      expect(await drawn(columns, { TERM: "xterm" })).toContain(`${bar}${ESCAPE}`);
    });
    expect(await drawn(80, { TERM: "dumb" })).toBe("");
  });

  it("shows how far learning is, unless the message is typed", async () => {
    const [model, typed] = [join(temporaryFolder(), "model"), join(temporaryFolder(), "model")];
    const all = await thresher(["learn", "ham", join(corpus, "ham"), "-m", model], ON_TERMINAL);
    expect(all.stderr).toMatch(/reading █+ 100 % · 6 of 6/);
    const one = await thresher(["learn", "ham", "-", "-m", typed], { ...ON_TERMINAL, input: "letter" });
    expect(one).toMatchObject({ code: 0, stderr: "" });
  });

  it("shows of a training how much is done, and changes nothing of the terminal that would stay changed", async () => {
    const training = await thresher(["train", corpus, "-m", join(temporaryFolder(), "model")], ON_TERMINAL);
    expect(training.stderr).toContain(`training ${"░".repeat(30)} 0 %${ESCAPE}`);
    // An interrupt would leave the terminal without wrapping or cursor.
    expect(training.stderr).not.toContain(`${ESCAPE}[?7l`);
    expect(training.stderr).not.toContain(`${ESCAPE}[?25l`);
  });
});
