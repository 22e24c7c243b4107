import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { topicFolders } from "../../../helpers/topics.js";

describe.concurrent("--labels of thresher evaluate and curve", () => {
  it("has exactly the keys of its contract under --json, for any number of jobs", async () => {
    const corpus = folderWith(topicFolders(0, 30));
    const args = ["evaluate", corpus, "--labels", "2,4", "--repeats", "2", "--json"];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(["protocol", "documents", "baselines", "curves"]);
    expect(result.protocol).toEqual({
      kind: "few labels",
      labels: [2, 4],
      inAll: false,
      share: 0.3,
      repeats: 2,
      seed: 1,
    });
    expect(Object.keys(result.curves[0])).toEqual(["classifier", "points", "law", "forecast"]);
    const [alone, together] = result.curves;
    expect([alone.classifier.unlabelled, together.classifier.unlabelled]).toEqual([false, true]);
    expect(alone.points.map(({ documents }: { documents: number }) => documents)).toEqual([4, 8]);
    expect((await thresher([...args, "--jobs", "1"])).stdout).toBe(stdout);
  });

  it("prints learning curves, and draws them", async () => {
    const corpus = folderWith(topicFolders(0, 30));
    const picture = join(temporaryFolder(), "few.svg");
    const args = ["curve", corpus, "--labels", "3,6", "--in-all", "--repeats", "2", "--report", picture];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^accuracy against labelled documents: linear-svm alone, with the rest unlabelled, cost 1/);
    expect(stdout).toContain(
      "\n3, 6 labels in all, 30.0 % of each class withheld, 2 repeats, seed 1; 18 documents tested",
    );
    expect(readFileSync(picture, "utf8")).toContain("Labelled documents (logarithmic)");
  });

  it("refuses several methods, several labels a document, and a number that is none", async () => {
    const corpus = folderWith(topicFolders(0, 5));
    const several = await thresher(["curve", corpus, "--labels", "2", "--classifier", "multinomial,bernoulli"]);
    expectFault(several, 2, "--labels measures one method: name only one of multinomial, bernoulli");
    expectFault(await thresher(["evaluate", corpus, "--labels", "2", "--multi-label"]), 2, "multi-label");
    expectFault(await thresher(["evaluate", corpus, "--labels", "0"]), 2, "--labels");
    expectFault(await thresher(["evaluate", corpus, "--labels", "2", "--folds", "3"]), 2, "--folds");
  });
});
