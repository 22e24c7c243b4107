import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { folderWith, type Tree, temporaryFolder } from "../../../helpers/folder.js";

/** A class of messages, one a day of April 1993, each with a word of the class. */
function messages(word: string, days: readonly number[], header: (i: number) => string = () => ""): Tree {
  return Object.fromEntries(
    days.map((day, i) => [
      `${i}`,
      `From: ${word}${i}@alpha.example\n${header(i)}Date: ${day} Apr 93 12:00 GMT\n\n${word} text\n`,
    ]),
  );
}

describe.concurrent("thresher evaluate --by-date", () => {
  const corpus = folderWith({
    ham: messages("letter", [1, 3, 5, 7, 9, 11]),
    spam: messages("prize", [2, 4, 6, 8, 10, 12]),
  });

  it("chains forward through folds, and says from when to when", async () => {
    expect((await outputOf(["evaluate", corpus, "--by-date"])).split("\n").slice(1, 3).join("\n")).toBe(`\
by date, the latest 33.3 % withheld: trained from 1993-04-01 12:00 until 1993-04-08 12:00, tested from 1993-04-09 12:00 until 1993-04-12 12:00 UTC
8 training documents, 4 tested, 20 terms`);
    const { protocol, runs, predictions } = await jsonOf(`evaluate ${corpus} --by-date --folds 3`);
    expect(protocol).toMatchObject({ kind: "by-date", dates: "auto", folds: 3 });
    expect([runs.length, predictions.length]).toEqual([3, 9]);
    const folds = await outputOf(`evaluate ${corpus} --by-date header --folds 3`);
    const lines = folds.split("\n").filter((line) => /until|1993|at first|by date|^accuracy/.test(line));
    expect(lines.join("\n")).toBe(`\
by date of the header, 3 parts, each tested by a model of all earlier ones; times in UTC
accuracy                    77.8 %  95 % interval 45.3 to 93.7 %, 7 of 9 right
trained until     documents  tested from       until             documents  accuracy
1993-04-03 12:00          3  1993-04-04 12:00  1993-04-06 12:00          3    33.3 %
1993-04-06 12:00          6  1993-04-07 12:00  1993-04-09 12:00          3   100.0 %
1993-04-09 12:00          9  1993-04-10 12:00  1993-04-12 12:00          3   100.0 %`);
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
    const { protocol, documents } = await jsonOf(`evaluate ${corpus} --group-by ${grouping}`);
    expect(protocol).toEqual({ kind: "holdout", share: 1 / 3, repeats: 10, seed: 1, groupBy: grouping, groups });
    expect(documents.train + documents.test).toBe(16);
    const stdout = await outputOf(`evaluate ${corpus} --group-by ${grouping} --folds 2 --repeats 2`);
    expect(stdout).toContain(`2 folds, 2 times, seed 1, no ${noun} in both training and test (${groups} groups)\n`);
  });
});

describe("the columns of a table", () => {
  /** A date in each of the forms that programs write, and one that nobody can read. */
  const dateOf = (i: number) =>
    [
      `2024-03-${String((i % 28) + 1).padStart(2, "0")}`,
      "Mon, 04 Mar 2024 10:00:00 +0100",
      String(1_709_500_000 + i * 1000),
      String(1_709_500_000_000 + i * 1000),
      "soon",
    ][i % 5];

  const ROWS = Array.from({ length: 40 }, (_, i) => ({
    key: `r${i}`,
    date: dateOf(i),
    author: `u${i % 7}`,
    text: i % 2 === 0 ? `moon orbit launch ${i}` : `goal match team ${i}`,
    label: i % 2 === 0 ? "space" : "sport",
  }));
  const csv = ROWS.map(({ key, date, author, text, label }) => `${key},"${date}",${author},${text},${label}\n`);
  const folder = folderWith({
    "a.csv": `key,date,author,text,label\n${csv.join("")}`,
    "a.jsonl": ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""),
  });
  const path = join(folder, "a.csv");

  describe.each(["a.csv", "a.jsonl"])("in %s", (name) => {
    it("give predictions their ids, and the others follow those of predictions", async () => {
      const file = join(temporaryFolder(), "predictions.tsv");
      const args = `evaluate ${join(folder, name)} --json --predictions ${file} --folds 2 --id-column key`;
      const { predictions } = JSON.parse((await thresher(args)).stdout);
      const [head, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
      expect(head).toBe("id\tactual\tpredicted\tprobability\tdate\tauthor");
      const rows = lines.map((line) => line.split("\t")).map(([id, actual, , , ...more]) => [id, actual, ...more]);
      const expected = ROWS.map(({ key, label, date, author }) => [key, label, date, author]);
      expect(rows.sort()).toEqual(expected.sort());
      expect(predictions[0].id).toMatch(/^r\d+$/);
    });

    it("give dates to split by, in each form, and those that cannot be read are counted", async () => {
      const args = `evaluate ${join(folder, name)} --json --by-date --date-column date --id-column key`;
      const { stdout, stderr } = await thresher(args);
      expect(stderr).toContain("left out 8 documents whose date cannot be read: r4, r9, r14 and 5 more");
      const [{ train, test }] = JSON.parse(stdout).protocol.parts;
      expect(train.documents + test.documents).toBe(32);
      expect(Date.parse(train.until)).toBeLessThan(Date.parse(test.from));
      expect([train.from, test.until].map((date) => date.slice(0, 7))).toEqual(["2024-03", "2024-03"]);
    });
  });

  it("are refused if they are not there, and so are groups without a column", async () => {
    const noGroup = "none of the 40 documents has a group in a column; name the column with --group-column";
    await expectRefused(
      [
        ["--by-date --date-column when", 'no column "when"; the columns are', 1],
        ["--id-column nr", 'no column "nr"', 1],
        ["--group-by group", noGroup, 1],
      ],
      `evaluate ${path} --quiet`,
    );
  });

  it.each(["", " --multi-label"])("of a test table pass through: evaluate%s", async (more) => {
    const file = join(temporaryFolder(), "predictions.tsv");
    await outputOf(`evaluate ${path} --test ${folder}/a.jsonl --predictions ${file} --quiet${more}`);
    expect(readFileSync(file, "utf8")).toMatch(
      /^id\tactual\tpredicted\t(?:probability\t)?key\tdate\tauthor\na\.jsonl#1\t.*\tr0\t/,
    );
  });
});
