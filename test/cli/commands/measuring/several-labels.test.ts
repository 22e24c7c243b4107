import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { labelledTexts, labelTable } from "../../../helpers/labelled-texts.js";

const DOCUMENTS = labelledTexts(90);
let table: string;
let lines: string;
let model: string;

beforeAll(async () => {
  const folder = folderWith({
    "topics.csv": labelTable(DOCUMENTS),
    "topics.jsonl": DOCUMENTS.map(({ labels, text }) => `${JSON.stringify({ label: labels, text })}\n`).join(""),
  });
  table = join(folder, "topics.csv");
  lines = join(folder, "topics.jsonl");
  model = join(folder, "topics.model");
  const { code, stdout } = await thresher(["train", table, "-m", model, "--multi-label", "--quiet", "--json"]);
  expect({ code, classes: JSON.parse(stdout).classes }).toMatchObject({
    code: 0,
    classes: [{ label: "money" }, { label: "music" }, { label: "sport", threshold: expect.any(Number) }],
  });
});

describe("a column of several labels", () => {
  it("shows labels that no test document has as not measured", async () => {
    const rows = ["a;b", "a", "b", "a;b", "a", "b"].map(
      (labels) => `${labels},${labels.replace(/\w/g, "word $& $&$& ").replace(";", " ")}`,
    );
    const lists = ["label,text", ...rows].join("\n");
    const folder = folderWith({
      "train.csv": `${lists}\nc,cc word\nc,cc word\n`,
      "test.csv": `${lists}\na,cc cc cc\n`,
    });
    const options = ["--test", join(folder, "test.csv"), "--multi-label"];
    const { stdout, stderr } = await thresher(["evaluate", join(folder, "train.csv"), ...options]);
    expect(stdout).toMatch(/\nc +- +- +- +0 /);
    expect(stderr).toContain("thresher: 1 label is in no test set, and not measured: c\n");
  });

  it("is refused in one line that offers --multi-label, by every command that learns", async () => {
    const training = [table, lines].map((path) => `train -m ${model}.x ${path}`);
    const others = ["evaluate", "curve", "tune", "doubts"].map((command) => `${command} ${table}`);
    const message = /^thresher: \d+ documents have several labels in column "label", such as .*--multi-label.*\n$/;
    await expectRefused([...training, ...others].map((words): Refused => [`${words} --quiet`, message, 1]));
  });

  it("is taken as it stands with --no-multi-label", async () => {
    const options = "--folds 3 --no-multi-label --json --quiet".split(" ");
    const { code, stdout, stderr } = await thresher(["evaluate", table, ...options]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout).labels).toContain("sport;money");
  });

  it("is a warning where it is doubtful, and silent where a semicolon belongs to the class", async () => {
    const folder = folderWith({
      "doubtful.csv": "label,text\na;b,one fish\na;c,two fish\nd,red fish\n",
      "plain.csv": "label,text\nParis; France,one fish\nLondon; England,two fish\n",
    });
    const doubtful = await thresher(["train", join(folder, "doubtful.csv"), "-m", `${model}.x`]);
    expect(doubtful).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("if these are several labels, use --multi-label\n"),
    });
    expect(doubtful.stdout).toContain("3 classes");
    const plain = await thresher(["train", join(folder, "plain.csv"), "-m", `${model}.x`]);
    expect(plain.code).toBe(0);
    expect(plain.stderr).not.toContain("multi-label");
  });
});

