import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { expectRefused, jsonOf, outputOf, type Refused } from "../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { labelledFiles, labelledTexts, labelTable } from "../helpers/labelled-texts.js";

const DOCUMENTS = labelledTexts(90);
const { table, lines } = labelledFiles(DOCUMENTS);
const model = join(temporaryFolder(), "topics.model");

beforeAll(async () => {
  const { classes } = await jsonOf(`train ${table} -m ${model} --multi-label --quiet`);
  expect(classes).toMatchObject([{ label: "money" }, { label: "music" }, { label: "sport" }]);
  expect(classes[2].threshold).toEqual(expect.any(Number));
});

describe("a column of several labels", () => {
  it("is refused in one line that offers --multi-label, by every command that has it", async () => {
    const training = [table, lines].map((path) => `train -m ${model}.x ${path}`);
    const others = ["evaluate", "tune"].map((command) => `${command} ${table}`);
    const message = /^thresher: \d+ documents have several labels in column "label", such as .*--multi-label.*\n$/;
    await expectRefused([...training, ...others].map((words): Refused => [`${words} --quiet`, message, 1]));
  });

  it("is refused by commands that need one class, with the option that they have", async () => {
    const message =
      /several labels in .*: one class is needed here, so use --no-multi-label to take each combination .*\n$/;
    await expectRefused(["curve", "doubts"].map((command): Refused => [`${command} ${table} --quiet`, message, 1]));
  });

  it("is a warning where it is doubtful, and silent where a semicolon belongs to the class", async () => {
    const cwd = folderWith({
      "doubtful.csv": "label,text\na;b,one fish\na;c,two fish\nd,red fish\n",
      "plain.csv": "label,text\nParis; France,one fish\nLondon; England,two fish\n",
    });
    const doubtful = await thresher("train doubtful.csv -m x", { cwd });
    expect(doubtful).toMatchObject({ code: 0, stdout: expect.stringContaining("3 classes") });
    expect(doubtful.stderr).toContain("if these are several labels, use --multi-label\n");
    const plain = await thresher("train plain.csv -m x", { cwd });
    expect(plain).toMatchObject({ code: 0, stderr: expect.not.stringContaining("multi-label") });
  });
});

describe("labels that a comma or a bar separates", () => {
  const tableWith = (separator: string) => {
    const rows = DOCUMENTS.map(({ labels, text }) => `"${labels.join(separator)}",${text}\n`).join("");
    return join(folderWith({ "a.csv": `tags,text\n${rows}` }), "a.csv");
  };

  it("are refused in one line that offers --label-separator, also with --multi-label", async () => {
    const message = /^thresher: \d+ documents have several labels in column "tags", such as .*--label-separator ","/;
    const empty = "--label-separator must have at least one character";
    await expectRefused(
      [
        ["--quiet", message, 1],
        ["--quiet --multi-label", message, 1],
        ["--label-separator=", empty],
      ],
      `train ${tableWith(", ")} -m ${model}.x`,
    );
  });

  it.each([",", "|"])("are learned one by one with --label-separator %s", async (separator) => {
    const args = `${tableWith(separator)} --label-separator ${separator} --quiet`;
    const { classes } = await jsonOf(`train ${args} -m ${model}.x`);
    expect(classes).toMatchObject([{ label: "money" }, { label: "music" }, { label: "sport" }]);
    for (const { actual, predicted } of (await jsonOf(`evaluate ${args} --folds 3`)).predictions) {
      expect([actual, predicted]).toEqual([actual.toSorted(), predicted.toSorted()]);
    }
  });
});

