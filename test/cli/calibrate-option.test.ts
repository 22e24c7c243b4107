import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classify } from "../../src/model/classify.js";
import { load } from "../../src/model/file/model-file.js";
import { each } from "../helpers/command.js";
import { expectRefused, jsonOf, outputOf, type Refused } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

describe.concurrent("--calibrate", () => {
  const corpus = folderWith(twoClasses(12));
  /** A model with these options. */
  const trained = async (options: string) => {
    const model = join(temporaryFolder(), "model");
    await outputOf(`train ${corpus} -m ${model}${options} --quiet`);
    return model;
  };

  it("is kept by the model, and changes the probabilities of classify but not the classes", async () => {
    const text = "letter prize home";
    const letter = join(folderWith({ letter: text }), "letter");
    const said = await each(["", " --calibrate", " --calibrate temperature"], async (options) => {
      const model = await trained(options);
      const [{ label, probability }] = await jsonOf(["classify", "-m", model, letter]);
      expect(classify(load(model), text)).toMatchObject({ label, probability });
      return { label, probability, settings: load(model).settings.calibrate };
    });
    expect(said.map(({ settings }) => settings)).toEqual([null, "isotonic", "temperature"]);
    expect(new Set(said.map(({ label }) => label)).size).toBe(1);
    expect(new Set(said.map(({ probability }) => probability)).size).toBe(3);
  });

  it.each([
    ["isotonic", "isotonic", ["offset", "slope"]],
    ["auto", "auto, chose (?:temperature|beta|isotonic)", expect.arrayContaining(["chosen"])],
  ])("is shown by inspect, which says what auto has chosen: %s", async (method, shown, facts) => {
    const model = await trained(` --calibrate ${method}`);
    expect(await outputOf(["inspect", "-m", model])).toMatch(
      RegExp(
        `^calibrate +${shown}, scores divided by exp\\(-?\\d\\.\\d\\d [-+] \\d\\.\\d\\d ln \\(1 \\+ tokens\\)\\)$`,
        "m",
      ),
    );
    const { calibration, classifier } = await jsonOf(["inspect", "-m", model]);
    expect([classifier.calibrate, Object.keys(calibration)]).toEqual([method, facts]);
  });

  it("is refused where it is not possible, with what to do", async () => {
    const few = folderWith(twoClasses(1));
    const tooFew =
      "calibrate: too few documents: calibration needs two whose class has a probability above 0 in a model that has " +
      "not seen them, and there are 0: add documents, take an alpha above 0, or do not calibrate";
    const once =
      "and --leave-one-out cannot be combined: calibration would be fitted once for each document; use --folds";
    const cases: Refused[] = [
      [`train ${few} -m ${few}/model --calibrate`, tooFew, 1],
      [`train ${few} -m ${few}/model --calibrate platt`, "choose temperature, beta, isotonic, auto or none"],
      [`evaluate ${few} --leave-one-out --calibrate`, `--calibrate ${once}`],
      [`evaluate ${few} --leave-one-out --preset best`, `--preset best, which calibrates, ${once}`],
    ];
    await expectRefused(cases);
  });
});
