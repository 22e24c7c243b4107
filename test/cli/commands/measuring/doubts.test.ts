import { describe, expect, it } from "vitest";
import { each } from "../../../helpers/command.js";
import { expectRefused, jsonOf, outputOf, type Refused } from "../../../helpers/expectations.js";
import { folderWith, type Tree } from "../../../helpers/folder.js";

/** A corpus of two classes of `n` clear messages each, and more. */
function corpus(more: { ham?: Tree; spam?: Tree } = {}, n = 6): string {
  const messages = (words: string) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, `${words} number${i}\n`]));
  return folderWith({
    ham: { ...messages("letter home lunch meeting"), ...more.ham },
    spam: { ...messages("prize cash winner urgent"), ...more.spam },
  });
}

const misfiled = corpus({
  ham: { "1.txt": "Subject: You\n =?utf-8?Q?w=C3=B6n?=\nFrom: x\n\nprize cash winner" },
  spam: { "2.txt": "lunch at home" },
});

describe.concurrent("thresher doubts", () => {
  it("shows documents that another class claims, and why", async () => {
    const stdout = await outputOf(`doubts ${misfiled} --folds 7`);
    expect(stdout).toMatch(/\n7 folds, seed 1\n\nlikely label errors: 2 of 14 documents look misfiled\n/);
    expect(stdout).toMatch(
      /\n2 +1\.30 {2}ham +spam +ham\/1\.txt\n +subject {2}You wön\n +because {2}cash, prize, winner\n/,
    );
  });

  it("says so where no document is claimed by another class", async () => {
    expect(await outputOf(`doubts ${corpus()} --folds 6`)).toMatch(/^none of 12 documents looks misfiled$/m);
  });

  it("prints the same as JSON, with everything that was chosen", async () => {
    const result = await jsonOf(`doubts ${misfiled} --folds 7 --seed 3`);
    expect(Object.keys(result)).toEqual("classifier protocol ranking documents claimed doubts alone".split(" "));
    expect(result).toMatchObject({
      classifier: { name: "multinomial", alpha: 1 },
      protocol: { kind: "folds", folds: 7, repeats: 1, seed: 3 },
      ...{ ranking: "log odds per token", documents: 14, claimed: 2 },
    });
    const [first, second] = [...result.doubts].sort((a, b) => (a.id < b.id ? -1 : 1));
    const members = "rank id subject label looksLike score logOdds probability evidence";
    expect(Object.keys(first)).toEqual(members.split(" "));
    expect(first).toMatchObject({ id: "ham/1.txt", subject: "You wön", label: "ham", looksLike: "spam" });
    expect(second).toMatchObject({ id: "spam/2.txt", label: "spam", looksLike: "ham" });
    expect(second).not.toHaveProperty("subject");
    expect(await jsonOf(`doubts ${misfiled} --folds 7 --seed 3`)).toEqual(result);
  });

  it("shows the surest up to the given number, and all for 0", async () => {
    const many = Object.fromEntries(Array.from({ length: 22 }, (_, i) => [`m${i}`, `prize cash winner w${i}`]));
    const root = corpus({ ham: many }, 60);
    const [all, one, usual] = await each([" --top 0", " --top 1", ""], (top) => jsonOf(`doubts ${root}${top}`));
    expect([all, one, usual].map(({ claimed }) => claimed)).toEqual([22, 22, 22]);
    expect([all, one, usual].map(({ doubts }) => doubts.length)).toEqual([22, 1, 20]);
    expect(one.doubts).toEqual(all.doubts.slice(0, 1));
  });

  it("tells in one line what it cannot work with", async () => {
    const same = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}`, "same words"]));
    const one = "doubts: every class has only one document; add documents to at least one class\n";
    const noTerms = "doubts: no terms are left to tell documents apart; loosen the options";
    const cases: Refused[] = [
      [folderWith({ ham: { a: "x", b: "y" } }), /there is only one class to learn, "ham"/, 1],
      [folderWith({ ham: { a: "letter" }, spam: { b: "prize" } }), one, 1],
      [folderWith({ ham: same, spam: same }), "doubts: all documents have the same terms, so nothing tells them", 1],
      [`${misfiled} --set max-document-share=0.01`, noTerms, 1],
      [`${misfiled} --folds 1`, /--folds ".*": give a whole number/],
      [`${misfiled} --top -1`, /--top ".*": give a whole number/],
      [`${misfiled} --moves list`, "doubts has no option --moves any more: look at the documents shown, and move them"],
    ];
    await expectRefused(cases, ["doubts", "--quiet"]);
  });
});