describe("labels that a comma or a bar separates", () => {
  const tableWith = (separator: string) => {
    const rows = DOCUMENTS.map(({ labels, text }) => `"${labels.join(separator)}",${text}\n`).join("");
    return join(folderWith({ "a.csv": `tags,text\n${rows}` }), "a.csv");
  };

  it("are refused in one line that offers --label-separator, also with --multi-label", async () => {
    const path = tableWith(", ");
    const message = /^thresher: \d+ documents have several labels in column "tags", such as .*--label-separator ","/;
    await expectRefused(
      ["", " --multi-label"].map((words): Refused => [`-m ${model}.x ${path} --quiet${words}`, message, 1]),
      ["train"],
    );
  });

  it.each([",", "|"])("are learned one by one with --label-separator %s", async (separator) => {
    const args = [tableWith(separator), "--label-separator", separator, "--quiet", "--json"];
    const { code, stdout } = await thresher(["train", ...args, "-m", `${model}.x`]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).classes.map(({ label }: { label: string }) => label)).toEqual([
      "money",
      "music",
      "sport",
    ]);
    const evaluated = JSON.parse((await thresher(["evaluate", ...args, "--folds", "3"])).stdout);
    for (const { actual, predicted } of evaluated.predictions) {
      expect([actual, predicted]).toEqual([actual.toSorted(), predicted.toSorted()]);
    }
  });

  it("are one class with --no-multi-label, even with --label-separator", async () => {
    const args = [
      tableWith(","),
      "-m",
      `${model}.x`,
      "--no-multi-label",
      "--label-separator",
      ",",
      "--json",
      "--quiet",
    ];
    const { classes } = JSON.parse((await thresher(["train", ...args])).stdout);
    expect(classes).toContainEqual(expect.objectContaining({ label: "sport,money" }));
  });

  it("need a separator of at least one character", async () => {
    const message = "--label-separator must have at least one character";
    await expectRefused([[`${tableWith(",")} -m ${model}.x --label-separator=`, message]], ["train"]);
  });
});

describe("a column that is probably the wrong one", () => {
  it.each([
    ["most of them of one document", (i: number) => `user ${i}`],
    ["numbers with decimals as classes, such as 0.1", (i: number) => `${(i % 9) + 1 / 10}`],
  ])("is told in one line: %s", async (what, labelOf) => {
    const rows = Array.from({ length: 60 }, (_, i) => `${labelOf(i)},text ${i}\n`).join("");
    const path = join(folderWith({ "a.csv": `label,text\n${rows}` }), "a.csv");
    const { code, stderr } = await thresher(["train", path, "-m", `${model}.x`]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      new RegExp(`thresher: column "label" has .*${what}: if it is the wrong one, use --label-column\n`),
    );
  });
});

