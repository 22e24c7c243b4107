import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher, thresherAsNobody } from "../../helpers/command.js";
import { expectFault, expectRefused, jsonOf, outputOf } from "../../helpers/expectations.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

const ROWS = [
  { key: "a", text: "urgent cash prize", n: 1, label: "gold" },
  { key: "b", text: "report lunch", n: [2, null] },
  { key: "a", text: "cash", n: "3" },
];
const cwd = folderWith({
  corpus: twoClasses(),
  crawl: { "rows.jsonl": ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""), "one.txt": "report" },
  "table.csv": 'text,who\n"cash, prize",Ann\nlunch,"B\u00e9n"\n',
});
const at = (name: string) => join(cwd, name);
const linesIn = (name: string) => readFileSync(at(name), "utf8").trimEnd().split("\n");
const rowsIn = (name: string) => linesIn(name).map((line) => JSON.parse(line));
beforeAll(async () => {
  await outputOf("train corpus -m m", { cwd });
});

describe("classify -o", () => {
  it("writes a line for each document in their order, as classify prints them, tables in folders included", async () => {
    expect(await outputOf("classify crawl -m m -o all.jsonl", { cwd })).toBe(
      "Classified 4 documents (ham 2, spam 2): all.jsonl, 0.3 kB.\n",
    );
    const printed = await jsonOf("classify crawl/one.txt crawl/rows.jsonl -m m", { cwd });
    expect(rowsIn("all.jsonl")).toEqual(
      printed.map(({ path, label, probability }: Record<string, unknown>) => ({ id: path, label, probability })),
    );
    expect(readdirSync(cwd).filter((name) => name.startsWith("all.jsonl"))).toEqual(["all.jsonl"]);
    await outputOf("classify crawl -m m -o all.jsonl.gz", { cwd });
    expect(gunzipSync(readFileSync(at("all.jsonl.gz"))).equals(readFileSync(at("all.jsonl")))).toBe(true);
  });

  it("has the exit code 1 if a file cannot be read, and writes the answers of the others", async () => {
    const { code, stdout, stderr } = await thresher("classify crawl gone.txt -m m -o rest.jsonl", { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^Classified 4 documents /) });
    expect(stderr).toMatch(/^thresher: left out 1 file or folder that cannot be read: gone\.txt .*\n$/);
  });

  it("counts no binary file, and does a shard whose number ends without a line feed", async () => {
    mkdirSync(at("mixed"));
    writeFileSync(at("mixed/a"), "cash prize");
    writeFileSync(at("mixed/b"), new Uint8Array(9));
    const classified = await thresher("classify mixed -m m -o mixed.jsonl", { cwd });
    expect(classified.stdout).toContain("Classified 1 document (spam 1)");
    await outputOf("plan mixed -m m --shards 1 -o mixed.plan", { cwd });
    const { stdout } = await thresher("count mixed.plan --shard - -o mixed-shards", { cwd, input: "0" });
    expect(JSON.parse(stdout)).toMatchObject({ shard: 0, documents: 1, answers: 1 });
    const merge = "merge mixed-shards --plan mixed.plan";
    expectFault(await thresher(`${merge} -m m -o x.jsonl`, { cwd }), 2, "--output and --model cannot be combined");
    const env = { THRESHER_MODEL: "m" };
    expectFault(await thresher(merge, { cwd, env }), 2, "is a plan to classify: name the file to write with --output");
    await thresher(`${merge} -o joined.jsonl`, { cwd, env });
    expect(linesIn("joined.jsonl")).toEqual(linesIn("mixed.jsonl"));
  });

  it("adds probabilities, notes, ids and columns with their types on demand", async () => {
    await outputOf("classify crawl/rows.jsonl -m m -o own.jsonl --id-column key --columns n,label --probabilities", {
      cwd,
    });
    const rows = rowsIn("own.jsonl");
    expect(rows.map(({ id, n }) => [id, n])).toEqual([
      ["a", 1],
      ["b", [2, null]],
      ["a", "3"],
    ]);
    expect(rows.map((row) => row["label.1"])).toEqual(["gold", null, null]);
    expect(rows[0].probabilities.ham + rows[0].probabilities.spam).toBeCloseTo(1, 12);
    await outputOf("classify table.csv corpus/ham/0000.txt -m m -o every.jsonl --columns all", { cwd });
    expect(rowsIn("every.jsonl").map(({ text, who }) => [text, who])).toEqual([
      ["cash, prize", "Ann"],
      ["lunch", "B\u00e9n"],
      [readFileSync(at("corpus/ham/0000.txt"), "utf8"), undefined],
    ]);
  });

  it("writes a Parquet table, with a column for each probability, and numbers as numbers", async () => {
    const words = "--columns key,n --probabilities";
    symlinkSync("target.parquet", at("rows.parquet"));
    await outputOf(`classify crawl/rows.jsonl -m m -o rows.parquet ${words}`, { cwd });
    await outputOf(`classify crawl/rows.jsonl -m m -o same.jsonl ${words}`, { cwd });
    await outputOf("classify rows.parquet -m m -o back.jsonl --columns all --text-column key", { cwd });
    const written = rowsIn("same.jsonl").map(({ id, label, probability, probabilities, key, n }) => {
      const texts = { "id.1": id, "label.1": label, key, n: typeof n === "string" ? n : JSON.stringify(n) };
      return { ...texts, "probability.1": probability, "P(ham)": probabilities.ham, "P(spam)": probabilities.spam };
    });
    expect(rowsIn("back.jsonl")).toMatchObject(written);
    expect(lstatSync(at("rows.parquet")).isSymbolicLink()).toBe(true);
  });

  it("names a table that it may not read, of lines or of columns", async () => {
    chmodSync(cwd, 0o777);
    for (const name of ["closed.jsonl", "closed.parquet"]) {
      await outputOf(`classify crawl -m m -o ${name}`, { cwd });
      chmodSync(at(name), 0);
      await thresherAsNobody(`plan ${name} corpus/ham -m m --text-column id --shards 9 -o ${name}.plan`, { cwd });
      const counting = await thresherAsNobody(`count ${name}.plan --shard 0 -o closed`, { cwd });
      expectFault(counting, 1, `cannot be read: ${name} (permission denied): make it readable here`);
    }
  });

  it("keeps only what is wanted, as does classify without -o", async () => {
    const kept = await jsonOf("classify crawl -m m -o spam.jsonl --keep spam --above .8 --columns text", { cwd });
    expect(kept).toMatchObject({ documents: 4, answers: 1, labels: { spam: 1 } });
    expect(rowsIn("spam.jsonl")).toMatchObject([{ label: "spam", text: "urgent cash prize" }]);
    const printed = await jsonOf("classify crawl/rows.jsonl -m m --keep spam --above 80%", { cwd });
    expect(printed).toMatchObject([{ path: "crawl/rows.jsonl#1" }]);
    expect(await jsonOf("classify crawl/rows.jsonl -m m --keep spam --keep ham", { cwd })).toHaveLength(3);
  });

  it("says in one line what is wrong", async () => {
    writeFileSync(at("there.jsonl"), "mine");
    mkdirSync(at("mine.jsonl.parts"));
    writeFileSync(at("mine.jsonl.parts/letter.txt"), "mine");
    await expectRefused(
      [
        ["-o out.doc", "cannot write answers in this form: use a name with .jsonl, .jsonl.gz, .jsonl.zst, .parquet"],
        ["-o none/out.jsonl", "none/out.jsonl: cannot be written: no such file or folder", 1],
        ["-o there.jsonl", "there.jsonl exists already: delete it, or name another file", 1],
        ["-o crawl/rows.jsonl", "crawl/rows.jsonl exists already", 1],
        [
          "-o mine.jsonl",
          "mine.jsonl.parts is for the parts of the answers, but has other files, such as letter.txt",
          1,
        ],
        ["-o x.jsonl --keep eggs", '--keep: this model has no class "eggs"; it has "ham", "spam"'],
        ["-o x.jsonl --above .9", "--above needs --keep"],
        ["--above .9", "--above needs --keep"],
        ["-o x.jsonl --keep spam --above 1.5", "give a probability from 0 to 1"],
        ["-o x.jsonl --keep spam --above nan", "give a probability from 0 to 1"],
        [
          "-o x.jsonl --columns url",
          'there is no member "url"; the members are "key", "text", "n", "label": choose one with --columns',
          1,
        ],
        ["-o x.jsonl --format csv", "--format and --output cannot be combined"],
        ["--columns text", "--columns is for -o"],
        ["-o x.jsonl table.csv#2", "table.csv#…: only whole files can be divided"],
        ["-o x.jsonl -m crawl/one.txt", "crawl/one.txt", 1],
      ],
      "classify crawl/rows.jsonl -m m",
      { cwd },
    );
    expect(readdirSync(cwd).filter((name) => name.endsWith(".parts"))).toEqual(["mine.jsonl.parts"]);
    expect(readFileSync(at("there.jsonl"), "utf8")).toBe("mine");
  });
});
