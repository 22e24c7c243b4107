import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classify, load } from "../../src/index.js";
import { each, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

describe.concurrent("--calibrate", () => {
  it("is kept by the model, and changes what classify says of probabilities, not of classes", async () => {
    const corpus = folderWith(twoClasses(12));
    const folder = temporaryFolder();
    const text = "letter prize home";
    const said = await each([[], ["--calibrate"], ["--calibrate", "temperature"]], async (calibrate) => {
      const model = join(folder, `model${calibrate.join("")}`);
      expect((await thresher(["train", corpus, "-m", model, ...calibrate, "--quiet"])).code).toBe(0);
      const { stdout } = await thresher(["classify", "-m", model, "--json", "-"], { input: text });
      const [{ label, probability }] = JSON.parse(stdout);
      expect(classify(load(model), text)).toMatchObject({ label, probability });
      return { label, probability, settings: load(model).settings.calibrate };
    });
    expect(said.map(({ settings }) => settings)).toEqual([null, "isotonic", "temperature"]);
    expect(new Set(said.map(({ label }) => label)).size).toBe(1);
    expect(new Set(said.map(({ probability }) => probability)).size).toBe(3);
  });

  it("is told of by inspect", async () => {
    const model = join(temporaryFolder(), "model");
    await thresher(["train", folderWith(twoClasses(12)), "-m", model, "--calibrate", "--quiet"]);
    expect((await thresher(["inspect", "-m", model])).stdout).toMatch(
      /^calibrate +isotonic, scores divided by exp\(-?\d+\.\d\d [-+] \d+\.\d\d ln \(1 \+ tokens\)\)$/m,
    );
    const { calibration } = JSON.parse((await thresher(["inspect", "-m", model, "--json"])).stdout);
    expect(Object.keys(calibration)).toEqual(["offset", "slope"]);
  });

  it("leaves every prediction of evaluate as it is", async () => {
    const corpus = folderWith(twoClasses(12));
    const [raw, calibrated] = await each([[], ["--calibrate"]], async (calibrate) => {
      const { stdout } = await thresher(["evaluate", corpus, "--folds", "4", "--json", ...calibrate]);
      return JSON.parse(stdout);
    });
    const labels = (result: { predictions: { predicted: string }[] }) => result.predictions.map((p) => p.predicted);
    expect(labels(calibrated)).toEqual(labels(raw));
    expect(calibrated.logLoss).not.toBe(raw.logLoss);
    expect(calibrated.uncalibrated.logLoss).toBe(raw.logLoss);
    const { stdout } = await thresher(["evaluate", corpus, "--folds", "4", "--calibrate"]);
    expect(stdout).toContain(`before calibration: log loss ${raw.logLoss.toFixed(3)}, `);
  });

  it("is refused where it cannot be fitted, in a line that says what to do", async () => {
    const corpus = folderWith(twoClasses(1));
    const model = join(temporaryFolder(), "model");
    expectFault(
      await thresher(["train", corpus, "-m", model, "--calibrate"]),
      1,
      "calibrate: required at least two documents whose class is possible to a model that has not seen them, found 0: add documents, take an alpha above 0, or leave out --calibrate (--preset best has it)",
    );
    expectFault(
      await thresher(["evaluate", corpus, "--leave-one-out", "--calibrate"]),
      2,
      "evaluate: --calibrate would be fitted once for each document, got it with --leave-one-out: use --folds",
    );
    expectFault(
      await thresher(["evaluate", corpus, "--leave-one-out", "--preset", "best"]),
      2,
      "evaluate: the calibration of --preset best would be fitted once for each document, got it with --leave-one-out: use --folds",
    );
    expectFault(await thresher(["train", corpus, "-m", model, "--calibrate", "platt"]), 2, "Allowed choices are");
  });
});

describe.concurrent("thresher evaluate --leave-one-out", () => {
  it("tests every document once, as folds of one document do", async () => {
    const corpus = folderWith(twoClasses(6));
    const [one, folds] = await each([["--leave-one-out"], ["--folds", "12"]], async (protocol) =>
      JSON.parse((await thresher(["evaluate", corpus, "--json", ...protocol])).stdout),
    );
    const byId = (result: { predictions: { id: string; probability: number }[] }) =>
      new Map(result.predictions.map(({ id, probability }) => [id, probability.toFixed(12)]));
    expect(new Map([...byId(one)].sort())).toEqual(new Map([...byId(folds)].sort()));
    expect(one.protocol).toEqual({ kind: "leave-one-out" });
    expect(one.documents).toEqual({ train: 11, test: 12 });
    expect(one.runs).toHaveLength(1);
  });

  it("says so in its text, and takes no other protocol beside it", async () => {
    const corpus = folderWith(twoClasses(3));
    const { stdout } = await thresher(["evaluate", corpus, "--leave-one-out"]);
    expect(stdout).toMatch(/^each document tested on what was learned from all others$/m);
    expectFault(
      await thresher(["evaluate", corpus, "--leave-one-out", "--repeats", "2"]),
      2,
      "evaluate: --repeats goes with --holdout or --folds, got it with --leave-one-out",
    );
    expectFault(
      await thresher(["evaluate", corpus, "--leave-one-out", "--folds", "2"]),
      2,
      "got --folds and --leave-one-out",
    );
  });
});