describe("a model of several labels", () => {
  it("gives each document its labels, in every format", async () => {
    const folder = folderWith({ a: "match goal team bank market loan", b: "the of and" });
    const run = async (...args: string[]) => {
      const { code, stdout } = await thresher(["classify", "-m", model, "--quiet", folder, ...args]);
      expect(code).toBe(0);
      return stdout;
    };
    const text = await run();
    expect(text).toMatch(/a {2}(?:money 1\.000, sport 1\.000|sport 1\.000, money 1\.000)\n/);
    expect(text).toMatch(/b {2}no label\n$/);
    expect(await run("--probabilities")).toMatch(/b {2}no label {2}\(not .*music 0\.\d{3}.*\)\n$/);
    expect(await run("--format", "tsv", "--probabilities")).toMatch(
      /^path\tlabels\tP\(money\)\tP\(music\)\tP\(sport\)\tnote\n/,
    );
    expect(await run("--format", "csv")).toMatch(/b,,no label\n$/);
    const [first, second] = JSON.parse(await run("--json"));
    expect([...first.labels].sort()).toEqual(["money", "sport"]);
    expect(second).toMatchObject({ labels: [], probabilities: {}, note: "no label" });
  });

  it("is inspected with its labels and thresholds", async () => {
    const { stdout } = await thresher(["inspect", "-m", model]);
    expect(stdout).toMatch(/^multinomial naive Bayes, several labels a document: 3 labels, 90 documents, \d+ terms\n/);
    expect(stdout).toMatch(/\nlabel {2}documents {2}threshold {2}strongest terms\nmoney +\d+ +0\.\d{3} /);
    const json = JSON.parse((await thresher(["inspect", "-m", model, "--json"])).stdout);
    expect(json).toMatchObject({ documents: 90, classifier: { multiLabel: true } });
    expect(json.classes[0]).toMatchObject({ label: "money", threshold: expect.any(Number) });
    expect(json.classes[0].prior).toBeUndefined();
  });

  it("is refused in one line by commands that need one class", async () => {
    const letter = join(folderWith({ letter: "match" }), "letter");
    const commands = [
      ["sort", letter, "--into", temporaryFolder()],
      ["similar", letter],
      ["learn", "sport", letter],
      ["unlearn", letter],
      ["relabel", "sport", letter],
      ["forget", "--to-size", "1k"],
      ["serve", "--socket", join(temporaryFolder(), "socket")],
    ];
    const message = /several labels|does not keep/;
    await expectRefused(commands.map((words): Refused => [[...words, "-m", model, "--quiet"], message, 1]));
    const { code, stdout, stderr } = await thresher(["filter", "-m", model], { input: "Subject: x\n\nmatch\n" });
    expect(code).toBe(75);
    expect(stdout).toBe("Subject: x\n\nmatch\n");
    expect(stderr).toContain("several labels");
  });

  it("is explained label by label: those that a document gets, or the most probable one, or the one that is asked for", async () => {
    const folder = folderWith({ a: "match goal bank market", b: "the of and" });
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await thresher(["explain", "-m", model, ...args], { cwd: folder });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    };
    const text = await run("a");
    expect(text).toMatch(/^a: (?:money, sport|sport, money)\n/);
    expect(text).toMatch(
      /\nsport: probability [\d.]+, given from [\d.]+\nsport is .* than not sport, before calibration\n/,
    );
    expect(text).toMatch(/\n\+ for money, - for not money\n/);
    expect(await run("b")).toMatch(/^b: no label\n\n\w+ is not given: probability/);
    expect(await run("a", "--class", "music", "--terms", "1")).toMatch(/\nmusic is not given: .*\n(.*\n)*sum {2}/);
    const [{ labels, explanations }] = JSON.parse(await run("a", "--json"));
    expect(explanations.map(({ label }: { label: string }) => label)).toEqual(labels);
    for (const { explanation, isGiven } of explanations) {
      const parts = explanation.terms.map(({ contribution }: { contribution: number }) => contribution);
      const sum = parts.reduce((total: number, part: number) => total + part, explanation.prior);
      expect(sum).toBeCloseTo(explanation.margin);
      expect(isGiven).toBe(true);
    }
    await expectRefused(
      [
        ["--class war a", 'no label "war"; it has "money", "music", "sport"'],
        ["--against sport a", "--against compares classes, and this model gives several labels"],
      ],
      ["explain", "-m", model],
    );
  });

  it("is needed for --probabilities", async () => {
    const one = join(temporaryFolder(), "one.model");
    await thresher(["train", table, "-m", one, "--no-multi-label", "--quiet"]);
    const cases: Refused[] = [["--probabilities", "gives each document one class"]];
    await expectRefused(cases, ["classify", "-m", one, table]);
  });

  it("cannot keep or remember documents, nor be calibrated twice", async () => {
    for (const option of ["--keep-documents", "--remember", "--calibrate"]) {
      const { code, stderr } = await thresher(["train", table, "-m", `${model}.x`, "--multi-label", option]);
      expect(code).toBeGreaterThan(0);
      expect(stderr.split("\n")).toHaveLength(2);
    }
  });
});

describe("tune --multi-label", () => {
  it("compares by the measure of several labels", async () => {
    const choices = "--folds 3 --try classifier=bernoulli --try alpha=1 --try max-terms=all".split(" ");
    const { code, stdout, stderr } = await thresher(["tune", table, "--multi-label", "--json", "--quiet", ...choices]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { by, candidates } = JSON.parse(stdout);
    expect(by).toBe("micro-f1");
    expect(candidates[0].mean).toBeGreaterThan(0.5);
    expect(candidates[0].scores).toHaveLength(3);
  });

  it("searches, and prints commands that learn each label by itself", async () => {
    const args = ["tune", table, "--multi-label", "--minutes", "0.2", "--by", "macro-f1", "--quiet", "--jobs", "1"];
    const { code, stdout } = await thresher(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}thresher train .* --multi-label\n/);
    expect(stdout).toMatch(/ candidates? by macro-f1 over 5 folds/);
  });

  it("refuses measures of one class, and --test", async () => {
    const cases: Refused[] = [
      ["--by log-loss", "log-loss is for one class; with several labels, compare by micro-f1, macro-f1 or accuracy"],
      ["--by log-loss --try alpha=1", "log-loss is for one class"],
      [`--test ${table}`, "--test and --multi-label cannot be combined"],
    ];
    await expectRefused(cases, ["tune", table, "--multi-label", "--quiet"]);
  });
});

