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
      const single = command.options.filter((option) => option.required && !isRepeatable(option.parseArg));
      const [option] = single.filter(({ argChoices, parseArg }) => argChoices === undefined && parseArg === undefined);
      // filter takes the last one: a repeated word must not leave mail without its mark.
      return option === undefined || command.name() === "filter"
        ? []
        : [{ args: [...group, command.name()], flag: String(option.long) }];
    });
    expect(words.length).toBeGreaterThan(15);
    await each(words, async ({ args, flag }) => {
      const outcome = await thresher([...args, flag, "a", flag, "b"]);
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
    for (const { long, parseArg } of collecting) expect(isRepeatable(parseArg), long).toBe(true);
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
