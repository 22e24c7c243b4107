import { describe, expect, it } from "vitest";
import { optionName } from "../../../../src/base/checks.js";
import { CLASSIFIER_NAMES, methodOptions, methodTitle, methodWeighting } from "../../../../src/classifiers/table.js";
import { PRESETS } from "../../../../src/model/presets.js";
import { each, thresher } from "../../../helpers/command.js";

describe.concurrent("thresher methods", () => {
  it("lists each method and each preset with its options", async () => {
    const { code, stdout, stderr } = await thresher(["methods"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [methods, presets] = stdout.split("\nPresets, ");
    for (const name of CLASSIFIER_NAMES) expect(methods).toContain(`\n  ${name.padEnd(22)}  ${methodTitle(name)}`);
    expect(methods).toMatch(
      /\n {2}complement +complement naive Bayes\n +--alpha 1 --set normalize=false --prior none\n/,
    );
    expect(methods).toMatch(/\n {2}logistic-regression .*\n +--cost 1 --set intercept=true --set tolerance=0\.01\n/);
    expect(methods).toMatch(/\n {2}combined +a combination of multinomial, multinomial\n/);
    for (const name of Object.keys(PRESETS)) expect(presets).toContain(`\n  ${name.padEnd(22)}  --classifier `);
    expect(presets).toMatch(/\n {2}fast +--classifier chosen-bayes of complement, multinomial\n/);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("is JSON with --json: every option, null where it has no default", async () => {
    const { methods, presets } = JSON.parse((await thresher(["methods", "--json"])).stdout);
    expect(presets).toEqual(PRESETS);
    expect(methods.map(({ name }: { name: string }) => name)).toEqual(CLASSIFIER_NAMES);
    for (const { name, options, weighting } of methods) {
      expect(Object.keys(options)).toEqual(methodOptions(name));
      expect(weighting).toEqual(methodWeighting(name));
    }
    const absent = ["mEstimate", "mPrior", "dirichlet", "emphasis", "temper", "sourceWeights"];
    expect(methods[0].options).toEqual({
      alpha: 1,
      prior: "fit",
      ...Object.fromEntries(absent.map((option) => [option, null])),
    });
  });
});

describe.concurrent("the help of a command that makes models", () => {
  const COMMANDS = ["train", "evaluate", "curve", "doubts"];

  it("has every option of every method, and begins with what most people need", async () => {
    const options = new Set(CLASSIFIER_NAMES.flatMap(methodOptions));
    for (const option of ["members", "candidates", "variants"] as const) options.delete(option);
    const helps = await each(COMMANDS, (command) => thresher([command, "--help-all"]));
    for (const { stdout } of helps) {
      const [, settable = ""] = /--set <name=value>([\s\S]*?)thresher methods/.exec(stdout) ?? [];
      for (const option of options) expect(settable + stdout.match(/^ {2}--[\w-]+/gm)).toContain(optionName(option));
      const groups: string[] = stdout.match(/^[A-Z][^\n]*:$/gm) ?? [];
      expect(groups.slice(groups.indexOf("Running:") + 1, groups.indexOf("Output:"))).toEqual([
        "Naive Bayes (multinomial, bernoulli, categorical, gaussian, complement):",
        "Linear methods (logistic-regression, linear-svm, nb-svm):",
        "Neighbours (nearest-neighbours, locally-weighted):",
        "Other settings:",
        "Weighting of terms:",
        "Text:",
        "Terms, chosen on the training documents:",
      ]);
    }
  });
});
