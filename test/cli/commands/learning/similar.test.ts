import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

describe("thresher similar", () => {
  const folder = temporaryFolder();
  const kept = join(folder, "kept.model");
  const neighbours = join(folder, "near.model");
  let corpus = "";

  beforeAll(async () => {
    corpus = folderWith(twoClasses());
    const train = (model: string, ...options: string[]) =>
      thresher(["train", corpus, "-m", model, "--quiet", ...options]);
    expect((await train(kept, "--keep-documents")).code).toBe(0);
    expect((await train(neighbours, "--classifier", "nearest-neighbours", "--k", "3")).code).toBe(0);
    expect((await train(join(folder, "plain.model"))).code).toBe(0);
  });

  it("prints the training documents most similar to each document", async () => {
    const known = join(corpus, "spam/0000.txt");
    const { stdout, stderr, code } = await thresher(["similar", "-m", kept, "--top", "2", known, "-"], {
      input: "lunch report",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(known, "PATH")).toMatch(
      /^PATH\n +similarity +class +document\n +1\.000 {2}copy {2}spam +spam\/0000\.txt\n[\s\S]*\n\n-\n.*\n +0\.787 +ham +ham\/0001\.txt\n +by lunch, report\n/,
    );
  });

  it("prints the same JSON from a model that keeps documents and from one of nearest neighbours", async () => {
    const args = ["similar", "--json", "--top", "1", "--terms", "2", "-"];
    const input = "winner cash cash";
    const outputs = await each([kept, neighbours], (model) => thresher([...args, "-m", model], { input }));
    expect(outputs[0]).toEqual(outputs[1]);
    const [{ path, similar }] = JSON.parse(outputs[0].stdout);
    expect(path).toBe("-");
    const [similarity, part] = [expect.any(Number), expect.any(Number)];
    const terms = ["cash", "winner"].map((term) => ({ term, part }));
    expect(similar).toEqual([{ id: "spam/0000.txt", label: "spam", similarity, copy: false, terms }]);
  });

  it("reports that no training document is similar to a document without a known term", async () => {
    const { stdout, code } = await thresher(["similar", "-m", neighbours, "-"], { input: "zzz" });
    expect({ stdout, code }).toEqual({ stdout: "-\n  no training document shares a term with it\n", code: 0 });
  });

  it("refuses a model without documents and says what to do", async () => {
    const plain = join(folder, "plain.model");
    const message = `${plain}: similar: this model does not keep its documents: train it with --keep-documents\n`;
    expectFault(await thresher(["similar", "-m", plain, corpus]), 1, message);
  });

  it("refuses numbers that are too small", async () => {
    const cases: Refused[] = [
      ["--top 0", "give a whole number of at least 1"],
      ["--terms few", "give a whole number of at least 0"],
    ];
    await expectRefused(cases, ["similar", "-m", kept, corpus]);
  });
});
