import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { apartFromFigures, expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

/** Two classes that share words, so that some documents are taken for the other class. */
function confusing() {
  const words = ["cash", "prize", "letter", "meeting", "home", "offer", "lunch", "report"];
  const documents = (shift: number) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `${i}.txt`,
        [1, 5, 7].map((step) => words[(i * step + shift * (i % 3)) % words.length]).join(" "),
      ]),
    );
  return folderWith({ ham: documents(0), spam: documents(3) });
}

/** The rows below a line of names, by name. */
function rowsOf(text: string, separator: string): Record<string, string>[] {
  const [head, ...lines] = text.trimEnd().split("\n");
  const names = head.split(separator);
  return lines.map((line) => Object.fromEntries(line.split(separator).map((cell, i) => [names[i], cell])));
}

/** Area under the ROC curve: how often a document of spam ranks above one of ham, ties being half. */
function rocAuc(ranked: readonly { readonly isSpam: boolean; readonly score: number }[]): number {
  const pairs = ranked
    .filter(({ isSpam }) => isSpam)
    .flatMap(({ score }) => ranked.filter(({ isSpam }) => !isSpam).map((ham) => Math.sign(score - ham.score)));
  return pairs.reduce((sum, sign) => sum + (sign + 1) / 2, 0) / pairs.length;
}

describe("the probability of every class", () => {
  it("stands in the predictions, in JSON and in a report on request, and gives the area under the ROC curve that is printed", async () => {
    const corpus = confusing();
    const [file, report] = ["predictions.tsv", "report.json"].map((name) => join(temporaryFolder(), name));
    const command = ["evaluate", corpus, "--folds", "5", "--probabilities", "--predictions", file, "--json"];
    const { code, stdout, stderr } = await thresher([...command, "--report", report]);
    expect(readFileSync(report, "utf8")).toBe(stdout);
    expect({ code, stderr: apartFromFigures(stderr) }).toEqual({ code: 0, stderr: "" });
    const { predictions, binary } = JSON.parse(stdout);
    const rows = rowsOf(readFileSync(file, "utf8"), "\t");
    expect(Object.keys(rows[0])).toEqual(["id", "actual", "predicted", "probability", "P(ham)", "P(spam)"]);
    expect(predictions.map(({ probabilities }: { probabilities: object }) => probabilities)).toEqual(
      rows.map((row) => ({ ham: Number(row["P(ham)"]), spam: Number(row["P(spam)"]) })),
    );
    for (const row of rows) {
      expect(Number(row["P(ham)"]) + Number(row["P(spam)"])).toBeCloseTo(1, 12);
      expect(row[`P(${row.predicted})`]).toBe(row.probability);
    }
    const ranked = rows.map((row) => ({ isSpam: row.actual === "spam", score: Number(row["P(spam)"]) }));
    expect(binary.rocAuc).toBeGreaterThan(0);
    expect(binary.rocAuc).toBeLessThan(1);
    expect(rocAuc(ranked)).toBeCloseTo(binary.rocAuc, 12);
  });

  it("needs a place to stand", async () => {
    const outcome = await thresher(["evaluate", "anywhere", "--probabilities", "--report", "page.html"]);
    expectFault(outcome, 2, "--probabilities has nowhere to go: add --predictions FILE or --json");
  });
});