describe("evaluate --multi-label", () => {
  it("prints F1, subset accuracy and Hamming loss, and a line a label, by every protocol", async () => {
    for (const protocol of ["--folds 3", "--holdout 1/3", `--test ${lines}`]) {
      const args = ["evaluate", table, "--multi-label", "--quiet", ...protocol.split(" ")];
      const { code, stdout } = await thresher(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /\nmicro F1 +\d\.\d{3} .*\nmacro F1 +\d\.\d{3} .*\nsubset accuracy +\d+\.\d %.*\nHamming loss +0\.\d{4}/,
      );
      expect(stdout).toMatch(/\nlabel +precision +recall +f1 +tested +threshold\nmoney +\d\.\d{3} /);
    }
  });

  it("has the same figures as JSON, and each prediction in a file", async () => {
    const file = join(temporaryFolder(), "predictions.tsv");
    const options = "--multi-label --folds 3 --json --quiet --probabilities".split(" ");
    const args = ["evaluate", table, ...options, "--predictions", file];
    const [once, again] = [await thresher(args), await thresher([...args, "--jobs", "2"])];
    expect(again.stdout).toBe(once.stdout);
    const { documents, micro, macro, labels, predictions, classifier } = JSON.parse(once.stdout);
    expect({ documents, multiLabel: classifier.multiLabel }).toEqual({ documents: 90, multiLabel: true });
    expect(micro.f1).toBeGreaterThan(0.9);
    expect(macro.f1).toBeGreaterThan(0.9);
    expect(labels[0]).toMatchObject({ label: "money", threshold: expect.any(Number), support: expect.any(Number) });
    expect(predictions).toHaveLength(90);
    expect(Object.keys(predictions[0])).toEqual(["id", "run", "actual", "predicted", "probabilities"]);
  });

  it("writes a report in every form, the page the same each time", async () => {
    const folder = temporaryFolder();
    const files = ["a.html", "a.md", "a.svg", "a.csv", "a.json", "a.vl.json"].map((name) => join(folder, name));
    const wrong = labelTable([...DOCUMENTS, { labels: ["music"], text: "match goal team" }]);
    const path = join(folderWith({ "wrong.csv": wrong }), "wrong.csv");
    const args = ["evaluate", path, "--multi-label", "--folds", "3", ...files.flatMap((file) => ["--report", file])];
    const { stdout } = await thresher([...args, "--json"]);
    const [page, markdown, picture, rows, json] = files.map((file) => readFileSync(file, "utf8"));
    expect(JSON.parse(json)).toEqual(JSON.parse(stdout));
    expect(page).toContain("micro F1</td>");
    expect(page).toMatch(/<tr><td class="text">money<\/td>/);
    expect(page).toMatch(/<summary>\d (?:missed \w+|\w+ given wrongly)<\/summary>/);
    expect(page).not.toContain("<script");
    expect(markdown).toMatch(/\n\| micro F1 \| \d\.\d{3} \|/);
    expect(picture).toMatch(/^<svg .*sport: F1 \d\.\d{3}/);
    expect(rows).toMatch(/^label,tested,predicted,precision,recall,f1,threshold\nmoney,\d+,\d+,/);
    await thresher(args);
    expect(readFileSync(files[0], "utf8").replace(" --json", "")).toBe(page.replace(" --json", ""));
  });

  it("refuses options that need one class", async () => {
    const options = ["--leave-one-out", "--audit", "--positive sport"];
    const message = "and --multi-label cannot be combined: leave out one of the two\n";
    const cases = options.map((words): Refused => [words, `thresher: ${words.split(" ")[0]} ${message}`]);
    await expectRefused(cases, ["evaluate", table, "--multi-label"]);
  });

  it("says which labels have too few documents", async () => {
    const rare = labelTable([...DOCUMENTS, { labels: ["war"], text: "gun" }, { labels: ["war"], text: "gun" }]);
    const path = join(folderWith({ "rare.csv": rare }), "rare.csv");
    const { code, stderr } = await thresher(["evaluate", path, "--multi-label", "--folds", "3"]);
    expect(code).toBe(0);
    expect(stderr).toContain("1 label has fewer than 5 tested documents, so its precision and recall mean little: war");
  });
});
