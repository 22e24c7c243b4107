import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { labelledFiles, labelledTexts, labelTable } from "../../../helpers/labelled-texts.js";

const DOCUMENTS = labelledTexts(90);
const { table, lines } = labelledFiles(DOCUMENTS);

describe("tune --multi-label", () => {
  it("compares by the measure of several labels", async () => {
    const choices = "--folds 3 --try classifier=bernoulli --try alpha=1 --try max-terms=all".split(" ");
    const { code, stdout, stderr } = await thresher(["tune", table, "--multi-label", "--json", "--quiet", ...choices]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { by, candidates } = JSON.parse(stdout);
    expect(by).toBe("micro-f1");
    expect(candidates[0].mean).toBeGreaterThan(0.5);
    expect(candidates[0].scores).toHaveLength(3);
  });

  it("searches, and prints commands that learn each label by itself", async () => {
    const args = ["tune", table, "--multi-label", "--minutes", "0.03", "--by", "macro-f1", "--quiet", "--jobs", "1"];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}thresher train .* --multi-label\n/);
    expect(stdout).toMatch(/ candidates? by macro-f1 over 5 folds/);
  });

  it("refuses measures of one class", async () => {
    const cases: Refused[] = [
      ["--by log-loss", "log-loss is for one class; with several labels, compare by micro-f1, macro-f1 or accuracy"],
      ["--by log-loss --try alpha=1", "log-loss is for one class"],
    ];
    await expectRefused(cases, ["tune", table, "--multi-label", "--quiet"]);
  });
});

describe("evaluate --multi-label", () => {
  it("prints F1, subset accuracy and Hamming loss, and a line a label, by every protocol", async () => {
    for (const protocol of ["--folds 3", "--holdout 1/3", `--test ${lines}`]) {
      const args = ["evaluate", table, "--multi-label", "--quiet", ...protocol.split(" ")];
      const { code, stdout } = await thresher(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /\nmicro F1 +\d\.\d{3} .*\nmacro F1 +\d\.\d{3} .*\nsubset accuracy +\d+\.\d %.*\nHamming loss +0\.\d{4}/,
      );
      expect(stdout).toMatch(/\nlabel +precision +recall +f1 +tested +threshold\nmoney +\d\.\d{3} /);
    }
  });

  it("has the same figures as JSON, and each prediction in a file", async () => {
    const file = join(temporaryFolder(), "predictions.tsv");
    const options = "--multi-label --folds 3 --json --quiet --probabilities".split(" ");
    const args = ["evaluate", table, ...options, "--predictions", file];
    const [once, again] = [await thresher(args), await thresher([...args, "--jobs", "2"])];
    expect(again.stdout).toBe(once.stdout);
    const { documents, micro, macro, labels, predictions, classifier } = JSON.parse(once.stdout);
    expect({ documents, multiLabel: classifier.multiLabel }).toEqual({ documents: 90, multiLabel: true });
    expect(micro.f1).toBeGreaterThan(0.9);
    expect(macro.f1).toBeGreaterThan(0.9);
    expect(labels[0]).toMatchObject({ label: "money", threshold: expect.any(Number), support: expect.any(Number) });
    expect(predictions).toHaveLength(90);
    expect(Object.keys(predictions[0])).toEqual(["id", "run", "actual", "predicted", "probabilities"]);
  });

  it("writes a report in every form but pictures", async () => {
    const folder = temporaryFolder();
    const files = ["a.html", "a.md", "a.csv", "a.json"].map((name) => join(folder, name));
    const wrong = labelTable([...DOCUMENTS, { labels: ["music"], text: "match goal team" }]);
    const path = join(folderWith({ "wrong.csv": wrong }), "wrong.csv");
    const args = ["evaluate", path, "--multi-label", "--folds", "3", ...files.flatMap((file) => ["--report", file])];
    const { stdout } = await thresher([...args, "--json"]);
    const [page, markdown, rows, json] = files.map((file) => readFileSync(file, "utf8"));
    expect(JSON.parse(json)).toEqual(JSON.parse(stdout));
    expect(page).toContain("micro F1</td>");
    expect(markdown).toMatch(/\n\| micro F1 \| \d\.\d{3} \|/);
    expect(rows).toMatch(/^label,tested,predicted,precision,recall,f1,threshold\nmoney,\d+,\d+,/);
    await expectRefused([["--report a.svg", "must end in .html, .csv, .json or .md"]], args.slice(0, 5));
  });

  it("refuses options that need one class", async () => {
    const options = ["--leave-one-out", "--audit", "--positive sport"];
    const message = "and --multi-label cannot be combined: leave out one of the two\n";
    const cases = options.map((words): Refused => [words, `thresher: ${words.split(" ")[0]} ${message}`]);
    await expectRefused(cases, ["evaluate", table, "--multi-label"]);
  });
});
