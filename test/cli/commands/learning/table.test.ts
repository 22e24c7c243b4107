import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";
import { COMPUTERS, DAY, fileOf, PEOPLE, result, table, WEATHER } from "../../../helpers/lecture-tables.js";

describe.concurrent("thresher table", () => {
  it("measures another table, in any form of report, which has no part in the model", async () => {
    const folder = folderWith({
      "train.csv": "sky,wind,play\nsunny,1,no\nsunny,2,no\nrain,3,yes\nrain,4,yes\n",
      "test.csv": "play,sky,wind\nyes,rain,3\nno,fog,1\n?,rain,1\nmaybe,rain,3\n",
    });
    const [file, test, report] = ["train.csv", "test.csv", "r.md"].map((name) => join(folder, name));
    const options = ["--target", "play", "--query", "sky=rain"];
    const { json, stderr } = await result(file, ...options, "--test", test, "--report", report);
    const protocol = { kind: "test", test };
    expect(json).toMatchObject({ protocol, documents: { train: 4, test: 3 }, labels: ["no", "yes", "maybe"] });
    expect(json.predictions).toMatchObject([
      { id: "line 2", actual: "yes", predicted: "yes" },
      { id: "line 3", actual: "no", predicted: "no" },
      { id: "line 5", actual: "maybe", predicted: "yes" },
    ]);
    const alone = await result(file, ...options);
    expect([json.classified, json.table]).toEqual([alone.json.classified, alone.json.table]);
    expect(stderr).toBe(`\
thresher: ${test}: left out 1 row without a value of play: line 4
thresher: ${test}: sky is ignored in 1 row whose value is not in training: "fog" (line 3)
thresher: 1 class of the test set is not in training, so its documents count as wrong: maybe
`);
    const markdown = readFileSync(report, "utf8");
    expect(markdown).toMatch(/^# play: 2 classes from 4 rows of 2 attributes\n/);
    expect(markdown).toContain("4 training rows, 3 tested");
    expect(markdown).toContain("| **1** | maybe | taken for | yes |");
  });

  it("tests on the training rows if nothing is withheld and nothing classified, and says what that is", async () => {
    const { stdout, stderr, code } = await table(...PEOPLE);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("tested on the training rows themselves, so the figures say nothing about new ones");
    expect(stdout).toContain("accuracy                    100.0 %");
  });

  it("measures by folds, hold-outs and leaving one out, with the seed that it is given, in the form of evaluate", async () => {
    const folds = "--folds 7 --repeats 2";
    const protocols = [folds, folds, `${folds} --seed 2`, "--holdout 1/3", "--leave-one-out"];
    const [first, again, other, holdout, alone] = await each(protocols, async (protocol) => {
      return (await result(...WEATHER, ...protocol.split(" "))).json;
    });
    expect(again).toEqual(first);
    expect(other.predictions).not.toEqual(first.predictions);
    expect(first).toMatchObject({
      protocol: { kind: "folds", folds: 7, repeats: 2, seed: 1 },
      labels: ["no", "yes"],
      documents: { train: 12, test: 2 },
      classifier: { name: "table", alpha: 1 },
      classified: [],
    });
    expect(first.runs).toHaveLength(14);
    expect(holdout.documents).toEqual({ train: 9, test: 5 });
    expect([alone.documents, alone.accuracy]).toEqual([{ train: 13, test: 14 }, 7 / 14]);
    expect(alone.predictions[0]).toMatchObject({ id: "line 2", actual: "no" });
  });

  it("classifies the rows of a file, one line each if so asked", async () => {
    const rows = fileOf("windy,outlook,temperature,humidity\ntrue,sunny,cool,high\nfalse,overcast,,?\n");
    const { stdout, stderr } = await table(...WEATHER, "--alpha", "0", "--classify", rows, "--format", "tsv");
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^row\tclass\tprobability\tlog odds\nline 2\tno\t0\.7954173\d*\t[\d.]+\nline 3\tyes\t1\tInfinity\n$/,
    );
  });

  it("takes a byte-order mark, UTF-16 and windows-1252, and says what it took for the last", async () => {
    const text = "größe,class\nklein,p\ngroß,q\n";
    const files = [
      Buffer.from(`\ufeff${text}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
      Buffer.from(text, "latin1"),
    ].map(fileOf);
    const outcomes = await each(files, (file) => table(file, "--target", "class", "--query", "größe=groß"));
    for (const { code, stdout } of outcomes) {
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("größe = groß") });
    }
    const notice = `thresher: ${files[2]} is not valid UTF-8: read as windows-1252; --encoding chooses another encoding\n`;
    expect(outcomes.map(({ stderr }) => stderr)).toEqual(["", "", notice]);
    expect((await table(files[2], "--target", "class", "--encoding", "latin1")).stderr).toBe("");
  });

  it("makes the text of a table safe for a terminal", async () => {
    const hostile = fileOf("a\u001b[31m,class\u202e\nx\u0007,p\u009b\ny,q\n1,\n");
    const { stdout, stderr } = await table(hostile, "--target", "class\u202e", "--query", "a\u001b[31m=x\u0007");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stdout).toContain("a\\u001b[31m = x\\u0007");
    expect(stderr).toContain("left out 1 row without a value of class\\u202e");
  });

  it("has a notice for each value that it leaves out or changes, unless --quiet is given", async () => {
    const odd = fileOf("a,b,c,class\n1,,7,p\n1,,7,p\n2,,7,q\n4,,7,q\n3,,7,?\n");
    const args = [odd, "--target", "class", "--numeric", "c"];
    const stderr = `\
thresher: left out 1 row without a value of class: line 6
thresher: b has no value in any row and is ignored
thresher: a is constant within p: its variance is set to 1e-9 of the variance of the column instead of 0
thresher: c is ignored: it is the same in every row
`;
    expect(await table(...args)).toMatchObject({ code: 0, stderr });
    expect((await table(...args, "--quiet")).stderr).toBe("");
  });
});

describe("thresher table refuses", () => {
  const good = "a,class\nx,p\ny,q\n";
  const of = (content: string | Uint8Array, ...args: string[]) => [fileOf(content), "--target", "class", ...args];

  it("a table that is at fault, in one line that says where", async () => {
    const noNumber = 'query 1: "x" in column "a" is not a number; correct it, or list it in --missing';
    const cases: [string[], string][] = [
      [[join(temporaryFolder(), "t.csv"), "--target", "class"], "cannot be read as a table: no such file or folder"],
      [[temporaryFolder(), "--target", "class"], "cannot be read as a table: it is a folder"],
      [of(""), "the table is empty: it needs a line with the column names"],
      [of(Buffer.from([0x61, 0, 0x0a])), "is a binary file, not a table of text"],
      [of(Buffer.from("PK\x03\x04\x14\0")), ": a zip archive: unpack it"],
      [of("a,class\nx,p\ny\n"), "line 3 has 1 cell, but the first line has 2"],
      [of('a,class\nx,"p\ny,q\n'), "line 2: a quote is opened and never closed"],
      [of("a,class\n1,p\nx,q\n", "--numeric", "a"), 'line 3: "x" in column "a" is not a number'],
      [of(good, "--classify", fileOf("b\nx\n")), 'the model has no column "b"; its columns are "a"'],
      [of("a,class\n1,p\n2,p\n3,q\n", "--query", "a=x"), noNumber],
      [of(good, "--test", fileOf("a,class\nx,r\n")), "has no class of the training documents: it has r"],
      [of(good, "--test", "/nowhere.csv"), "nowhere.csv: cannot be read as a table: no such file or folder"],
    ];
    await expectRefused(
      cases.map(([args, message]): Refused => [args, message, 1]),
      ["table"],
    );
  });

  it("options that do not suit the table, or a command line without one", async () => {
    const cases: Refused[] = [
      [[fileOf(good)], "table needs --target COLUMN: the column that holds the class"],
      [[fileOf(good), "--target", "play"], 'there is no column "play"; the columns are "a", "class"'],
      [of(good, "--alpha", "1", "--m-estimate", "1"), "alpha and m-estimate cannot be combined: choose one way"],
      [of(good, "--format", "tsv"), "--format tsv needs --classify or --query"],
      [of(good, "--folds", "2", "--leave-one-out"), "--folds and --leave-one-out cannot be combined: choose one"],
      [of(good, "--folds", "2", "--holdout", "1/3"), "--holdout and --folds cannot be combined: choose one"],
      [of(good, "--test", "t.csv", "--folds", "2"), "--test and --folds cannot be combined: choose one"],
      [of(good, "--format", "tsv", "--query", "a=x", "--folds", "2"), "--format tsv prints classified rows only"],
      [of(good, "--report", "t.pdf"), ": the file name must end in .html, .svg, .vl.json, .csv, .json or .md"],
    ];
    await expectRefused(cases, ["table"]);
  });

  it("to write over the table, and writes nothing where something is at fault", async () => {
    const file = fileOf(good);
    const folder = temporaryFolder();
    const cases: Refused[] = [
      [[file, "--report", file], "this file is written already"],
      [[fileOf("a,class\nx,p\n"), "--report", join(folder, "r.json")], "must have at least two classes", 1],
    ];
    await expectRefused(cases, ["table", "--target", "class"]);
    expect([readFileSync(file, "utf8"), namesIn(folder)]).toEqual([good, []]);
  });
});

describe.concurrent("the tables of the lectures", () => {
  it("play tennis: Mitchell 1997, section 6.9.1", async () => {
    const { json } = await result(...WEATHER, "--alpha", "0", "--query", DAY);
    const [{ label, joint, posterior, prior, attributes, logOdds }] = json.classified;
    expect(label).toBe("no");
    expect(joint).toEqual({ yes: expect.closeTo(0.005291, 6), no: expect.closeTo(0.0205714, 7) });
    expect(posterior.no).toBeCloseTo(0.7954173, 7);
    expect(prior.yes).toBeCloseTo(9 / 14, 14);
    expect(attributes.map((one: { likelihood: { yes: number } }) => one.likelihood.yes)).toEqual(
      [2 / 9, 3 / 9, 3 / 9, 3 / 9].map((share) => expect.closeTo(share, 14)),
    );
    expect(logOdds).toEqual({ of: "no", against: "yes", value: expect.closeTo(Math.log(joint.no / joint.yes), 12) });
  });

  it("who buys a computer: Carnegie Mellon University, 10-315", async () => {
    const { json } = await result(...COMPUTERS, "--alpha", "0", "--query", "over35=0,student=1,bornBeforeJuly=1");
    const [joints, posteriors] = [
      [0.017142857142857144, 0.13227513227513227].map((share) => expect.closeTo(share, 14)),
      [0.114, 0.886].map((share) => expect.closeTo(share, 2)),
    ];
    expect(json.classified).toMatchObject([{ label: "1", joint: { ...joints }, posterior: { ...posteriors } }]);
  });

  it("man or woman by height, weight and foot size: both variances are to be had", async () => {
    const query = ["--query", "height=6,weight=130,footSize=8"];
    const { json } = await result(...PEOPLE, "--variance", "unbiased", ...query);
    const [{ label, joint, attributes }] = json.classified;
    expect(label).toBe("female");
    expect(joint.male / 6.197071843878083e-9).toBeCloseTo(1, 10);
    expect(joint.female / 0.0005377909183630022).toBeCloseTo(1, 10);
    const densities = { male: [1.5789, 5.9881e-6, 0.0013112], female: [0.22346, 0.016789, 0.28669] };
    for (const [sex, expected] of Object.entries(densities)) {
      // The lecture rounds on the way.
      for (const [a, density] of expected.entries()) expect(attributes[a].likelihood[sex] / density).toBeCloseTo(1, 3);
    }
    const [height, weight, footSize] = json.table.attributes;
    expect([weight.means, footSize.means]).toEqual([
      [132.5, 176.25],
      [7.5, 11.25],
    ]);
    expect(height.means).toEqual([5.4175, 5.855].map((mean) => expect.closeTo(mean, 12)));
    expect(weight.squares.map((sum: number) => sum / 3)).toEqual([558.33, 122.92].map((v) => expect.closeTo(v, 2)));
    const other = await result(...PEOPLE, ...query);
    expect(other.json.classifier.variance).toBe("maximum-likelihood");
    expect(other.json.classified[0].joint.male).toBeLessThan(joint.male);
  });
});
