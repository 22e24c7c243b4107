import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";

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

const NAMES = ["key", "date", "author", "text", "label"] as const;

const TABLES = {
  "a.csv": `${NAMES.join(",")}\n${ROWS.map((row) => `${NAMES.map((name) => (name === "date" ? `"${row[name]}"` : row[name])).join(",")}\n`).join("")}`,
  "a.jsonl": ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""),
};

describe.each(["a.csv", "a.jsonl"])("evaluate %s", (name) => {
  const evaluate = async (words: string) => {
    const predictions = join(temporaryFolder(), "predictions.tsv");
    const path = join(folderWith(TABLES), name);
    const { code, stdout, stderr } = await thresher(
      ["evaluate", path, "--json", "--predictions", predictions].concat(words.split(" ")),
    );
    expect(code).toBe(0);
    const [head, ...lines] = readFileSync(predictions, "utf8").trimEnd().split("\n");
    return { json: JSON.parse(stdout), stderr, head, lines: lines.map((line) => line.split("\t")) };
  };

  it("writes the ids of a column, and the other columns after those of predictions", async () => {
    const { head, lines, json } = await evaluate("--folds 2 --id-column key");
    expect(head).toBe("id\tactual\tpredicted\tprobability\tdate\tauthor");
    const rows = lines.map(([id, actual, , , date, author]) => ({ id, actual, date, author }));
    const expected = ROWS.map(({ key, label, date, author }) => ({ id: key, actual: label, date, author }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(rows.sort(byId)).toEqual(expected.sort(byId));
    expect(json.predictions[0].id).toMatch(/^r\d+$/);
  });

  it("splits by the dates of a column, in each form, and counts those that cannot be read", async () => {
    const { json, stderr } = await evaluate("--by-date --date-column date --id-column key");
    expect(stderr).toContain("left out 8 documents whose date cannot be read: r4, r9, r14 and 5 more");
    const [{ train, test }] = json.protocol.parts;
    expect(train.documents + test.documents).toBe(32);
    expect(Date.parse(train.until)).toBeLessThan(Date.parse(test.from));
    expect([train.from, test.until].map((date) => date.slice(0, 7))).toEqual(["2024-03", "2024-03"]);
  });
});

describe("evaluate of a table", () => {
  it("refuses columns that are not there, and groups without a column", async () => {
    const path = join(folderWith(TABLES), "a.csv");
    const refused = (words: string, message: string): Refused => [words, message, 1];
    await expectRefused(
      [
        refused("--by-date --date-column when", 'no column "when"; the columns are'),
        refused("--id-column nr", 'no column "nr"'),
        refused(
          "--group-by group",
          "none of the 40 documents has a group in a column; name the column with --group-column",
        ),
      ],
      ["evaluate", path, "--quiet"],
    );
  });

  it("passes the columns of a test table through, also with several labels", async () => {
    const folder = folderWith(TABLES);
    const file = join(folder, "predictions.tsv");
    for (const more of [[], ["--multi-label"]]) {
      const args = ["evaluate", join(folder, "a.csv"), "--test", join(folder, "a.jsonl"), "--predictions", file];
      expect((await thresher([...args, ...more, "--quiet"])).code).toBe(0);
      expect(readFileSync(file, "utf8")).toMatch(
        /^id\tactual\tpredicted\t(?:probability\t)?key\tdate\tauthor\na\.jsonl#1\t.*\tr0\t/,
      );
    }
  });
});
