import { beforeAll, describe, expect, it } from "vitest";
import { optionName } from "../../../../src/base/checks.js";
import { CLASSIFIER_NAMES, methodOptions, methodTitle, methodWeighting } from "../../../../src/classifiers/table.js";
import { PRESETS } from "../../../../src/model/presets.js";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, jsonOf, outputOf, type Refused } from "../../../helpers/expectations.js";
import { folderWith } from "../../../helpers/folder.js";

describe.concurrent("thresher inspect", () => {
  const cwd = folderWith({ corpus: { ham: { a: "letter letter home", b: "home", c: "" }, spam: { d: "prize home" } } });
  const inspect = "inspect -m mail.model";
  beforeAll(async () => {
    await outputOf("train corpus -m mail.model --prior uniform", { cwd });
  });

  it("shows settings, classes and strongest terms", async () => {
    const stdout = await outputOf(inspect, { cwd });
    expect(stdout.replace(/^(model +)[0-9a-f]{8}$/m, "$1ID")).toBe(`\
multinomial naive Bayes: 2 classes, 4 documents, 3 terms

model               ID
classifier          multinomial
alpha               1
prior               uniform
tf                  count
as                  auto
encoding            auto
tokens              words
token-length        2-256
ngrams              1-1
min-count           1
min-documents       1
max-document-share  1
drop-top            0

class  documents  prior  strongest terms
ham            3  0.500  letter home
spam           1  0.500  prize
`);
  });

  it("has exactly the keys of its contract under --json", async () => {
    const result = await jsonOf(`${inspect} --terms 1`, { cwd });
    expect(Object.keys(result)).toEqual(["model", "classifier", "documents", "vocabulary", "strongestBy", "classes"]);
    expect(result.classifier).toMatchObject({ name: "multinomial", alpha: 1, prior: "uniform", maxTerms: null });
    expect(result).toMatchObject({ documents: 4, vocabulary: 3 });
    // Strengths by hand: ham has 2 letter, 2 home of 4 tokens, spam 1 prize, 1 home of 2, and there are 3 terms.
    const classOf = (
      label: string,
      documents: number,
      term: string,
      count: number,
      inside: number,
      outside: number,
    ) => {
      const strength = expect.closeTo(inside * Math.log(inside / outside), 12);
      return { label, documents, prior: expect.closeTo(0.5, 12), strongest: [{ term, count, strength }] };
    };
    const ham = classOf("ham", 3, "letter", 2, 3 / 7, 1 / 5);
    expect(result.classes).toEqual([ham, classOf("spam", 1, "prize", 1, 2 / 5, 1 / 7)]);
  });

  it("names the model as the header of a filtered message does", async () => {
    const filtered = await outputOf("filter -m mail.model", { cwd, input: "\nletter\n" });
    const id = /; model=([0-9a-f]{8})$/m.exec(filtered)?.[1];
    expect((await jsonOf(inspect, { cwd })).model).toBe(id);
    expect(await outputOf(inspect, { cwd })).toContain(`\nmodel               ${id}\n`);
  });

  it("goes by the weights of the model if asked to", async () => {
    const { strongestBy, classes } = await jsonOf(`${inspect} --by weight --terms 1`, { cwd });
    expect(strongestBy).toBe("weight");
    const strength = expect.closeTo(Math.log(2 / 5 / (1 / 7)), 12);
    expect(classes[1].strongest).toEqual([{ term: "prize", count: 1, strength }]);
    expect(await outputOf(`${inspect} --by weight`, { cwd })).toContain("strongest terms by weight\n");
    await outputOf("train corpus -m combined --classifier combined", { cwd });
    const message = "this model is not linear in the terms, so its terms have no weights: measure strength by";
    await expectRefused([["inspect -m combined --by weight", message]], [], { cwd });
    expect(await outputOf("inspect -m combined", { cwd })).toMatch(/^class +documents +strongest terms$/m);
  });

  it("shows chosen classes without the settings", async () => {
    expect(await outputOf(`${inspect} --class spam`, { cwd })).toBe(`\
multinomial naive Bayes: 2 classes, 4 documents, 3 terms

class  documents  prior  strongest terms
spam           1  0.500  prize
`);
  });

  it("refuses a class or a term that is not there, and a model without its option", async () => {
    const cases: Refused[] = [
      [`${inspect} --class junk`, '--class: this model has no class "junk"; it has "ham", "spam"'],
      [`${inspect} --term lett`, 'the model has no term "lett"; terms that contain it: letter', 1],
      ["inspect a.model", 'leave out "a.model", or name a model with -m a.model'],
    ];
    await expectRefused(cases, [], { cwd });
  });

  it("looks up terms in any case, with their share of each class", async () => {
    const stdout = await outputOf(`${inspect} --term Home --term letter`, { cwd });
    expect(stdout).toMatch(
      /^home: 3 occurrences\nclass +count +share +strength\nham +2 +50\.00 % +\S+\nspam +1 +50\.00 % +\S+\n\nletter: 2 occ/,
    );
    expect(stdout).toContain("\n\nshare: of all occurrences of terms in the class; strength: + speaks for the class");
    const strength = expect.closeTo((2 / 5) * Math.log(2.8), 12);
    const classes = [{ label: "spam", count: 1, share: 0.5, strength }];
    expect(await jsonOf(`${inspect} --term prize --class spam`, { cwd })).toMatchObject({
      strengthBy: "counts",
      terms: [{ term: "prize", classes }],
    });
  });
});

