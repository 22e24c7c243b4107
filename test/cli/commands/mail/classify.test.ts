import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { folderWith, twoClasses } from "../../../helpers/folder.js";

const linesOf = (text: string) => text.trimEnd().split("\n");

describe.concurrent("thresher classify", () => {
  /** Commands run here: `m` is a model, and `mail` one of mail. */
  const cwd = folderWith({
    corpus: twoClasses(),
    guesses: { empty: "", other: "漢字 xyzzy", known: "cash" },
    inbox: { 1: "From: Ann <ann@home>\nSubject: lunch\n\nreport" },
  });
  const [letter, prize] = ["corpus/ham/0000.txt", "corpus/spam/0000.txt"];
  beforeAll(async () => {
    await outputOf("train corpus -m m", { cwd });
    await outputOf("train corpus -m mail --as mail", { cwd });
  });

  it("prints tab-separated, comma-separated and JSON lines", async () => {
    const [tsv, csv, ndjson] = await each(["tsv", "csv", "ndjson"], (format) =>
      outputOf(`classify -m m ${letter} ${prize} --format ${format}`, { cwd }),
    );
    expect(tsv).toMatch(
      RegExp(`^path\tlabel\tprobability\tnote\n${letter}\tham\t0\\.\\d{4}\t\n${prize}\tspam\t0\\.\\d{4}\t\n$`),
    );
    expect(csv).toBe(tsv.replaceAll("\t", ","));
    expect(linesOf(ndjson).map((line) => JSON.parse(line).label)).toEqual(["ham", "spam"]);
  });

  it("gives the same keys for each document under --json and in JSON lines", async () => {
    const [result, ...others] = await jsonOf(`classify -m m ${letter}`, { cwd });
    expect(others).toEqual([]);
    expect(JSON.parse(await outputOf(`classify -m m ${letter} --format ndjson`, { cwd }))).toEqual(result);
    const keys = ["path", "label", "probability", "logOdds", "knownTokens", "probabilities", "note"];
    expect(Object.keys(result)).toEqual(keys);
    expect(result).toMatchObject({ path: letter, label: "ham", knownTokens: 4 });
    expect(result.probabilities.ham).toBe(result.probability);
    expect(result.probabilities.ham + result.probabilities.spam).toBeCloseTo(1, 12);
  });

  it("takes standard input as -, among other paths, and also if it is empty", async () => {
    const given = (input: string) => jsonOf(`classify -m m - ${letter}`, { cwd, input });
    const ham = { path: letter, label: "ham" };
    expect(await given("urgent cash prize")).toMatchObject([{ path: "-", label: "spam", knownTokens: 3 }, ham]);
    expect(await given("")).toMatchObject([{ path: "-", knownTokens: 0, probabilities: { ham: 0.5, spam: 0.5 } }, ham]);
  });

  it("says of an empty or wholly unknown document that it guesses, in every form", async () => {
    const printed = (format: string) => outputOf(`classify -m m guesses --format ${format}`, { cwd });
    const UNKNOWN = "no known words";
    expect(await printed("table")).toMatch(
      /^guesses\/empty {2}ham {3}0\.500 {2}no known words\n\S+known {2}spam {2}0\.\d{3}\n\S+other {2}ham {3}0\.500 {2}no known words\n$/,
    );
    for (const [format, separator] of Object.entries({ tsv: "\t", csv: "," })) {
      const notes = linesOf(await printed(format)).map((row) => row.split(separator).at(-1));
      expect(notes).toEqual(["note", UNKNOWN, "", UNKNOWN]);
    }
    const notes = linesOf(await printed("ndjson")).map((line) => JSON.parse(line).note);
    expect(notes).toEqual([UNKNOWN, null, UNKNOWN]);
    const explained = await outputOf("explain -m m guesses/empty guesses/known", { cwd });
    expect(explained).toMatch(/^guesses\/empty: ham, probability 0\.500, no known words$/m);
    expect(explained).toMatch(/^guesses\/known: spam, probability 0\.\d{3}$/m);
    expect(await jsonOf("explain -m m guesses/empty", { cwd })).toMatchObject([{ note: UNKNOWN }]);
  });

  it("names a missing path, classifies the other one, and has exit code 1", async () => {
    for (const paths of [`nowhere ${letter}`, `${letter} nowhere`]) {
      const { code, stdout, stderr } = await thresher(`classify -m m ${paths} --json`, { cwd });
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject([{ path: letter }]);
      expectOneLine(stderr, "left out 1 file or folder that cannot be read: nowhere (no such file or folder)");
    }
  });

  it("stops at a missing path under --strict, and refuses a format that is none", async () => {
    const strict = await thresher(`classify -m m ${letter} nowhere --strict`, { cwd });
    expectFault(strict, 1, /nowhere cannot be read: no such file or folder \(--strict\)$/m);
    const outcome = await thresher(`classify -m m ${letter} --format xml`, { cwd });
    expectFault(outcome, 2, /"xml" is not a choice; choose table, tsv, csv, ndjson or notmuch/);
  });

  it("shows sender and subject of mail, unless a terminal is narrow", async () => {
    const terminal = (columns: number) => {
      const module = `Object.assign(process.stdout, { isTTY: true, columns: ${columns} })`;
      return { node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`], cwd };
    };
    const shown = /^inbox\/1 +ann@home +lunch +ham +0\.\d{3}\n$/;
    expect(await outputOf("classify -m mail inbox/1", { cwd })).toMatch(shown);
    expect(await outputOf("classify -m mail inbox/1", terminal(80))).toMatch(shown);
    expect(await outputOf("classify -m mail inbox/1", terminal(71))).toMatch(/^inbox\/1 {2}ham /);
    expect(await outputOf("classify -m mail inbox/1 --format tsv", { cwd })).toMatch(
      /^path\tlabel\tprobability\tnote\ninbox\/1\tham\t/,
    );
  });
});

describe.concurrent("thresher classify of a table", () => {
  const cwd = folderWith({
    "train.csv": `no,Subject,Description,Category,who
1,late parcel,lost,post,Ann
2,new card,account,bank,Bob
3,parcel,gone,post,Eve
4,card,account,bank,Al
`,
    "new.csv": 'no,who,Description,Subject,label\n71,Ann,gone,parcel,?\n72,"B, Bob",account,,\n72,C,,,x\n,D,card,zz,\n',
    "part.csv": "no,Description,paid,urgent\n5,account,1,0\n",
    "new.jsonl": '{"no":7,"Subject":"parcel","Description":"lost","who":["x"]}\n',
  });

  beforeAll(async () => {
    const outcome = await thresher("train train.csv -m m --text-column Subject --text-column Description", { cwd });
    expect(outcome).toMatchObject({ code: 0 });
  });

  it("reads the columns that the model was trained on, and carries the other ones over", async () => {
    const csv = await outputOf("classify -m m new.csv --format csv", { cwd });
    expect(csv.replace(/\d\.\d{4}/g, "P")).toBe(`\
path,label,probability,note,no,who,label.1
new.csv#1,post,P,,71,Ann,?
new.csv#2,bank,P,,72,"B, Bob",
new.csv#3,bank,P,no known words,72,C,x
new.csv#4,bank,P,,,D,
`);
    const [json] = await jsonOf("classify -m m new.jsonl", { cwd });
    expect(json).toEqual(JSON.parse(await outputOf("classify -m m new.jsonl --format ndjson", { cwd })));
    expect(json).toMatchObject({ label: "post", columns: { no: "7", who: '["x"]' } });
    expect(await outputOf("classify -m m new.csv", { cwd })).toMatch(/^new\.csv#1 {5}post {2}0\.\d{3}\n/);
  });

  it("joins the columns of several tables, and of a pipe", async () => {
    const { stdout } = await thresher("classify -m m part.csv new.jsonl --format tsv --text-column no", { cwd });
    expect(stdout.split("\n").map((line) => line.split("\t").slice(4))).toEqual([
      ["Description", "paid", "urgent", "Subject", "who"],
      ["account", "1", "0", "", ""],
      [],
    ]);
    const input = "no,Subject,Description\n5,parcel,lost\n";
    const piped = "classify -m m - --input-format csv --format tsv --id-column no";
    const header = "path\tlabel\tprobability\tnote\n";
    expect(await outputOf(piped, { cwd, input })).toMatch(RegExp(`^${header}5\tpost\t0\\.\\d{4}\t\n$`));
  });
});
