import { Command } from "commander";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Method } from "../../src/classifiers/method.js";

/** A method with options of its own, in the file of another one, so that the table has a line for it. */
vi.resetModules();
vi.doMock("../../src/classifiers/bayes/gaussian.js", async (original) => {
  const { GAUSSIAN } = await original<typeof import("../../src/classifiers/bayes/gaussian.js")>();
  const METHOD: Method<{ readonly width?: number; readonly shape?: string }> = {
    ...GAUSSIAN,
    name: "kernel-density",
    title: "kernel density estimation",
    family: "Kernels",
    titleOptions: ["width"],
    options: {
      width: { does: "width of a kernel", takes: { above: 0, to: 10 }, usual: 2 },
      shape: { does: "shape of a kernel", takes: ["round", "square"], usual: "round" },
    },
    make: ({ width = 0 }) => ({ ...GAUSSIAN.make({ varSmoothing: width }), name: "kernel-density" }),
  };
  return { GAUSSIAN: METHOD, VARIANCES: ["unbiased"] };
});
const { CLASSIFIER_NAMES, makeClassifier } = await import("../../src/classifiers/table.js");
const { modelGroups } = await import("../../src/cli/options/model-options.js");
const { withOptions } = await import("../../src/cli/options/options.js");
const { settingsOf } = await import("../../src/jobs/settings.js");
const { deserialize } = await import("../../src/model/file/model-file.js");
const { serialize } = await import("../../src/model/file/save-model.js");
const { train } = await import("../../src/model/training.js");

afterAll(() => {
  vi.doUnmock("../../src/classifiers/bayes/gaussian.js");
  vi.resetModules();
});

function withModelOptions(command: Command): Command {
  for (const [heading, rows] of Object.entries(modelGroups())) withOptions(command, heading, rows);
  return command;
}

describe("a new method in one file, with one line in the table", () => {
  const optionsOf = (...args: string[]) => {
    const command = withModelOptions(new Command()).option("--classifier <name>").exitOverride();
    const { set = [], ...options } = command.parse(args, { from: "user" }).opts();
    return { ...options, ...Object.fromEntries(set) };
  };

  it("has its options in the help of the command", () => {
    expect(CLASSIFIER_NAMES).toContain("kernel-density");
    expect(withModelOptions(new Command()).helpInformation().replace(/\s+/g, " ")).toContain("width, shape");
  });

  it("gets its options from the command, keeps them in the model file, and refuses wrong ones", () => {
    const settings = settingsOf(optionsOf("--classifier", "kernel-density", "--set", "width=3"));
    expect(settings).toMatchObject({ classifier: "kernel-density", width: 3, shape: "round" });
    const documents = ["tea", "rain"].map((text) => ({ label: text, text }));
    const model = train(documents, { classifier: "kernel-density", width: 3 } as object);
    expect(deserialize(serialize(model)).settings).toEqual(model.settings);
    expect(() => settingsOf({ width: 3 } as object)).toThrow("multinomial has no option width");
    const wrong = optionsOf("--classifier", "kernel-density", "--set", "shape=oval");
    expect(() => makeClassifier(settingsOf(wrong))).toThrow();
  });
});
