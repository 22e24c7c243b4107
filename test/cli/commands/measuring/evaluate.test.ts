import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import {
  apartFromFigures,
  expectFault,
  expectOneLine,
  expectRefused,
  type Refused,
} from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

async function evaluate(...args: string[]) {
  const { code, stdout, stderr } = await thresher(["evaluate", ...args, "--json"]);
  expect({ code, stderr: apartFromFigures(stderr) }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe.concurrent("thresher evaluate --json", () => {
  it("has the settings of a trained model, its protocol and its figures", async () => {
    const corpus = folderWith(twoClasses(6));
    const result = await evaluate(corpus);
    // The same settings as those of a model that is trained without options.
    const model = join(temporaryFolder(), "model");
    expect((await thresher(["train", corpus, "-m", model, "--quiet"])).code).toBe(0);
    const { stdout } = await thresher(["inspect", "-m", model, "--json"]);
    expect(result.classifier).toEqual(JSON.parse(stdout).classifier);
    expect(result.protocol).toEqual({ kind: "holdout", share: 1 / 3, repeats: 10, seed: 1 });
    expect(result.labels).toEqual(["ham", "spam"]);
    expect(result.documents).toEqual({ train: 8, test: 4 });
    expect(result.runs).toHaveLength(10);
    expect(result.confusion.flat().reduce((sum: number, n: number) => sum + n)).toBe(40);
  });

  it("holds every option that was given", async () => {
    const { classifier } = await evaluate(
      ...["--quiet", folderWith(twoClasses())],
      ..."--classifier bernoulli --alpha 0.5 --prior uniform --calibrate temperature --as news".split(" "),
      ..."--strip headers,quotes --encoding latin1 --set token-length=3-20 --tokens inner --char-ngrams 3-5".split(" "),
      ..."--take-half --ngrams 1-2 --stop-words en --stem porter --min-count 1.5 --set min-documents=2".split(" "),
      ..."--set max-document-share=0.9 --drop-top 1 --max-terms 50".split(" "),
    );
    expect(classifier).toEqual({
      ...{ name: "bernoulli", alpha: 0.5, prior: "uniform", tf: "count", idf: "none", idfPower: 1, norm: "none" },
      ...{ calibrate: "temperature", as: "news", strip: ["headers", "quotes"], encoding: "latin1", fields: [] },
      ...{ tokens: "inner", takeHalf: true, tokenLength: [3, 20], ngrams: [1, 2], stopWords: "en", stem: "porter" },
      ...{ charNgrams: [3, 5], sparseBigrams: null, minCount: 1.5, minDocuments: 2, maxDocumentShare: 0.9 },
      ...{ dropTop: 1, maxTerms: 50, selectBy: "count" },
    });
  });
});

describe.concurrent("thresher evaluate", () => {
  it("never writes predictions over a document", async () => {
    const corpus = folderWith(twoClasses());
    const outcome = await thresher(["evaluate", corpus, "--predictions", join(corpus, "ham/0000.txt")]);
    expectFault(outcome, 2, "this file is a document of the corpus");
    expect((await thresher(["evaluate", corpus, "--predictions", join(corpus, "predictions.tsv")])).code).toBe(0);
  });

  it("refuses a protocol that is not possible, with exit code 2", async () => {
    const cases: Refused[] = [
      ["--holdout 0", /holdout must be a number above 0 and below 1, not 0$/m],
      ["--holdout 1/0", /holdout must be .*, not Infinity$/m],
      ["--holdout -1/3", /give a share such as 1\/3, 0\.33 or 33%/],
      ["--folds 1", /"1": give a whole number of at least 2/],
      ["--folds 2 --repeats 0", /give a whole number of at least 1/],
      ["--folds 2 --holdout 1/3", /--holdout and --folds cannot be combined: choose one;/m],
      ["--test x --folds 2", /--test and --folds cannot be combined/],
      ["--test x --repeats 2", /--test and --repeats cannot be combined/m],
    ];
    await expectRefused(cases, ["evaluate", folderWith(twoClasses())]);
  });

  it("prints figures for people", async () => {
    const corpus = folderWith(twoClasses(4));
    const { code, stdout } = await thresher(["evaluate", corpus, "--test", corpus]);
    expect(code).toBe(0);
    expect(stdout.replaceAll(corpus, "CORPUS")).toMatch(
      /^multinomial naive Bayes, alpha 1\ntested on CORPUS\n8 training documents, 8 tested, 13 terms\n\naccuracy +100\.0 % /,
    );
    expect(stdout).toMatch(
      /\nspam against ham, from probability 0\.5\n[\s\S]*\ncost saved +100\.0 % {2}compared with no filter\n$/,
    );
  });
});

describe.concurrent("thresher evaluate --predictions", () => {
  it("to an impossible path is one line and exit code 1, and the figures are not lost", async () => {
    const corpus = folderWith(twoClasses(4));
    const folder = folderWith({ file: "text", folder: {} });
    const { stdout: figures } = await thresher(["evaluate", corpus]);
    const impossible = [
      ["missing/file", "no such file or folder"],
      ["folder", "it is a folder"],
    ];
    await each(impossible, async ([path, found]) => {
      const { code, stdout, stderr } = await thresher(["evaluate", corpus, "--predictions", join(folder, path)]);
      expect(code).toBe(1);
      expectOneLine(apartFromFigures(stderr), `${path} cannot be written to: ${found}\n`);
      expect(stdout).toBe(figures);
    });
    expect(namesIn(folder)).toEqual(["file", "folder/"]);
  });
});

describe("several methods", () => {
  const corpus = folderWith({
    ham: { a: "letter home", b: "home report", c: "lunch home letter" },
    spam: { d: "prize cash", e: "cash prize urgent", f: "prize prize home" },
  });
  const evaluate = (...options: string[]) => thresher(["evaluate", corpus, "--folds", "3", "--quiet", ...options]);

  describe("thresher evaluate --classifier a,b", () => {
    it("gives what each method alone gives, with options that only one of them has", async () => {
      const both = await evaluate("--classifier", "multinomial,logistic-regression", "--cost", "2", "--json");
      const first = await evaluate("--classifier", "multinomial", "--json");
      const second = await evaluate("--classifier", "logistic-regression", "--cost", "2", "--json");
      expect(JSON.parse(both.stdout)).toEqual([first, second].map(({ stdout }) => JSON.parse(stdout)));
    });

    it("prints one result after the other", async () => {
      const { stdout } = await evaluate("--classifier", "bernoulli,complement");
      expect(stdout).toMatch(/^Bernoulli naive Bayes[\s\S]*\ncomplement naive Bayes/);
    });

    it.each([["--report", "r.svg"], ["--predictions", "p.tsv"], ["--audit"], ["--multi-label"]])(
      "is refused with %s",
      async (...options) => {
        const message = `${options[0]} is for one method: name only one of bernoulli, complement`;
        expectFault(await evaluate("--classifier", "bernoulli,complement", ...options), 2, message);
      },
    );
  });
});

describe.concurrent("the options of two classes", () => {
  it("are refused with exit code 2 where they are not possible, before a document is read", async () => {
    const two = folderWith(twoClasses());
    // Each class has one document, so that after reading another message would come.
    const three = folderWith({ ham: { a: "letter" }, spam: { b: "prize" }, work: { c: "letter" } });
    const one = folderWith({ ham: { a: "letter" } });
    const notTwo = (classes: number) =>
      `positive class, threshold and cost of a false alarm need two classes; there are ${classes}`;
    const refused: [string[], string][] = [
      [[two, "--positive", "spma"], 'positive: there is no class "spma", only "ham" and "spam"'],
      [[two, "--threshold", "0"], "threshold must be a number above 0 and below 1, not 0"],
      [[two, "--threshold", "100%"], "threshold must be a number above 0 and below 1, not 1"],
      [[two, "--threshold", "high"], '"high": give a share such as'],
      [[two, "--false-alarm-cost", "0"], "falseAlarmCost must be a number above 0, not 0"],
      [[two, "--false-alarm-cost", "x"], '"x": give a number'],
      [[three, "--threshold", "0.9"], notTwo(3)],
      [[two, "--test", three, "--positive", "spam"], notTwo(3)],
      [[one, "--false-alarm-cost", "2"], notTwo(1)],
    ];
    await each(refused, async ([args, message]) => {
      expectFault(await thresher(["evaluate", ...args]), 2, message, args.slice(1).join(" "));
    });
  });
});
