import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import {
  apartFromFigures,
  expectFault,
  expectOneLine,
  expectRefused,
  jsonOf,
  outputOf,
  type Refused,
} from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, type Tree, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { topicFolders } from "../../../helpers/topics.js";
import { mixed } from "../../../helpers/tuned.js";

describe.concurrent("thresher evaluate --json", () => {
  it("has the settings of a trained model, its protocol and its figures", async () => {
    const corpus = folderWith(twoClasses(6));
    const result = await jsonOf(["evaluate", corpus]);
    // The same settings as those of a model that is trained without options.
    const model = join(temporaryFolder(), "model");
    await outputOf(["train", corpus, "-m", model]);
    expect(result.classifier).toEqual((await jsonOf(["inspect", "-m", model])).classifier);
    expect(result.protocol).toEqual({ kind: "holdout", share: 1 / 3, repeats: 10, seed: 1 });
    expect(result.labels).toEqual(["ham", "spam"]);
    expect(result.documents).toEqual({ train: 8, test: 4 });
    expect(result.runs).toHaveLength(10);
    expect(result.confusion.flat().reduce((sum: number, n: number) => sum + n)).toBe(40);
  });

  it("holds every option that was given", async () => {
    const options =
      "--classifier bernoulli --alpha 0.5 --prior uniform --calibrate temperature --as news --strip headers,quotes " +
      "--encoding latin1 --set token-length=3-20 --tokens inner --char-ngrams 3-5 --set take-half=true --ngrams 1-2 --stop-words en " +
      "--stem porter --min-count 1.5 --set min-documents=2 --set max-document-share=0.9 --drop-top 1 --max-terms 50";
    const { classifier } = await jsonOf(`evaluate --quiet ${folderWith(twoClasses())} ${options}`);
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

  it("shows what limits of errors file, and which documents belong to no class", async () => {
    const corpus = folderWith(topicFolders(0, 150));
    const strangers = { other: { a: "entirely unheard of", b: "nothing known" }, ...topicFolders(150, 200) };
    const test = ["--test", folderWith(strangers), "--preset", "best", "--none-below", "5%"];
    const { stdout: text } = await thresher(["evaluate", corpus, ...test]);
    expect(text).toMatch(
      /\nwith --errors-at-most\nlimit +filed +of these wrong +held\n +1 % +[\d.]+ % +[\d.]+ % +(yes|no)\n/,
    );
    expect(text).toMatch(/\nnone of these\nfound +100.0 % {2}of 2 documents of other classes\nright class +9\d\.\d % /);
    const { none, limits } = JSON.parse((await thresher(["evaluate", corpus, ...test, "--json"])).stdout);
    expect(none).toMatchObject({ outside: 2, recall: 1 });
    expect(limits.map(({ limit }: { limit: number }) => limit)).toEqual([0.01, 0.02, 0.05]);
    const refused: Refused[] = [
      [
        `${corpus} --holdout 1/3 --none-below 5% --classifier linear-svm`,
        /--none-below: this method .*: add --calibrate auto\n$/,
        1,
      ],
      [`${corpus} --leave-one-out --none-below 5%`, /--none-below and --leave-one-out cannot be combined/],
      [`${corpus} --none-below 0`, /give a share above 0 and below 1/],
    ];
    await expectRefused(refused, ["evaluate"]);
  });

  it("refuses protocols and options of two classes that are not possible, before a document is read", async () => {
    const two = folderWith(twoClasses());
    // Each class has one document, so that after reading another message would come.
    const three = folderWith({ ham: { a: "letter" }, spam: { b: "prize" }, work: { c: "letter" } });
    const one = folderWith({ ham: { a: "letter" } });
    const notTwo = (classes: number) =>
      `positive class, threshold and cost of a false alarm need two classes; there are ${classes}`;
    const together = (a: string, b: string, words = `${a} 2 ${b} 2`): Refused => [
      `${two} ${words}`,
      `--${a.slice(2)} and ${b} cannot be combined`,
    ];
    const cases: Refused[] = [
      [`${two} --holdout 0`, /holdout must be a number above 0 and below 1, not 0$/m],
      [`${two} --holdout 1/0`, /holdout must be .*, not Infinity$/m],
      [`${two} --holdout -1/3`, /give a share such as 1\/3, 0\.33 or 33%/],
      [`${two} --group-by from --holdout 1`, /holdout must be .*, not 1$/m],
      [`${two} --folds 1`, /"1": give a whole number of at least 2/],
      [`${two} --folds 2 --repeats 0`, /give a whole number of at least 1/],
      together("--holdout", "--folds", "--folds 2 --holdout 1/3"),
      together("--test", "--folds"),
      together("--test", "--repeats"),
      together("--test", "--by-date", "--by-date --test x"),
      together("--by-date", "--group-by", "--by-date --group-by from"),
      together("--by-date", "--repeats", "--by-date --repeats 2"),
      together("--test", "--group-by", "--test x --group-by from"),
      together("--leave-one-out", "--by-date", "--leave-one-out --by-date"),
      together("--leave-one-out", "--group-by", "--leave-one-out --group-by from"),
      together("--leave-one-out", "--repeats", "--leave-one-out --repeats 2"),
      together("--folds", "--leave-one-out", "--leave-one-out --folds 2"),
      [`${two} --by-date moon`, /is not a choice; choose auto, header or file/],
      [`${two} --group-by moon`, /"moon" is not a choice; choose from, subject, thread or group/],
      [`${two} --positive spma`, 'positive: there is no class "spma", only "ham" and "spam"'],
      [`${two} --threshold 0`, "threshold must be a number above 0 and below 1, not 0"],
      [`${two} --threshold 100%`, "threshold must be a number above 0 and below 1, not 1"],
      [`${two} --threshold high`, '"high": give a share such as'],
      [`${two} --false-alarm-cost 0`, "falseAlarmCost must be a number above 0, not 0"],
      [`${two} --false-alarm-cost x`, '"x": give a number'],
      [`${three} --threshold 0.9`, notTwo(3)],
      [`${two} --test ${three} --positive spam`, notTwo(3)],
      [`${one} --false-alarm-cost 2`, notTwo(1)],
    ];
    await expectRefused(cases, "evaluate");
  });
});

describe.concurrent("thresher evaluate --predictions", () => {
  it("never writes over a document", async () => {
    const corpus = folderWith(twoClasses());
    const outcome = await thresher(["evaluate", corpus, "--predictions", join(corpus, "ham/0000.txt")]);
    expectFault(outcome, 2, "this file is a document of the corpus");
    await outputOf(["evaluate", corpus, "--predictions", join(corpus, "predictions.tsv")]);
  });

  it("to an impossible path is one line and exit code 1, and the figures are not lost", async () => {
    const corpus = folderWith(twoClasses(4));
    const cwd = folderWith({ file: "text", folder: {} });
    const figures = await outputOf(["evaluate", corpus]);
    for (const [path, found] of [
      ["missing/file", "no such file or folder"],
      ["folder", "it is a folder"],
    ]) {
      const { code, stdout, stderr } = await thresher(["evaluate", corpus, "--predictions", path], { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: figures });
      expectOneLine(apartFromFigures(stderr), `${path} cannot be written to: ${found}\n`);
    }
    expect(namesIn(cwd)).toEqual(["file", "folder/"]);
  });
});

describe("the probability of every class", () => {
  /** The rows below a line of names, by name. */
  function rowsOf(text: string): Record<string, string>[] {
    const [names, ...lines] = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
    return lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [names[i], cell])));
  }

  /** Area under the ROC curve: how often a document of spam ranks above one of ham, ties being half. */
  function rocAuc(ranked: readonly { readonly isSpam: boolean; readonly score: number }[]): number {
    const pairs = ranked
      .filter(({ isSpam }) => isSpam)
      .flatMap(({ score }) => ranked.filter(({ isSpam }) => !isSpam).map((ham) => Math.sign(score - ham.score)));
    return pairs.reduce((sum, sign) => sum + (sign + 1) / 2, 0) / pairs.length;
  }

  it("stands in the predictions, in JSON and in a report on request, and gives the area under the ROC curve that is printed", async () => {
    const [file, report] = ["predictions.tsv", "report.json"].map((name) => join(temporaryFolder(), name));
    const stdout = await outputOf(
      `evaluate ${folderWith(mixed(20))} --folds 5 --probabilities --predictions ${file} --json --report ${report}`,
    );
    expect(readFileSync(report, "utf8")).toBe(stdout);
    const { predictions, binary } = JSON.parse(stdout);
    const rows = rowsOf(readFileSync(file, "utf8"));
    expect(Object.keys(rows[0])).toEqual(["id", "actual", "predicted", "probability", "P(ham)", "P(spam)"]);
    expect(predictions.map(({ probabilities }: { probabilities: object }) => probabilities)).toEqual(
      rows.map((row) => ({ ham: Number(row["P(ham)"]), spam: Number(row["P(spam)"]) })),
    );
    for (const row of rows) {
      expect(Number(row["P(ham)"]) + Number(row["P(spam)"])).toBeCloseTo(1, 12);
      expect(row[`P(${row.predicted})`]).toBe(row.probability);
    }
    const ranked = rows.map((row) => ({ isSpam: row.actual === "spam", score: Number(row["P(spam)"]) }));
    expect(binary.rocAuc).toBeGreaterThan(0);
    expect(binary.rocAuc).toBeLessThan(1);
    expect(rocAuc(ranked)).toBeCloseTo(binary.rocAuc, 12);
  });

  it("needs a place to stand", async () => {
    const outcome = await thresher("evaluate anywhere --probabilities --report page.html");
    expectFault(outcome, 2, "--probabilities has nowhere to go: add --predictions FILE or --json");
  });
});