describe.concurrent("thresher methods", () => {
  it("lists each method and each preset with its options", async () => {
    const stdout = await outputOf("methods");
    const [methods, presets] = stdout.split("\nPresets, ");
    for (const name of CLASSIFIER_NAMES) expect(methods).toContain(`\n  ${name.padEnd(22)}  ${methodTitle(name)}`);
    expect(methods).toMatch(
      /\n {2}complement +complement naive Bayes\n +--alpha 1 --set normalize=false --prior none\n/,
    );
    expect(methods).toMatch(/\n {2}logistic-regression .*\n +--cost 1 --set intercept=true --set tolerance=0\.01\n/);
    expect(methods).toMatch(/\n {2}combined +a combination of multinomial, multinomial\n/);
    for (const name of Object.keys(PRESETS)) expect(presets).toContain(`\n  ${name.padEnd(22)}  --classifier `);
    expect(presets).toMatch(/\n {2}fast +--classifier chosen-bayes of complement, multinomial,\n +linear-svm\n/);
    expect(presets).toMatch(/ --segment$/m);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("is JSON with --json: every option, null where it has no default", async () => {
    const { methods, presets } = await jsonOf("methods");
    expect(presets).toEqual(PRESETS);
    expect(methods.map(({ name }: { name: string }) => name)).toEqual(CLASSIFIER_NAMES);
    for (const { name, options, weighting } of methods) {
      expect(Object.keys(options)).toEqual(methodOptions(name));
      expect(weighting).toEqual(methodWeighting(name));
    }
    const absent = {
      mEstimate: null,
      mPrior: null,
      dirichlet: null,
      emphasis: null,
      temper: null,
      sourceWeights: null,
    };
    expect(methods[0].options).toEqual({ alpha: 1, prior: "fit", ...absent });
  });
});

describe.concurrent("the help of a command that makes models", () => {
  it.each(["train", "evaluate", "curve", "doubts"])(
    "has every option of every method, and begins with what most people need: %s",
    async (command) => {
      const options = new Set(CLASSIFIER_NAMES.flatMap(methodOptions));
      for (const option of ["members", "candidates", "variants"] as const) options.delete(option);
      const { stdout } = await thresher([command, "--help-all"]);
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
    },
  );
});
