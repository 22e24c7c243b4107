import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher, thresherProcess } from "../../../helpers/command.js";
import { expectRefused, jsonOf, outputOf, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { expectRepeatable, mixed } from "../../../helpers/tuned.js";

describe.concurrent("thresher tune", () => {
  const corpus = folderWith(mixed(12));

  it("says what it chose and why, and the command lines that give the same figure again", async () => {
    const stdout = await outputOf(
      `tune ${corpus} --try alpha=1,0.1,0.01 --try ngrams=1-1,1-2 --try min-documents=1,2 --try max-terms=all,6 ` +
        "--folds 4 --seed 3 --stem porter --set token-length=3-9",
    );
    expect(stdout).toMatch(
      /^best: --classifier \w+ --alpha [\d.]+.*\n[\d.]+ %, 95 % interval [\d.]+ to [\d.]+ %, \d+ terms\n/,
    );
    const evaluate = await expectRepeatable(stdout);
    expect(evaluate).toEqual(expect.arrayContaining(["--folds", "4", "--seed", "3", "--stem", "porter"]));
  });

  it("gives every candidate under --json, and the settings that it chose", async () => {
    const options = "--try alpha=1,0.1 --folds 4 --by macro-f1 --repeats 2 --try drop-top=0,1,1";
    const result = await jsonOf(`tune ${corpus} ${options}`);
    expect(result).toMatchObject({ by: "macro-f1", protocol: { kind: "folds", folds: 4, repeats: 2, seed: 1 } });
    expect(result.candidates).toHaveLength(24);
    for (const { scores } of result.candidates) expect(scores).toHaveLength(8);
    const { name, ...chosen } = result.classifier;
    expect(chosen).toMatchObject({ as: "auto", stem: null, tokenLength: [2, 256] });
    const { classifier, alpha, minDocuments, dropTop } = result.candidates[0].settings;
    expect({ name, ...chosen }).toMatchObject({ name: classifier, alpha, minDocuments, dropTop });
  });

  it("tries any choice by its name, and hands it on", async () => {
    const choices = "classifier=multinomial|alpha=1,0.1|tf=count,log|norm=l2|idf=smooth|max-terms=all, 5".split("|");
    const result = await jsonOf(["tune", corpus, "--folds", "4", ...choices.flatMap((choice) => ["--try", choice])]);
    expect(result.candidates).toHaveLength(2 * 2 * 2 * 2);
    expect(result.classifier).toMatchObject({ idf: "smooth", norm: "l2" });
    expect(result.commands[0]).toContain(" --idf smooth --norm l2");
    const { accuracy } = await jsonOf(result.commands[1].replace("thresher ", ""));
    expect(accuracy).toBeCloseTo(result.candidates[0].mean, 12);
  });

  it("reads only the files of --include, and prints commands that do so too", async () => {
    const other = folderWith({ other: { "1.eml": "letter" }, ...mixed(8) });
    const files = "--include {ham,spam}/*.txt --exclude **/0.txt --strict --try alpha=1,0.1 --folds 4 --quiet";
    const result = await jsonOf(`tune ${other} ${files}`);
    expect(result.documents).toBe(14);
    expect(result.commands[1]).toMatch(/ --include '\{ham,spam\}\/\*\.txt' --exclude '\*\*\/0\.txt' --strict --class/);
  });

  it("writes reports of every candidate, in the forms that their names end in", async () => {
    const cwd = temporaryFolder();
    const names = ["t.html", "t.csv", "t.json", "t.md"];
    const args = `tune ${folderWith(twoClasses(6))} --folds 3 --try alpha=1,0.1 --json`;
    const { code, stdout } = await thresher(`${args} --report ${names.join(" --report ")}`, { cwd });
    expect(code).toBe(0);
    const [page, csv, json, markdown] = names.map((name) => readFileSync(join(cwd, name), "utf8"));
    expect(page).toContain("<title>Tuning</title>");
    expect(csv).toMatch(/^accuracy,low,high,terms,settings\n[\d.]+,/);
    expect(csv.trim().split("\n")).toHaveLength(1 + 12);
    expect(json).toBe(stdout);
    expect(markdown).toContain(" accuracy | terms | settings |");
    await expectRefused([["--report t.svg", "must end in .html, .csv"]], args, { cwd });
  });

  it("refuses in one line what cannot be tried, and a corpus of one class, or of none", async () => {
    const three = folderWith({ ...mixed(4), eggs: { a: "egg", b: "egg" } });
    const cases: Refused[] = [
      [`${corpus} --try classifier=multinomial,nearest`, /"nearest" is wrong: choose multinomial, bernoulli/],
      [`${corpus} --try min-documents=1,1.5`, /minDocuments|min-documents/],
      [
        `${corpus} --by recall`,
        '"recall" is not a choice; choose accuracy, micro-f1, macro-f1, log-loss, roc-auc or total-cost',
      ],
      [`${corpus} --try alpha`, /"alpha": give a name and a value, such as alpha=1,0\.1/],
      [`${corpus} --try stem=porter`, /there is no choice "stem"; choose from classifier, alpha, m-estimate, /],
      [`${corpus} --try alpha=1 --try alpha=2`, /alpha is given twice; write it once, such as alpha=1,0\.1/],
      [`${corpus} --try max-terms=0`, /"max-terms=0": give a whole number of at least 1/],
      [`${corpus} --classifier bernoulli`, /tune has no option --classifier any more: --try classifier=VALUES/],
      [`${corpus} --minutes 0`, /--minutes "0": give a number above 0/],
      [`${corpus} --minutes 1 --try alpha=1`, /--minutes limits a search; the choices given here are all tried/],
      [`${corpus} --by roc-auc --positive eggs`, /there is no class "eggs"/],
      [`${corpus} --set class-weight=even`, /even/],
      [`${three} --by roc-auc`, "roc-auc needs two classes; there are 3"],
      [folderWith({ ham: { a: "letter", b: "letter" } }), 'there is only one class to learn, "ham"', 1],
      [temporaryFolder(), /no class folder with documents/, 1],
      [
        `${folderWith({ ham: { a: "letter" }, spam: { b: "prize" } })} --folds 2`,
        /no split has a class in both its training and/,
        1,
      ],
    ];
    await expectRefused(cases, ["tune"]);
  });
});

describe.concurrent("thresher tune without choices", () => {
  const corpus = folderWith(mixed(15));

  it("prints commands that train, and that give the figure again", async () => {
    const { stdout } = await thresher(`tune ${corpus} --folds 3 --seed 2 --jobs 1`);
    expect(stdout).toMatch(/^Candidates tested: \d+ on the first fold, \d+ on all folds\./m);
    expect(stdout).toMatch(/^No candidate was left out for lack of time \(limit 2 minutes\)\.$/m);
    await expectRepeatable(stdout);
  });

  it("reads mail as mail, and says so", async () => {
    const mail = (words: readonly string[]) =>
      Object.fromEntries(
        words.map((word, i) => [`${i}`, `Received: by mx; Sun, 22 Nov 2026\nSubject: ${word}\n\n${word} ${word}\n`]),
      );
    const folder = folderWith({ ham: mail(["lunch", "lunch", "home"]), spam: mail(["cash", "prize", "cash"]) });
    const { stderr, stdout } = await thresher(`tune ${folder} --folds 2 --json`);
    expect(stderr).toContain("this looks like mail, and is read as --as mail");
    const { candidates, commands } = JSON.parse(stdout);
    expect(commands[0]).toMatch(/--as mail|--preset mail-best/);
    expect(candidates.map(({ preset = null }) => preset)).toContain("mail-best");
  });

  it("has said the best so far, with its command, if a signal ends it", async () => {
    const outcome = await thresherProcess(`tune ${folderWith(mixed(30))} --folds 20 --jobs 1`, {
      onStart: (child) => child.stderr?.once("data", () => child.kill("SIGINT")),
    });
    expect(outcome).toMatchObject({ stdout: "", signal: "SIGINT" });
    expect(outcome.stderr).toMatch(/^thresher: best so far, [\d.]+ %: thresher train .* -m MODEL --classifier .*\n/);
  });

  it("tests one candidate on all folds if there is no time for more", async () => {
    const { search, candidates } = await jsonOf(`tune ${corpus} --quiet --minutes 0.0000001`);
    expect([candidates.length, search.tested]).toEqual([1, 1]);
    expect(search.untried.map(({ preset = null }) => preset)).toContain("best");
  });
});
