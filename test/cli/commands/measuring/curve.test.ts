import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectRefused, jsonOf, outputOf, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { topicFolders } from "../../../helpers/topics.js";

describe.concurrent("thresher curve", () => {
  const corpus = folderWith(twoClasses(12));

  it("has exactly the keys of its contract under --json", async () => {
    const args = `curve ${corpus} --classifier multinomial,bernoulli --sizes 2,4,1/2,all --repeats 3 --alpha 0.5`;
    const result = await jsonOf(args);
    expect(Object.keys(result)).toEqual(["protocol", "documents", "baselines", "curves"]);
    expect(result.protocol).toEqual({ kind: "curve", share: 1 / 3, repeats: 3, seed: 1 });
    expect(result.documents).toEqual({ train: 16, test: 8 });
    for (const [c, name] of ["multinomial", "bernoulli"].entries()) {
      const { classifier, points, law, forecast } = result.curves[c];
      expect(Object.keys(result.curves[c])).toEqual(["classifier", "points", "law", "forecast"]);
      expect(classifier).toMatchObject({ name, alpha: 0.5 });
      expect(points.map(({ documents }: { documents: number }) => documents)).toEqual([2, 4, 8, 16]);
      expect(points[0].accuracies).toHaveLength(3);
      expect(Object.keys(law)).toEqual(["asymptote", "scale", "exponent"]);
      expect(forecast.documents).toBe(32);
    }
    expect(await jsonOf(`${args} --jobs 1`)).toEqual(result);
  });

  it("tabulates and says what the next doubling should bring", async () => {
    const stdout = await outputOf(`curve ${corpus} --sizes 8,11,16 --repeats 2`);
    expect(stdout).toMatch(
      /^accuracy against training documents: multinomial, alpha 1\n.*2 repeats, seed 1; 8 documents tested\n/,
    );
    expect(stdout).toMatch(
      /\n +16 +20 +100\.0 % {2}67\.6 to 100\.0\n[\s\S]*\nmultinomial: twice the documents \(32\) should give 100\.0 %/,
    );
  });

  it("refuses what cannot be, each in a line that says what to do", async () => {
    const cases: Refused[] = [
      ["--sizes 100", "sizes: 100 is more than the 4 documents there are to learn from; write all", 1],
      ["--sizes 0", "size must be a whole number of at least 1, not 0"],
      ["--sizes 2,,3", "give numbers of documents, shares and all"],
      ["--holdout 1", "holdout must be a number above 0 and below 1, not 1"],
      ["--holdout 1/3 --test x", "--test and --holdout cannot be combined: choose one"],
      ["--classifier multinomial,svm", '"svm" is wrong: choose multinomial, bernoulli'],
      ["--calibrate", "curve has no option --calibrate"],
      ["--test /does/not/exist", "/does/not/exist: no such file or folder", 1],
    ];
    await expectRefused(cases, ["curve", folderWith(twoClasses(3))]);
  });
});

describe.concurrent("--labels of thresher evaluate and curve", () => {
  const corpus = folderWith(topicFolders(0, 30));

  it("has exactly the keys of its contract under --json, for any number of jobs", async () => {
    const args = `evaluate ${corpus} --labels 2,4 --repeats 2`;
    const result = await jsonOf(args);
    expect(Object.keys(result)).toEqual(["protocol", "documents", "baselines", "curves"]);
    const protocol = { kind: "few labels", labels: [2, 4], inAll: false, share: 0.3, repeats: 2, seed: 1 };
    expect(result.protocol).toEqual(protocol);
    const [alone, together] = result.curves;
    expect(Object.keys(alone)).toEqual(["classifier", "points", "law", "forecast"]);
    expect([alone.classifier.unlabelled, together.classifier.unlabelled]).toEqual([false, true]);
    expect(alone.points.map(({ documents }: { documents: number }) => documents)).toEqual([4, 8]);
    expect(await jsonOf(`${args} --jobs 1`)).toEqual(result);
  });

  it("prints learning curves, and draws them", async () => {
    const picture = join(temporaryFolder(), "few.svg");
    const stdout = await outputOf(`curve ${corpus} --labels in-all=3,6 --repeats 2 --report ${picture}`);
    expect(stdout).toMatch(/^accuracy against labelled documents: linear-svm alone, with the rest unlabelled, cost 1/);
    expect(stdout).toContain(
      "\n3, 6 labels in all, 30.0 % of each class withheld, 2 repeats, seed 1; 18 documents tested",
    );
    expect(readFileSync(picture, "utf8")).toContain("Labelled documents (logarithmic)");
  });

  it("refuses several methods, several labels a document, and a number that is none", async () => {
    const several = "--labels measures one method: name only one of multinomial, bernoulli";
    await expectRefused([
      [`curve ${corpus} --labels 2 --classifier multinomial,bernoulli`, several],
      [`evaluate ${corpus} --labels 2 --multi-label`, "multi-label"],
      [`evaluate ${corpus} --labels 0`, "--labels"],
      [`evaluate ${corpus} --labels 3 --in-all`, "no option --in-all any more: --labels in-all=NUMBERS"],
      [`evaluate ${corpus} --labels 2 --folds 3`, "--folds"],
    ]);
  });
});
