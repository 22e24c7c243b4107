import type { Command } from "commander";
import { beforeAll, describe, expect, it } from "vitest";
import { newProgram } from "../../../src/cli/main.js";
import { fullName, withoutGroups } from "../../../src/cli/options/options.js";
import { isRepeatable } from "../../../src/cli/options/parsers.js";
import { thresher } from "../../helpers/command.js";
import { expectFault, expectRefused, jsonOf, type Refused } from "../../helpers/expectations.js";
import { folderWith } from "../../helpers/folder.js";

let commands: readonly Command[];
beforeAll(async () => {
  commands = withoutGroups((await newProgram()).commands);
});

describe("the options of all commands", () => {
  /** The command and the long name of each option that the help shows. */
  const pairs = () =>
    commands.flatMap((command) =>
      command.options.flatMap(({ long, hidden }) =>
        hidden || long === "--help-all" || !long ? [] : [{ command: fullName(command), long }],
      ),
    );

  it("are few enough to learn", () => {
    const distinct = new Set(pairs().map(({ long }) => long));
    console.log(`${distinct.size} options in ${pairs().length} places`);
    expect(distinct.size).toBeLessThanOrEqual(150);
    expect(pairs().length).toBeLessThanOrEqual(600);
  });

  it.each([
    ["--seed", ["train", "label", "mailbox train", "evaluate", "curve", "compare", "tune", "doubts", "table"]],
    ["--memory", ["train"]],
    ["--port", ["label", "review"]],
    ["--labels", ["evaluate", "curve"]],
    ["--threshold", ["filter", "evaluate", "tune"]],
    ["--unsure-below", ["sort", "mailbox sort", "mailbox watch", "learn"]],
    ["--date-column", ["evaluate"]],
  ])("include %s only where it is used, with one meaning", (option, names) => {
    const having = pairs().flatMap(({ command, long }) => (long === option ? [command] : []));
    expect(having.toSorted()).toEqual(names.toSorted());
  });
});

describe("an option that is given twice", () => {
  it("is refused if it has one value, in every command", async () => {
    const cases = commands.flatMap((command): Refused[] => {
      // filter takes the last one: a repeated word must not leave mail without its mark.
      if (command.name() === "filter") return [];
      const single = command.options.filter((option) => option.required && !isRepeatable(option));
      const texts = single.filter(({ parseArg }) => parseArg === undefined).slice(0, 1);
      const choices = single.filter(({ argChoices }) => argChoices !== undefined).slice(0, 1);
      return [...texts, ...choices].map(({ long, argChoices: [value = "a"] = [] }) => [
        `${fullName(command)} ${long} ${value} ${long} ${value}`,
        `${long} can be given only once; see thresher ${fullName(command)} --help`,
      ]);
    });
    expect(cases.length).toBeGreaterThan(30);
    await expectRefused(cases);
  });

  it("is refused also under its short name, and beside a default of the environment", async () => {
    const outcome = await thresher("train x -m a --model=b", { env: { THRESHER_MODEL: "c" } });
    expectFault(outcome, 2, "--model can be given only once");
    expectFault(await thresher("train x --seed 1 --seed 1"), 2, "--seed can be given only once");
  });

  it("is taken if it collects values, as its help says, or has none", async () => {
    const collecting = commands.flatMap(({ options }) =>
      options.filter(({ description }) => /\brepeatable\b/.test(description)),
    );
    expect(collecting.length).toBeGreaterThan(20);
    for (const option of collecting) expect(isRepeatable(option), option.long).toBe(true);
    const cwd = folderWith({ corpus: { a: { "1.txt": "x", "2.md": "x y" }, b: { "1.txt": "y" } } });
    const train = "train corpus -m m --include **/*.txt --include **/*.md --quiet --quiet";
    expect((await jsonOf(train, { cwd })).documents).toBe(3);
  });

  it("may not be a list in a configuration file either", async () => {
    const cwd = folderWith({ "thresher.json": '{"defaults":{"train":{"label-column":["a","b"]}}}' });
    const outcome = await thresher("train x -m m", { cwd });
    expectFault(outcome, 1, "thresher.json: --label-column: write one value, not 2");
  });
});
