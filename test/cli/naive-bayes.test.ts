import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** C. D. Manning, P. Raghavan and H. Schütze, Introduction to Information Retrieval, 2008, examples 13.1 and 13.2. */
const CHINA = {
  china: { "1": "Chinese Beijing Chinese", "2": "Chinese Chinese Shanghai", "3": "Chinese Macao" },
  other: { "4": "Tokyo Japan Chinese" },
};

/** Trains on a folder with these options, and classifies one document. */
async function classified(tree: Parameters<typeof folderWith>[0], document: string, ...options: string[]) {
  const model = join(temporaryFolder(), "model");
  const trained = await thresher(["train", folderWith(tree), "-m", model, ...options]);
  expect(trained).toMatchObject({ code: 0, stderr: "" });
  const letter = join(folderWith({ letter: document }), "letter");
  const { stdout } = await thresher(["classify", "-m", model, letter, "--json"]);
  const inspected = await thresher(["inspect", "-m", model, "--json"]);
  return { ...JSON.parse(stdout)[0], settings: JSON.parse(inspected.stdout).classifier };
}

describe.concurrent("naive Bayes by the command", () => {
  it("has the figures of the China example, multinomial and Bernoulli, and can be complement", async () => {
    const query = "Chinese Chinese Chinese Tokyo Japan";
    const multinomial = await classified(CHINA, query);
    expect(multinomial.label).toBe("china");
    expect(multinomial.probability).toBeCloseTo(0.6897586, 7);
    expect(multinomial.logOdds).toBeCloseTo(Math.log(0.00030121378 / 0.0001354807), 7);
    const normalized = await classified(CHINA, "Tokyo", "--classifier", "complement", "--set", "normalize=true");
    expect(normalized).toMatchObject({ label: "other", settings: { alpha: 1, normalize: true, prior: "none" } });
    const bernoulli = await classified(CHINA, query, "--classifier", "bernoulli");
    expect(bernoulli.label).toBe("other");
    expect(bernoulli.probability).toBeCloseTo(0.8089332, 7);
    expect(bernoulli.logOdds).toBeCloseTo(Math.log(0.02194787379972565 / 0.005184), 10);
  });

  it("refuses smoothings that contradict each other, and options of another method", async () => {
    const corpus = folderWith(twoClasses());
    const model = join(temporaryFolder(), "model");
    for (const [options, message] of [
      ["--alpha 1 --m-estimate 2", /multinomial: alpha and m-estimate cannot be combined: choose one way to smooth$/m],
      ["--set m-prior=frequency", /multinomial: m-prior says nothing without m-estimate: give both$/m],
      [
        "--set normalize=true",
        /multinomial has no option normalize: leave it out, or choose a method that has it \(complement\)$/m,
      ],
      ["--prior 0.5,0.4", /prior must be .* or 2 numbers of at least 0 with sum 1, not \[0\.5,0\.4\]$/m],
      ["--prior 0.5,", /give fit, map, uniform, none, or a number for each class/],
      ["--set m-prior=mean --m-estimate 1", /mPrior|m-prior/],
    ] as const) {
      expectFault(await thresher(["train", corpus, "-m", model, ...options.split(" ")]), 2, message, options);
    }
  });
});
