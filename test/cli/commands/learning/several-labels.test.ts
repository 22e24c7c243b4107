import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { labelledFiles, labelledTexts } from "../../../helpers/labelled-texts.js";

const DOCUMENTS = labelledTexts(90);
const { table, lines } = labelledFiles(DOCUMENTS);
const model = join(temporaryFolder(), "topics.model");

beforeAll(async () => {
  const { code, stdout } = await thresher(["train", table, "-m", model, "--multi-label", "--quiet", "--json"]);
  expect({ code, classes: JSON.parse(stdout).classes }).toMatchObject({
    code: 0,
    classes: [{ label: "money" }, { label: "music" }, { label: "sport", threshold: expect.any(Number) }],
  });
});

describe("a column of several labels", () => {
  it("is refused in one line that offers --multi-label, by every command that learns", async () => {
    const training = [table, lines].map((path) => `train -m ${model}.x ${path}`);
    const others = ["evaluate", "curve", "tune", "doubts"].map((command) => `${command} ${table}`);
    const message = /^thresher: \d+ documents have several labels in column "label", such as .*--multi-label.*\n$/;
    await expectRefused([...training, ...others].map((words): Refused => [`${words} --quiet`, message, 1]));
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
    expect(JSON.parse(stdout).classes).toMatchObject([{ label: "money" }, { label: "music" }, { label: "sport" }]);
    const evaluated = JSON.parse((await thresher(["evaluate", ...args, "--folds", "3"])).stdout);
    for (const { actual, predicted } of evaluated.predictions) {
      expect([actual, predicted]).toEqual([actual.toSorted(), predicted.toSorted()]);
    }
  });

  it("need a separator of at least one character", async () => {
    const message = "--label-separator must have at least one character";
    await expectRefused([[`${tableWith(",")} -m ${model}.x --label-separator=`, message]], ["train"]);
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
});