describe("thresher evaluate --classifier a,b", () => {
  const evaluate = `evaluate ${folderWith(mixed(6))} --folds 3 --quiet --classifier`;

  it("gives what each method alone gives, with options that only one of them has", async () => {
    const both = await jsonOf(`${evaluate} multinomial,logistic-regression --cost 2`);
    const alone = [`${evaluate} multinomial`, `${evaluate} logistic-regression --cost 2`];
    expect(both).toEqual(await each(alone, (words) => jsonOf(words)));
  });

  it("prints one result after the other", async () => {
    const stdout = await outputOf(`${evaluate} bernoulli,complement`);
    expect(stdout).toMatch(/^Bernoulli naive Bayes[\s\S]*\ncomplement naive Bayes/);
  });

  it.each(["--report r.svg", "--predictions p.tsv", "--audit", "--multi-label"])("is refused with %s", (option) => {
    const message = `${option.split(" ")[0]} is for one method: name only one of bernoulli, complement`;
    return expectRefused([[option, message]], `${evaluate} bernoulli,complement`);
  });
});

describe.concurrent("thresher evaluate --audit", () => {
  /** Messages of two classes; every third text is in both halves. */
  const documents = (label: string): Tree =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => {
        const body = `${label}word${i % 5} letter number ${i} of many that were sent about ${label}`;
        return [`${i}`, `From: writer${i % 4}\nNewsgroups: net.${label}\nSubject: ${i}\n\n${body}\n`];
      }),
    );
  const corpus = folderWith({ autos: documents("autos"), space: documents("space") });

  it("ends with the audit, after the evaluation as it is without it", async () => {
    const [plain, audited] = await each(["", " --audit"], (more) => outputOf(`evaluate ${corpus} --folds 3${more}`));
    expect(audited.startsWith(plain)).toBe(true);
    expect(audited.slice(plain.length)).toMatch(/^\naudit: does the split leak\?\n/);
    expect(audited).toContain("The header gives the class away: Newsgroups alone is right for 100.0 %.");
  });

  it("has a key of its own in JSON, the same in a report as on standard output", async () => {
    const report = join(temporaryFolder(), "mail.json");
    const [plain, audited] = await each(["", ` --audit --report ${report}`], (more) =>
      outputOf(`evaluate ${corpus} --folds 3 --json${more}`),
    );
    expect(bytesOf(report).toString()).toBe(audited);
    const { audit, ...rest } = JSON.parse(audited);
    expect(rest).toEqual(JSON.parse(plain));
    expect(Object.keys(audit)).toEqual(["messages", "bodies", "copies", "fields", "findings"]);
    expect(audit.findings.measured).toBe(rest.accuracy);
  });
});
