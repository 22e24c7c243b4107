import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { compileAsUsual, compileLess, DEFAULT, HAS_OPTION } from "../../../src/cli/output/following.js";
import { terminalStyle } from "../../../src/cli/output/output.js";
import { each, thresher } from "../../helpers/command.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

/** A standard error that says it is a terminal, of so many columns. */
const onTerminal = (columns?: number, TERM = "xterm") => {
  const module = `Object.assign(process.stderr, { isTTY: true, columns: ${columns} })`;
  return { node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`], env: { TERM } };
};
const ESCAPE = "\u001b";
const empty = (width: number) => "░".repeat(width);

describe.concurrent("a progress bar", () => {
  const same = { a: "words", b: "words" };
  const cwd = folderWith({ corpus: twoClasses(6), same: { ham: same, spam: same } });

  it.each([
    ["curve corpus --sizes 1000", "thresher: sizes: 1000 is more than the 8 documents"],
    ["doubts same --folds 2", "thresher: doubts: all documents have the same terms"],
  ])("is removed before an error is printed, and lets the program end: %s", async (words, message) => {
    const { code, stdout, stderr } = await thresher(words, { cwd, ...onTerminal() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/(?:reading|testing) [░█]/);
    // The bar is wiped, and nothing is drawn over the line.
    const last = stderr.slice(stderr.lastIndexOf(`${ESCAPE}[2K`) + `${ESCAPE}[2K`.length);
    expect(last.startsWith(message), JSON.stringify(last)).toBe(true);
    expect(last).toMatch(/^[^\n]+\n$/);
  });

  it("fits its terminal, is left out where there is no room, and is not drawn by one that cannot", async () => {
    const bars = { 200: `${empty(30)} 0 %`, 40: `${empty(14)} 0 %`, 30: "0 %" };
    await each(Object.entries(bars), async ([columns, bar]) => {
      const { code, stderr } = await thresher("evaluate corpus", { cwd, ...onTerminal(Number(columns)) });
      expect(code).toBe(0);
      expect(stderr).toContain(`reading ${bar} · 0 of 12${ESCAPE}`);
    });
    const dumb = await thresher("evaluate corpus", { cwd, ...onTerminal(80, "dumb") });
    expect(dumb).toMatchObject({ code: 0, stderr: "" });
  });

  it("shows how far learning is, unless the message is typed", async () => {
    const all = await thresher("learn ham corpus/ham -m all", { cwd, ...onTerminal() });
    expect(all.stderr).toMatch(/reading █+ 100 % · 6 of 6/);
    const one = await thresher("learn ham - -m typed", { cwd, ...onTerminal(), input: "letter" });
    expect(one).toMatchObject({ code: 0, stderr: "" });
  });

  it("shows of a training how much is done, and changes nothing of the terminal that would stay changed", async () => {
    const { stderr } = await thresher("train corpus -m trained", { cwd, ...onTerminal() });
    expect(stderr).toContain(`training ${empty(30)} 0 %${ESCAPE}`);
    // An interrupt would leave the terminal without wrapping or cursor.
    expect(stderr).not.toContain(`${ESCAPE}[?7l`);
    expect(stderr).not.toContain(`${ESCAPE}[?25l`);
  });
});

describe("the style of standard output", () => {
  const TERMINAL = { isTTY: true, columns: 80 };
  const PIPE = { columns: 80 };

  it("is that of its terminal, and plain when it is piped", () => {
    expect(terminalStyle(TERMINAL, {})).toEqual({ columns: 80, colour: true });
    expect(terminalStyle(PIPE, {})).toEqual({ columns: undefined, colour: false });
    expect(terminalStyle({ isTTY: true, columns: 0 }, {})).toEqual({ columns: undefined, colour: true });
  });

  it("follows NO_COLOR, unless it is empty, a dumb terminal, and FORCE_COLOR before both", () => {
    expect(terminalStyle(TERMINAL, { NO_COLOR: "1" }).colour).toBe(false);
    expect(terminalStyle(TERMINAL, { NO_COLOR: "" }).colour).toBe(true);
    expect(terminalStyle(TERMINAL, { TERM: "dumb" }).colour).toBe(false);
    for (const yes of ["1", "true", "3", ""]) {
      expect(terminalStyle(PIPE, { FORCE_COLOR: yes, NO_COLOR: "1" }).colour, yes).toBe(true);
    }
    for (const no of ["0", "false"]) expect(terminalStyle(TERMINAL, { FORCE_COLOR: no }).colour, no).toBe(false);
  });
});

it("compiling less sets only options that V8 has, and goes back to V8's own values", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(options.includes(`default: --max-inlined-bytecode-size-cumulative=${DEFAULT}\n`)).toBe(HAS_OPTION);
  compileLess();
  compileAsUsual();
});
