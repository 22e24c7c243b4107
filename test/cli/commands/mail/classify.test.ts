import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses, write } from "../../../helpers/folder.js";

const corpus = temporaryFolder();
const model = join(corpus, "mail.model");
const ofMail = join(corpus, "of-mail.model");
const letter = join(corpus, "ham", "0000.txt");
const prize = join(corpus, "spam", "0000.txt");

beforeAll(async () => {
  write(corpus, twoClasses());
  await thresher(["train", corpus, "-m", model]);
  await thresher(["train", corpus, "-m", ofMail, "--as", "mail"]);
});

const HEADER = "path\tlabel\tprobability\tnote";

const classify = (...args: string[]) => thresher(["classify", "-m", model, ...args]);

describe.concurrent("thresher classify", () => {
  it("prints tab-separated, comma-separated and JSON lines", async () => {
    const [tsv, csv, ndjson] = await Promise.all(
      ["tsv", "csv", "ndjson"].map((format) => classify(letter, prize, "--format", format)),
    );
    const columns = "0\\.\\d{4}";
    const [header, ...rows] = tsv.stdout.split("\n");
    expect(header).toBe(HEADER);
    expect(rows[0]).toMatch(RegExp(`^${letter}\tham\t${columns}\t$`));
    expect(rows[1]).toMatch(RegExp(`^${prize}\tspam\t${columns}\t$`));
    expect(csv.stdout).toBe(tsv.stdout.replaceAll("\t", ","));
    const lines = ndjson.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0])).toMatchObject({ path: letter, label: "ham" });
  });

  it("gives the same keys for each document under --json and in JSON lines", async () => {
    const [json, ndjson] = await Promise.all([classify(letter, "--json"), classify(letter, "--format", "ndjson")]);
    const [result, ...others] = JSON.parse(json.stdout);
    expect(others).toEqual([]);
    expect(JSON.parse(ndjson.stdout)).toEqual(result);
    const keys = ["path", "label", "probability", "logOdds", "knownTokens", "probabilities", "note"];
    expect(Object.keys(result)).toEqual(keys);
    expect(result).toMatchObject({ path: letter, label: "ham", knownTokens: 4 });
    expect(result.probabilities.ham).toBe(result.probability);
    expect(result.probabilities.ham + result.probabilities.spam).toBeCloseTo(1, 12);
  });

  it("takes standard input as -, among other paths, and also if it is empty", async () => {
    const given = async (input: string) => {
      const outcome = await thresher(["classify", "-m", model, "--json", "-", letter], { input });
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      return JSON.parse(outcome.stdout);
    };
    const ham = { path: letter, label: "ham" };
    expect(await given("urgent cash prize")).toMatchObject([{ path: "-", label: "spam", knownTokens: 3 }, ham]);
    expect(await given("")).toMatchObject([{ path: "-", knownTokens: 0, probabilities: { ham: 0.5, spam: 0.5 } }, ham]);
  });

  it("says of an empty or wholly unknown document that it guesses, in every form", async () => {
    const folder = folderWith({ empty: "", other: "漢字 xyzzy", known: "cash" });
    const printed = (format: string) => thresher(["classify", "-m", model, ".", "--format", format], { cwd: folder });
    expect((await printed("table")).stdout).toMatch(
      /^empty {2}ham {3}0\.500 {2}no known words\nknown {2}spam {2}0\.\d{3}\nother {2}ham {3}0\.500 {2}no known words\n$/,
    );
    for (const [format, separator] of Object.entries({ tsv: "\t", csv: "," })) {
      const rows = (await printed(format)).stdout.trimEnd().split("\n");
      expect(rows.map((row) => row.split(separator).at(-1))).toEqual(["note", "no known words", "", "no known words"]);
    }
    const lines = (await printed("ndjson")).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).note)).toEqual(["no known words", null, "no known words"]);
    const explained = await thresher(["explain", "-m", model, "empty", "known"], { cwd: folder });
    expect(explained.stdout).toMatch(/^empty: ham, probability 0\.500, no known words$/m);
    expect(explained.stdout).toMatch(/^known: spam, probability 0\.\d{3}$/m);
    const json = await thresher(["explain", "-m", model, "empty", "--json"], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject([{ note: "no known words" }]);
  });

  it("names a missing path, classifies the other one, and has exit code 1", async () => {
    const missing = join(corpus, "nowhere");
    for (const paths of [
      [missing, letter],
      [letter, missing],
    ]) {
      const { code, stdout, stderr } = await classify(...paths, "--format", "tsv");
      expect(code).toBe(1);
      expect(stdout.split("\n")).toEqual([HEADER, expect.stringMatching(`^${letter}\tham\t`), ""]);
      expectOneLine(stderr, `left out 1 file or folder that cannot be read: ${missing} (no such file or folder)`);
    }
    const json = await classify(missing, letter, "--json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject([{ path: letter }]);
  });

  it("stops at a missing path under --strict", async () => {
    const outcome = await classify(letter, join(corpus, "nowhere"), "--strict");
    expectFault(outcome, 1, /nowhere cannot be read: no such file or folder \(--strict\)$/m);
  });

  it("refuses a format that is none, and lists those there are", async () => {
    const outcome = await classify(letter, "--format", "xml");
    expectFault(outcome, 2, /"xml" is not a choice; choose table, tsv, csv or ndjson/);
  });

  const inbox = folderWith({ 1: "From: Ann <ann@home>\nSubject: lunch\n\nreport" });
  const terminal = (columns: number) => {
    const module = `Object.assign(process.stdout, { isTTY: true, columns: ${columns} })`;
    return { node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`], cwd: inbox };
  };
  const shown = /^1 +ann@home +lunch +ham +0\.\d{3}\n$/;

  it("shows sender and subject of mail, unless a terminal is narrow", async () => {
    expect((await thresher(["classify", "-m", ofMail, "1"], { cwd: inbox })).stdout).toMatch(shown);
    expect((await thresher(["classify", "-m", ofMail, "1"], terminal(80))).stdout).toMatch(shown);
    expect((await thresher(["classify", "-m", ofMail, "1"], terminal(71))).stdout).toMatch(/^1 {2}ham /);
    const tsv = await thresher(["classify", "-m", ofMail, "1", "--format", "tsv"], { cwd: inbox });
    expect(tsv.stdout).toMatch(/^path\tlabel\tprobability\tnote\n1\tham\t/);
  });
});

describe.concurrent("thresher classify of a table", () => {
  const rows = [
    "1,late parcel,lost,post,Ann",
    "2,new card,account,bank,Bob",
    "3,parcel,gone,post,Eve",
    "4,card,account,bank,Al",
  ];
  const folder = folderWith({
    "train.csv": `no,Subject,Description,Category,who\n${rows.join("\n")}\n`,
    "new.csv": 'no,who,Description,Subject,label\n71,Ann,gone,parcel,?\n72,"B, Bob",account,,\n72,C,,,x\n,D,card,zz,\n',
    "part.csv": "no,Description\n1,account\n",
    "other.csv": "no,Betreff,Datum\n1,card,May\n",
    "bare.tsv": "parcel\t1\ncard\t1\nlost\t2\ngone\t2\n",
    "new.jsonl": '{"no":7,"Subject":"parcel","Description":"lost","who":["x"]}\n',
  });
  const classifyTable = (...args: string[]) => thresher(["classify", "-m", "m", ...args], { cwd: folder });

  beforeAll(async () => {
    const columns = ["--text-column", "Subject", "--text-column", "Description"];
    expect(await thresher(["train", "train.csv", "-m", "m", ...columns], { cwd: folder })).toMatchObject({ code: 0 });
  });

  it("reads the columns that the model was trained on, and carries the other ones over", async () => {
    const { code, stdout, stderr } = await classifyTable("new.csv", "--format", "csv");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/\d\.\d{4}/g, "P").split("\n")).toEqual([
      "path,label,probability,note,no,who,label.1",
      "new.csv#1,post,P,,71,Ann,?",
      'new.csv#2,bank,P,,72,"B, Bob",',
      "new.csv#3,bank,P,no known words,72,C,x",
      "new.csv#4,bank,P,,,D,",
      "",
    ]);
    const [json, ndjson] = [
      await classifyTable("new.jsonl", "--json"),
      await classifyTable("new.jsonl", "--format", "ndjson"),
    ];
    expect(JSON.parse(json.stdout)[0]).toEqual(JSON.parse(ndjson.stdout));
    expect(JSON.parse(ndjson.stdout)).toMatchObject({ label: "post", columns: { no: "7", who: '["x"]' } });
    expect((await classifyTable("new.csv")).stdout).toMatch(/^new\.csv#1 {5}post {2}0\.\d{3}\n/);
  });

  it("joins the columns of several tables, and of a pipe", async () => {
    const both = await classifyTable("part.csv", "new.jsonl", "--format", "tsv", "--text-column", "no");
    expect(both.stdout.split("\n").map((line) => line.split("\t").slice(4))).toEqual([
      ["Description", "Subject", "who"],
      ["account", "", ""],
      [],
    ]);
    const input = "no,Subject,Description\n5,parcel,lost\n";
    const piped = await thresher(
      ["classify", "-m", "m", "-", "--input-format", "csv", "--format", "tsv", "--id-column", "no"],
      { cwd: folder, input },
    );
    expect(piped.stdout).toMatch(/^path\tlabel\tprobability\tnote\n5\tpost\t0\.\d{4}\t\n$/);
  });
});