describe("a model of several labels", () => {
  const cwd = folderWith({ a: "match goal team bank market loan", b: "the of and" });

  it("gives each document its labels, in every format", async () => {
    const text = await outputOf(`classify -m ${model} --quiet .`, { cwd });
    expect(text).toMatch(/^a {2}(?:money 1\.000, sport 1\.000|sport 1\.000, money 1\.000)\nb {2}no label\n$/);
    const [first, second] = await jsonOf(`classify -m ${model} --quiet .`, { cwd });
    expect(first.labels.toSorted()).toEqual(["money", "sport"]);
    expect(second).toMatchObject({ labels: [], probabilities: {}, note: "no label" });
    const tags = await outputOf(`classify -m ${model} --quiet . --format notmuch`, { cwd });
    expect(tags).toMatch(/^\+(?:money \+sport|sport \+money) -- id:"notmuch-sha1-\w+"\n# b: no label\n$/);
    const refused = "--format notmuch takes neither --json nor --probabilities";
    await expectRefused(
      [
        ["--json", refused],
        ["--probabilities", refused],
      ],
      `classify -m ${model} a --format notmuch`,
    );
  });

  it("is inspected with its labels and thresholds", async () => {
    const stdout = await outputOf(`inspect -m ${model}`);
    expect(stdout).toMatch(/^multinomial naive Bayes, several labels a document: 3 labels, 90 documents, \d+ terms\n/);
    expect(stdout).toMatch(/\nlabel {2}documents {2}threshold {2}strongest terms\nmoney +\d+ +0\.\d{3} /);
    const { documents, classifier, classes } = await jsonOf(`inspect -m ${model}`);
    expect({ documents, classifier }).toMatchObject({ documents: 90, classifier: { multiLabel: true } });
    expect(classes[0]).toMatchObject({ label: "money", threshold: expect.any(Number) });
    expect(classes[0].prior).toBeUndefined();
  });

  it("is no fault to doctor, which does not advise what it refuses", async () => {
    const said = await outputOf(`doctor -m ${model}`);
    expect(said).toMatch(/model \w{8}: 3 labels, 90 documents, several a document, so it can only be trained again/);
  });

  it("is refused in one line by commands that need one class", async () => {
    const commands =
      "similar a,learn sport a,unlearn a,relabel sport a,forget --to-size 1k,serve --socket s --learn-socket l,serve --socket s --history h";
    const message = /several labels|does not keep/;
    const cases = commands.split(",").map((words): Refused => [`${words} -m ${model} --quiet`, message, 1]);
    await expectRefused(cases, [], { cwd });
    const input = "Subject: x\n\nmatch\n";
    const filtered = await thresher(`filter -m ${model} --history h`, { input, cwd });
    expect(filtered).toMatchObject({ code: 75, stdout: input, stderr: expect.stringContaining("several labels") });
  });

  it("marks a message with each label, and takes one of them for spam", async () => {
    const filtered = (words: string, input: string) => outputOf(`filter -m ${model} ${words}`.trim(), { input });
    const both = "Subject: x\n\nmatch goal bank loan\n";
    const label = String.raw`label=\w+; probability=[\d.]+;\s+`;
    const marked = await filtered("", both);
    expect(marked).toMatch(RegExp(String.raw`^X-Thresher: ${label}${label}model=\w+\n`));
    for (const name of ["money", "sport"]) expect(marked).toContain(`label=${name};`);
    expect(await filtered("", "Subject: x\n\nthe of and\n")).toMatch(/^X-Thresher: model=\w+\n/);
    expect(await filtered("--style popfile", both)).toMatch(/^X-Text-Classification: (money;sport|sport;money)\n/);
    expect(await filtered("--style spamassassin --spam money", both)).toMatch(/^X-Spam-Flag: YES\n/);
    expect(await thresher(`filter -m ${model} --spam music --terse`, { input: both })).toMatchObject({ code: 1 });
  });

  it("is explained label by label: those that a document gets, or the most probable one, or the one that is asked for", async () => {
    const explained = (words: string) => outputOf(`explain -m ${model} ${words}`, { cwd });
    const text = await explained("a");
    expect(text).toMatch(/^a: (?:money, sport|sport, money)\n/);
    expect(text).toMatch(
      /\nsport: probability [\d.]+, given from [\d.]+\nsport is .* than not sport, before calibration\n/,
    );
    expect(text).toMatch(/\n\+ for money, - for not money\n/);
    expect(await explained("b")).toMatch(/^b: no label\n\n\w+ is not given: probability/);
    expect(await explained("a --class music --terms 1")).toMatch(/\nmusic is not given: .*\n(.*\n)*sum {2}/);
    const [{ labels, explanations }] = await jsonOf(`explain -m ${model} a`, { cwd });
    expect(explanations.map(({ label }: { label: string }) => label)).toEqual(labels);
    for (const { explanation, isGiven } of explanations) {
      const parts = explanation.terms.map(({ contribution }: { contribution: number }) => contribution);
      const sum = parts.reduce((total: number, part: number) => total + part, explanation.prior);
      expect(sum).toBeCloseTo(explanation.margin);
      expect(isGiven).toBe(true);
    }
    const cases: Refused[] = [
      ["--class war a", 'no label "war"; it has "money", "music", "sport"'],
      ["--against sport a", "--against compares classes, and this model gives several labels"],
    ];
    await expectRefused(cases, `explain -m ${model}`);
  });
});

describe("tune --multi-label", () => {
  it("compares by the measure of several labels", async () => {
    const choices = "--folds 3 --try classifier=bernoulli --try alpha=1 --try max-terms=all";
    const { by, candidates } = await jsonOf(`tune ${table} --multi-label --quiet ${choices}`);
    expect(by).toBe("micro-f1");
    expect(candidates[0].mean).toBeGreaterThan(0.5);
    expect(candidates[0].scores).toHaveLength(3);
  });

  it("searches, and prints commands that learn each label by itself", async () => {
    const stdout = await outputOf(`tune ${table} --multi-label --minutes 0.03 --by macro-f1 --quiet --jobs 1`);
    expect(stdout).toMatch(/\n {2}thresher train .* --multi-label\n/);
    expect(stdout).toMatch(/ candidates? by macro-f1 over 5 folds/);
  });

  it("refuses measures of one class", async () => {
    const message = "log-loss is for one class; with several labels, compare by micro-f1, macro-f1 or accuracy";
    const cases = ["--by log-loss", "--by log-loss --try alpha=1"].map((words): Refused => [words, message]);
    await expectRefused(cases, `tune ${table} --multi-label --quiet`);
  });
});

describe("evaluate --multi-label", () => {
  const evaluate = `evaluate ${table} --multi-label --quiet`;

  it.each(["--folds 3", "--holdout 1/3", `--test ${lines}`])(
    "prints F1, subset accuracy and Hamming loss, and a line a label: %s",
    async (protocol) => {
      const stdout = await outputOf(`${evaluate} ${protocol}`);
      expect(stdout).toMatch(
        /\nmicro F1 +\d\.\d{3} .*\nmacro F1 +\d\.\d{3} .*\nsubset accuracy +\d+\.\d %.*\nHamming loss +0\.\d{4}/,
      );
      expect(stdout).toMatch(/\nlabel +precision +recall +f1 +tested +threshold\nmoney +\d\.\d{3} /);
    },
  );

  it("has the same figures as JSON, and each prediction in a file", async () => {
    const args = `${evaluate} --folds 3 --probabilities --predictions ${join(temporaryFolder(), "predictions.tsv")}`;
    const [once, again] = await each([args, `${args} --jobs 2`], (words) => jsonOf(words));
    expect(again).toEqual(once);
    const { documents, micro, macro, labels, predictions, classifier } = once;
    expect({ documents, multiLabel: classifier.multiLabel }).toEqual({ documents: 90, multiLabel: true });
    expect(micro.f1).toBeGreaterThan(0.9);
    expect(macro.f1).toBeGreaterThan(0.9);
    expect(labels[0]).toMatchObject({ label: "money", threshold: expect.any(Number), support: expect.any(Number) });
    expect(predictions).toHaveLength(90);
    expect(Object.keys(predictions[0])).toEqual(["id", "run", "actual", "predicted", "probabilities"]);
  });

  it("writes a report in every form but pictures", async () => {
    const wrong = labelTable([...DOCUMENTS, { labels: ["music"], text: "match goal team" }]);
    const cwd = folderWith({ "wrong.csv": wrong });
    const files = ["a.html", "a.md", "a.csv", "a.json"];
    const args = "evaluate wrong.csv --multi-label --folds 3";
    const { stdout } = await thresher(`${args} --json --report ${files.join(" --report ")}`, { cwd });
    const [page, markdown, rows, json] = files.map((file) => readFileSync(join(cwd, file), "utf8"));
    expect(JSON.parse(json)).toEqual(JSON.parse(stdout));
    expect(page).toContain("micro F1</td>");
    expect(markdown).toMatch(/\n\| micro F1 \| \d\.\d{3} \|/);
    expect(rows).toMatch(/^label,tested,predicted,precision,recall,f1,threshold\nmoney,\d+,\d+,/);
    await expectRefused([["--report a.svg", "must end in .html, .csv, .json or .md"]], args, { cwd });
  });

  it("refuses options that need one class", async () => {
    const message = "and --multi-label cannot be combined: leave out one of the two\n";
    const options = ["--leave-one-out", "--audit", "--positive sport"];
    await expectRefused(
      options.map((words): Refused => [words, `thresher: ${words.split(" ")[0]} ${message}`]),
      evaluate,
    );
  });
});
