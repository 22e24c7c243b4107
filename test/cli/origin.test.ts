import { describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { apartFromFigures, expectFault } from "../helpers/expectations.js";
import { folderWith, type Tree, twoClasses } from "../helpers/folder.js";

/** A class of messages, one a day of April 1993, each with a word of the class. */
function messages(word: string, days: readonly number[], header: (i: number) => string = () => ""): Tree {
  return Object.fromEntries(
    days.map((day, i) => [
      `${i}`,
      `From: ${word}${i}@alpha.example\n${header(i)}Date: ${day} Apr 93 12:00 GMT\n\n${word} text\n`,
    ]),
  );
}

async function evaluate(...args: string[]) {
  const { code, stdout, stderr } = await thresher(["evaluate", ...args, "--json"]);
  expect(code, stderr).toBe(0);
  return { ...JSON.parse(stdout), stderr: apartFromFigures(stderr) };
}

describe.concurrent("thresher evaluate --by-date", () => {
  const corpus = folderWith({
    ham: messages("letter", [1, 3, 5, 7, 9, 11]),
    spam: messages("prize", [2, 4, 6, 8, 10, 12]),
  });

  it("chains forward through folds, and says from when to when", async ({ expect }) => {
    const holdout = await thresher(["evaluate", corpus, "--by-date"]);
    expect(holdout.stdout.split("\n").slice(1, 3).join("\n")).toMatchInlineSnapshot(`
      "by date, the latest 33.3 % withheld: trained from 1993-04-01 12:00 until 1993-04-08 12:00, tested from 1993-04-09 12:00 until 1993-04-12 12:00 UTC
      8 training documents, 4 tested, 20 terms"
    `);
    const { protocol, runs, predictions } = await evaluate(corpus, "--by-date", "--folds", "3");
    expect(protocol).toMatchObject({ kind: "by-date", dates: "auto", folds: 3 });
    expect([runs.length, predictions.length]).toEqual([3, 9]);
    const folds = await thresher(["evaluate", corpus, "--by-date", "header", "--folds", "3"]);
    const lines = folds.stdout.split("\n").filter((line) => /until|1993|at first|by date|^accuracy/.test(line));
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "by date of the header, 3 parts, each tested by a model of all earlier ones; times in UTC
      accuracy                    77.8 %  95 % interval 45.3 to 93.7 %, 7 of 9 right
      trained until     documents  tested from       until             documents  accuracy
      1993-04-03 12:00          3  1993-04-04 12:00  1993-04-06 12:00          3    33.3 %
      1993-04-06 12:00          6  1993-04-07 12:00  1993-04-09 12:00          3   100.0 %
      1993-04-09 12:00          9  1993-04-10 12:00  1993-04-12 12:00          3   100.0 %"
    `);
  });
});

describe.concurrent("thresher evaluate --group-by", () => {
  const thread = (i: number) =>
    `Subject: ${"Re: ".repeat(i % 3)}topic ${i >> 1}\nMessage-ID: <${i}@a>\nReferences: <${i - (i % 4)}@a>\n`;
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  const corpus = folderWith({
    ham: messages("letter", days, (i) => `${thread(i)}From: ignored@alpha.example\n`),
    spam: messages("prize", days, (i) => thread(i + 100)),
  });

  it.each([
    ["from", 16, "sender"],
    ["subject", 8, "subject"],
    ["thread", 4, "thread"],
  ])("%s keeps each group on one side, and says how many there are", async (grouping, groups, noun) => {
    const { protocol, documents, stderr } = await evaluate(corpus, "--group-by", grouping);
    expect(stderr).toBe("");
    expect(protocol).toEqual({ kind: "holdout", share: 1 / 3, repeats: 10, seed: 1, groupBy: grouping, groups });
    expect(documents.train + documents.test).toBe(16);
    const { stdout } = await thresher(["evaluate", corpus, "--group-by", grouping, "--folds", "2", "--repeats", "2"]);
    expect(stdout).toContain(`2 folds, 2 times, seed 1, no ${noun} in both training and test (${groups} groups)\n`);
  });
});

describe.concurrent("thresher evaluate", () => {
  it("refuses options that leave each other no room, with exit code 2", async () => {
    const corpus = folderWith(twoClasses());
    const wrong: [string[], RegExp][] = [
      [["--by-date", "--group-by", "from"], /--by-date and --group-by cannot be combined/m],
      [["--by-date", "--test", "x"], /--test and --by-date cannot be combined/m],
      [["--by-date", "--repeats", "2"], /--by-date and --repeats cannot be combined/m],
      [["--group-by", "from", "--test", "x"], /--test and --group-by cannot be combined/m],
      [["--by-date", "--leave-one-out"], /--leave-one-out and --by-date cannot be combined/m],
      [["--group-by", "from", "--leave-one-out"], /--leave-one-out and --group-by cannot be combined/m],
      [["--group-by", "from", "--holdout", "1"], /holdout must be .*, not 1$/m],
      [["--by-date", "moon"], /is not a choice; choose auto, header or file/],
      [["--group-by", "moon"], /"moon" is not a choice; choose from, subject, thread or group/],
    ];
    await each(wrong, async ([args, message]) => {
      expectFault(await thresher(["evaluate", corpus, ...args]), 2, message, args.join(" "));
    });
  });
});
