import { beforeAll, describe, expect, it } from "vitest";
import { newProgram } from "../../../src/cli/main.js";
import { fullName, withoutGroups } from "../../../src/cli/options/help.js";

/** The command and the long name of each option that the help shows. */
let pairs: readonly (readonly [command: string, option: string])[];

beforeAll(async () => {
  const commands = withoutGroups((await newProgram()).commands);
  pairs = commands.flatMap((command) =>
    command.options.flatMap(({ long, hidden }) =>
      hidden || long === "--help-all" || !long ? [] : [[fullName(command), long] as const],
    ),
  );
});

const having = (option: string) => pairs.flatMap(([command, own]) => (own === option ? [command] : []));

describe("the options of all commands", () => {
  it("are few enough to learn", () => {
    const distinct = new Set(pairs.map(([, option]) => option));
    console.log(`${distinct.size} options in ${pairs.length} places`);
    expect(distinct.size).toBeLessThanOrEqual(150);
    expect(pairs.length).toBeLessThanOrEqual(600);
  });

  it.each([
    ["--seed", ["train", "label", "mailbox train", "evaluate", "curve", "compare", "tune", "doubts", "table"]],
    ["--memory", ["train"]],
    ["--port", ["label", "review"]],
    ["--labels", ["evaluate", "curve"]],
    ["--threshold", ["filter", "evaluate", "tune"]],
    ["--unsure-below", ["sort", "mailbox sort", "mailbox watch", "learn"]],
    ["--date-column", ["evaluate"]],
  ])("include %s only where it is used, with one meaning", (option, commands) => {
    expect([...having(option)].sort()).toEqual([...commands].sort());
  });
});
