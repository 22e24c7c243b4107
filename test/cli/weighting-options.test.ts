import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder } from "../helpers/folder.js";

const WEIGHTING = ["--tf", "log", "--idf", "smooth", "--norm", "l2"];
const OPTIONS = [...WEIGHTING, "--alpha", "0.1"];
const TEXT = "multinomial naive Bayes, alpha 0.1, tf log, idf smooth, norm l2";

let corpus: string;
beforeAll(() => {
  const documents = (words: readonly string[]) =>
    Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`${i}`, `${words[i % 3]} ${words[(i + 1) % 3]} all all n${i % 4}`]),
    );
  corpus = folderWith({
    ham: { ...documents(["lunch", "report", "garden"]), stray: "prize cash prize all" },
    spam: documents(["prize", "cash", "winner"]),
  });
});

/** Runs a command that is to succeed without a word on standard error. */
async function said(...args: string[]): Promise<string> {
  const outcome = await thresher(args);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  return outcome.stdout;
}

describe.concurrent("weighted terms", () => {
  it("are learned, said of the model, and used to sort", async () => {
    const model = join(temporaryFolder(), "model");
    expect(await said("train", corpus, "-m", model, ...OPTIONS)).toContain(`, ${TEXT}.\n`);
    const inspected = await said("inspect", "-m", model);
    for (const row of [/^tf +log$/m, /^idf +smooth$/m, /^norm +l2$/m]) expect(inspected).toMatch(row);
    const { classifier } = JSON.parse(await said("inspect", "-m", model, "--json"));
    expect(classifier).toMatchObject({ tf: "log", idf: "smooth", norm: "l2" });
    const [{ label, knownTokens }] = JSON.parse(await said("classify", "-m", model, "--json", join(corpus, "spam/1")));
    expect([label, knownTokens]).toEqual(["spam", 5]);
    const again = join(temporaryFolder(), "again");
    await said("train", corpus, "-m", again, ...OPTIONS);
    expect(bytesOf(again).equals(bytesOf(model))).toBe(true);
  });

  it("are taken by every protocol, and leaving one out is as many folds as documents", async () => {
    const protocols = [
      ["--holdout", "1/3"],
      ["--folds", "3", "--calibrate", "temperature"],
      ["--test", corpus],
    ];
    await each(protocols, async (protocol) => {
      const { code, stdout } = await thresher(["evaluate", corpus, ...OPTIONS, ...protocol]);
      expect([code, stdout.split("\n")[0].replace(/, calibrated.*/, "")]).toEqual([0, TEXT]);
    });
    const [one, folds] = await each([["--leave-one-out"], ["--folds", "19"]], async (protocol) =>
      JSON.parse((await thresher(["evaluate", corpus, ...OPTIONS, ...protocol, "--json"])).stdout),
    );
    const predictions = (of: { predictions: { id: string; predicted: string; probability: number }[] }) =>
      of.predictions.map(({ id, predicted, probability }) => [id, predicted, probability]).sort();
    expect(predictions(one)).toEqual(predictions(folds));
    const { stdout } = await thresher(["evaluate", corpus, "--leave-one-out"]);
    expect(stdout).toContain("\nleave one out: each document tested by a model of all others\n");
  });

  it.each([
    [["--tf", "root"], /--tf.*"root" is not a choice/],
    [
      ["--set", "idf-power=2"],
      /^thresher: idf-power 2 has no effect without an inverse document frequency: choose idf/,
    ],
    [["--idf", "log", "--set", "idf-power=1000"], /^thresher: idf-power must be a number from 0 to 100, not 1000\n$/],
    [
      ["--classifier", "combined", "--norm", "l2"],
      /^thresher: combined works on counts: leave out tf, idf and norm; its members can have their own/,
    ],
    [["--classifier", "combined", "--alpha", "1"], /^thresher: combined has no option alpha: leave it out/],
  ])("are refused as %j before anything is read", async (options, message) => {
    const model = join(temporaryFolder(), "model");
    expectFault(await thresher(["train", join(corpus, "nowhere"), "-m", model, ...options]), 2, message);
  });
});
