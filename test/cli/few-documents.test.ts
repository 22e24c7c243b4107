import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

/** The folds that were made, and what was said of them on standard error. */
async function folded(...args: string[]) {
  const { code, stdout, stderr } = await thresher([...args, "--json"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { protocol, folds } = JSON.parse(stdout);
  return { folds: protocol?.folds ?? folds, stderr };
}

const tooFew = (few: string, wanted: number, used: string) =>
  `thresher: ${few} are too few for ${wanted} folds: using ${used}\n`;

describe("a corpus of few documents", () => {
  const corpus = folderWith(twoClasses(3));

  it("is evaluated in as many folds as there can be, which is said", async () => {
    const { folds, stderr } = await folded("evaluate", corpus, "--folds", "10");
    expect(folds).toBe(6);
    expect(stderr).toContain(tooFew("6 documents", 10, "6 folds"));
    const six = await thresher(["evaluate", corpus, "--folds", "6"]);
    const ten = await thresher(["evaluate", corpus, "--folds", "10"]);
    expect(ten.stdout).toBe(six.stdout);
    expect(six.stderr).not.toContain("too few");
  });

  it("is looked through for doubts by its ten folds as far as they go", async () => {
    const { folds, stderr } = await folded("doubts", corpus);
    expect(folds).toBe(6);
    expect(stderr).toContain(tooFew("6 documents", 10, "6 folds"));
  });

  it("is tuned in as many folds as possible, and the printed commands say so", async () => {
    const four = folderWith(twoClasses(2));
    const { stdout, stderr, code } = await thresher(["tune", four, "--alphas", "1,0.1"]);
    expect(code).toBe(0);
    expect(stderr).toContain(tooFew("4 documents", 5, "4 folds"));
    expect(stdout).toMatch(/^ {2}thresher evaluate .* --folds 4 /m);
  });

  it("is split by groups and by date as far as they go", async () => {
    const message = (i: number, from: string) =>
      `From: ${from}@example.org\nDate: Mon, ${i + 10} Jan 2024 10:00:00 +0000\nSubject: s${i}\n\nletter ${i}\n`;
    const documents = (shift: number) =>
      Object.fromEntries([0, 1, 2].map((i) => [`${i}`, message(2 * i + shift, `sender${i}`)]));
    const mail = folderWith({ ham: documents(0), spam: documents(1) });
    const grouped = await folded("evaluate", mail, "--folds", "10", "--group-by", "from");
    expect(grouped.folds).toBe(3);
    expect(grouped.stderr).toContain(tooFew("3 groups", 10, "3 folds"));
    const dated = await folded("evaluate", mail, "--folds", "10", "--by-date");
    expect(dated.folds).toBe(5);
    expect(dated.stderr).toContain(tooFew("6 different times of documents", 10, "5 folds"));
  });

  it("is a table's rows too", async () => {
    const folder = folderWith({ "t.csv": "a,play\nx,yes\ny,no\nx,yes\ny,no\n" });
    const { stdout, stderr, code } = await thresher(["table", `${folder}/t.csv`, "--target", "play", "--folds", "10"]);
    expect(code).toBe(0);
    expect(stderr).toContain(tooFew("4 rows", 10, "4 folds"));
    expect(stdout).toContain("4 folds");
  });

  it("is still refused where no two folds are possible or nothing could be found in them", async () => {
    const pair = folderWith({ ham: { a: "letter" }, spam: { b: "prize" } });
    expectFault(
      await thresher(["evaluate", pair, "--folds", "10", "--quiet"]),
      1,
      /no split has a class in both its training and its test part/,
    );
    expectFault(await thresher(["evaluate", corpus, "--folds", "1"]), 2, /--folds/);
  });
});
