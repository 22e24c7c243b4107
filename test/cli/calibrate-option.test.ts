import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classify } from "../../src/model/classify.js";
import { load } from "../../src/model/file/model-file.js";
import { each, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

describe.concurrent("--calibrate", () => {
  it("is kept by the model, and changes the probabilities of classify but not the classes", async () => {
    const corpus = folderWith(twoClasses(12));
    const folder = temporaryFolder();
    const text = "letter prize home";
    const letter = join(folderWith({ letter: text }), "letter");
    const said = await each([[], ["--calibrate"], ["--calibrate", "temperature"]], async (calibrate) => {
      const model = join(folder, `model${calibrate.join("")}`);
      expect((await thresher(["train", corpus, "-m", model, ...calibrate, "--quiet"])).code).toBe(0);
      const { stdout } = await thresher(["classify", "-m", model, "--json", letter]);
      const [{ label, probability }] = JSON.parse(stdout);
      expect(classify(load(model), text)).toMatchObject({ label, probability });
      return { label, probability, settings: load(model).settings.calibrate };
    });
    expect(said.map(({ settings }) => settings)).toEqual([null, "isotonic", "temperature"]);
    expect(new Set(said.map(({ label }) => label)).size).toBe(1);
    expect(new Set(said.map(({ probability }) => probability)).size).toBe(3);
  });

  it("is shown by inspect, which says what auto has chosen", async () => {
    const corpus = folderWith(twoClasses(12));
    for (const [method, shown, facts] of [
      ["isotonic", "isotonic", ["offset", "slope"]],
      ["auto", "auto, chose (?:temperature|beta|isotonic)", expect.arrayContaining(["chosen"])],
    ] as const) {
      const model = join(temporaryFolder(), "model");
      await thresher(["train", corpus, "-m", model, "--calibrate", method, "--quiet"]);
      expect((await thresher(["inspect", "-m", model])).stdout).toMatch(
        new RegExp(
          `^calibrate +${shown}, scores divided by exp\\(-?\\d+\\.\\d\\d [-+] \\d+\\.\\d\\d ln \\(1 \\+ tokens\\)\\)$`,
          "m",
        ),
      );
      const { calibration, classifier } = JSON.parse((await thresher(["inspect", "-m", model, "--json"])).stdout);
      expect([classifier.calibrate, Object.keys(calibration)]).toEqual([method, facts]);
    }
  });

  it("and --leave-one-out are refused where they are not possible, with what to do", async () => {
    const corpus = folderWith(twoClasses(1));
    const train = ["train", corpus, "-m", join(temporaryFolder(), "model"), "--calibrate"];
    const out = ["evaluate", corpus, "--leave-one-out"];
    const refused: [string[], 1 | 2, string][] = [
      [
        train,
        1,
        "calibrate: too few documents: calibration needs two whose class has a probability above 0 in a model that has not seen them, and there are 0: add documents, take an alpha above 0, or do not calibrate",
      ],
      [[...train, "platt"], 2, "is not a choice; choose temperature, beta, isotonic, auto or none"],
      [
        [...out, "--calibrate"],
        2,
        "--calibrate and --leave-one-out cannot be combined: calibration would be fitted once for each document; use --folds",
      ],
      [
        [...out, "--preset", "best"],
        2,
        "--preset best, which calibrates, and --leave-one-out cannot be combined: calibration would be fitted once",
      ],
      [[...out, "--repeats", "2"], 2, "--leave-one-out and --repeats cannot be combined: choose one"],
      [[...out, "--folds", "2"], 2, "--folds and --leave-one-out cannot be combined"],
    ];
    for (const [args, code, message] of refused) expectFault(await thresher(args), code, message);
  });
});
