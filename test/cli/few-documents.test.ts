import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

/** Messages of three senders, two a day. */
const documents = (shift: number) =>
  Object.fromEntries(
    [0, 1, 2].map((i) => {
      const header = `From: sender${i}@example.org\nDate: Mon, ${2 * i + shift + 10} Jan 2024 10:00:00 +0000\n`;
      return [`${i}`, `${header}Subject: s${i}\n\nletter ${i}\n`];
    }),
  );

describe("a corpus of few documents", () => {
  const corpus = folderWith(twoClasses(3));

  const mail = folderWith({ ham: documents(0), spam: documents(1) });
  const folder = folderWith({ "t.csv": "a,play\nx,yes\ny,no\nx,yes\ny,no\n" });

  it.each<[what: string, args: string[], few: string, wanted: number, folds: number]>([
    ["is evaluated", ["evaluate", corpus, "--folds", "10"], "6 documents", 10, 6],
    ["is searched for doubts", ["doubts", corpus], "6 documents", 10, 6],
    ["is split by groups", ["evaluate", mail, "--folds", "10", "--group-by", "from"], "3 groups", 10, 3],
    ["is split by date", ["evaluate", mail, "--folds", "10", "--by-date"], "6 different times of documents", 10, 5],
    ["is tuned", ["tune", folderWith(twoClasses(2)), "--try", "alpha=1,0.1"], "4 documents", 5, 4],
    ["is a table that is tested", ["table", `${folder}/t.csv`, "--target", "play", "--folds", "10"], "4 rows", 10, 4],
  ])("%s in as many folds as there can be, which is said", async (_, args, few, wanted, folds) => {
    const { code, stdout, stderr } = await thresher(args);
    expect(code).toBe(0);
    expect(stderr).toContain(`thresher: ${few} are too few for ${wanted} folds: using ${folds} folds\n`);
    if (args[0] !== "doubts") expect(stdout).toMatch(new RegExp(`--folds ${folds} |${folds} (?:folds|parts)`));
  });
});
