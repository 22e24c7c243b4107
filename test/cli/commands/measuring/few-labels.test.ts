import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { topicFiles, topicFolders } from "../../../helpers/topics.js";

describe.concurrent("--labels of thresher evaluate and curve", () => {
  it("has exactly the keys of its contract under --json, for any number of jobs", async () => {
    const corpus = folderWith(topicFolders(0, 30));
    const args = ["evaluate", corpus, "--labels", "2,4", "--draws", "2", "--json"];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(["protocol", "classifier", "documents", "points"]);
    expect(result.protocol).toEqual({ kind: "few labels", share: 0.3, inAll: false, draws: 2, seed: 1 });
    expect(Object.keys(result.points[0])).toEqual(["labels", "documents", "without", "with", "chosen"]);
    expect((await thresher([...args, "--jobs", "1"])).stdout).toBe(stdout);
  });

  it("prints a table, and writes a picture", async () => {
    const corpus = folderWith(topicFolders(0, 30));
    const picture = join(temporaryFolder(), "few.svg");
    const args = ["curve", corpus, "--labels", "3,6", "--in-all", "--draws", "2", "--report", picture];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/labelled documents +alone +with the rest +gain +weighed most/);
    expect(existsSync(picture)).toBe(true);
  });

  it("adds a pile to each training set of evaluate --unlabelled", async () => {
    const [corpus, pile] = [folderWith(topicFolders(0, 6)), folderWith(topicFiles(50, 90))];
    const { code, stdout } = await thresher(["evaluate", corpus, "--folds", "3", "--unlabelled", pile, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).documents).toEqual({ train: 88, test: 4 });
    const refused = await thresher(["evaluate", corpus, "--unlabelled", pile, "--leave-one-out"]);
    expectFault(refused, 2, "--leave-one-out");
  });

  it("tests on another folder", async () => {
    const [corpus, test] = [folderWith(topicFolders(0, 20)), folderWith(topicFolders(50, 60))];
    const { stdout } = await thresher(["evaluate", corpus, "--test", test, "--labels", "3", "--draws", "1", "--json"]);
    expect(JSON.parse(stdout).documents).toEqual({ train: 40, test: 20 });
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
