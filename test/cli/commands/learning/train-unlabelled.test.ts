import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { topicFiles, topicFolders } from "../../../helpers/topics.js";

const model = () => join(temporaryFolder(), "model");

describe.concurrent("thresher train --unlabelled", () => {
  it("learns from a folder of documents without labels, and says how much they count", async () => {
    const [corpus, pile] = [folderWith(topicFolders(0, 5)), folderWith(topicFiles(3, 40))];
    const args = ["train", corpus, "--unlabelled", pile, "-m", model()];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Learned 2 classes from 10 documents \(money 5, sport 5\).*linear support vector machines/);
    expect(stdout).toMatch(/\n70 documents without a label, learned from as well: of 10 labelled documents hidden in/);
    const { unlabelled, classes } = JSON.parse((await thresher([...args, "--json"])).stdout);
    expect(classes.map(({ documents }: { documents: number }) => documents)).toEqual([5, 5]);
    expect(Object.keys(unlabelled)).toEqual(["documents", "choice"]);
    expect(unlabelled.documents).toBe(70);
    expect(Object.keys(unlabelled.choice)).toEqual(["isUsed", "judged", "accuracy", "opinions"]);
  });

  it.each(["linear-svm", "complement"])(
    "makes a %s whose documents inspect shows as whole numbers",
    async (classifier) => {
      const [corpus, pile, path] = [folderWith(topicFolders(0, 5)), folderWith(topicFiles(3, 40)), model()];
      await thresher(["train", corpus, "--unlabelled", pile, "-m", path, "--classifier", classifier]);
      const { stdout } = await thresher(["inspect", "-m", path]);
      const [, money, sport] = /\nmoney +(\d+) .*\nsport +(\d+) /.exec(stdout) ?? [];
      expect(stdout).toContain(`: 2 classes, ${Number(money) + Number(sport)} documents, `);
      expect(stdout).toContain("\n\nDocuments without a label count by how clear their class is.\n");
      const { documents, classes } = JSON.parse((await thresher(["inspect", "-m", path, "--json"])).stdout);
      expect([documents, classes[0].documents]).toEqual([Number(money) + Number(sport), Number(money)]);
      const { stdout: ofTerm } = await thresher(["inspect", "-m", path, "--term", "common1"]);
      expect(ofTerm).toMatch(/^common1: \d+ occurrences\n.*\n.* \d+ .*\n.* \d+ /);
    },
  );

  it("leaves out of the pile what cannot be read, says so, and ends well", async () => {
    const corpus = folderWith(topicFolders(0, 5));
    const damaged = { "damaged.gz": gzipSync("ball").subarray(0, 15), binary: Uint8Array.of(0, 1, 0) };
    const pile = folderWith({ ...topicFiles(3, 20), ...damaged });
    const args = ["train", corpus, "--unlabelled", pile, "-m", model()];
    const { code, stderr } = await thresher(args);
    expect(stderr).toContain("left out 1 file or folder that cannot be read");
    expect(stderr).toContain("left out 1 binary file");
    expect(code).toBe(0);
    expectFault(await thresher([...args, "--strict"]), 1, "--strict");
  });

  it("refuses in one line a pile that is empty, missing or binary, and options that cannot take one", async () => {
    const corpus = folderWith(topicFolders(0, 3));
    const none = "there is no document without a label that can be read";
    for (const pile of [temporaryFolder(), join(corpus, "nothing"), folderWith({ a: Uint8Array.of(0, 1, 0) })]) {
      const { code, stderr } = await thresher(["train", corpus, "--unlabelled", pile, "-m", model()]);
      expect(code).toBe(1);
      expect(stderr.trimEnd().split("\n").at(-1)).toContain(none);
    }
    const pile = folderWith(topicFiles(3, 9));
    for (const [option, words] of [
      ["--multi-label", "multi-label"],
      ["--remember", "remember"],
      ["--keep-documents", "keep-documents"],
      ["--workers redis://127.0.0.1 --parts parts", "workers"],
    ]) {
      const refused = await thresher(["train", corpus, "--unlabelled", pile, ...option.split(" "), "-m", model()]);
      expectFault(refused, 2, words);
    }
  });
});
