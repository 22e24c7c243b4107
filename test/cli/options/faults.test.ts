import { describe, expect, it } from "vitest";
import { newProgram } from "../../../src/cli/main.js";
import { withoutGroups } from "../../../src/cli/options/help.js";
import { isRepeatable } from "../../../src/cli/options/parsers.js";
import { each, thresher } from "../../helpers/command.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

describe("an option that is given twice", () => {
  it("is refused if it has one value, in every command", async () => {
    const { commands } = await newProgram();
    const words = withoutGroups(commands).flatMap((command) => {
      // The words of a subcommand begin with its group.
      const group = command.parent?.name() === "thresher" ? [] : [command.parent?.name() ?? ""];
      const single = command.options.filter((option) => option.required && !isRepeatable(option));
      const texts = single.filter(({ parseArg }) => parseArg === undefined).slice(0, 1);
      const choices = single.filter(({ argChoices }) => argChoices !== undefined).slice(0, 1);
      // filter takes the last one: a repeated word must not leave mail without its mark.
      return command.name() === "filter"
        ? []
        : [...texts, ...choices].map(({ long, argChoices: [value = "a"] = [] }) => {
            return { args: [...group, command.name()], flag: String(long), value };
          });
    });
    expect(words.length).toBeGreaterThan(30);
    await each(words, async ({ args, flag, value }) => {
      const outcome = await thresher([...args, flag, value, flag, value]);
      expectFault(outcome, 2, `${flag} can be given only once; see thresher ${args.join(" ")} --help`);
    });
  });

  it("is refused also under its short name, and beside a default of the environment", async () => {
    const outcome = await thresher(["train", "x", "-m", "a", "--model=b"], { env: { THRESHER_MODEL: "c" } });
    expectFault(outcome, 2, "--model can be given only once");
    expectFault(await thresher(["train", "x", "--seed", "1", "--seed", "1"]), 2, "--seed can be given only once");
  });

  it("is taken if it collects values, as its help says, or has none", async () => {
    const { commands } = await newProgram();
    const collecting = withoutGroups(commands).flatMap(({ options }) =>
      options.filter(({ description }) => /\brepeatable\b/.test(description)),
    );
    expect(collecting.length).toBeGreaterThan(20);
    for (const option of collecting) expect(isRepeatable(option), option.long).toBe(true);
    const corpus = folderWith({ a: { "1.txt": "x", "2.md": "x y" }, b: { "1.txt": "y" } });
    const args = ["train", corpus, "--include", "**/*.txt", "--include", "**/*.md", "--quiet", "--quiet", "--json"];
    const { code, stdout } = await thresher([...args, "-m", `${temporaryFolder()}/m`]);
    expect({ code, documents: JSON.parse(stdout).documents }).toEqual({ code: 0, documents: 3 });
  });

  it("may not be a list in a configuration file either", async () => {
    const cwd = folderWith({ "thresher.json": '{"defaults":{"train":{"label-column":["a","b"]}}}' });
    const outcome = await thresher(["train", "x", "-m", "m"], { cwd });
    expectFault(outcome, 1, "thresher.json: --label-column: write one value, not 2");
  });
});
