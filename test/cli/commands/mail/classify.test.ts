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

const HEADER = "path\tlabel\tprobability\tP(ham)\tP(spam)\tnote";

const classify = (...args: string[]) => thresher(["classify", "-m", model, ...args]);

describe.concurrent("thresher classify", () => {
  it("prints path, class and probability in aligned columns", async () => {
    const { code, stdout, stderr } = await thresher(["classify", "-m", model, "ham/0000.txt", "spam/0000.txt"], {
      cwd: corpus,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ham\/0000\.txt {3}ham {3}0\.\d{3}\nspam\/0000\.txt {2}spam {2}0\.\d{3}\n$/);
  });

  it("prints tab-separated, comma-separated and JSON lines", async () => {
    const [tsv, csv, ndjson] = await Promise.all(
      ["tsv", "csv", "ndjson"].map((format) => classify(letter, prize, "--format", format)),
    );
    const probability = "0\\.\\d{3,}";
    const columns = `${probability}\t${probability}\t${probability}`;
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

  it("prints an empty JSON list for a folder without documents", async () => {
    const inbox = folderWith({});
    const empty = await classify(inbox, "--json");
    expect(empty).toMatchObject({ code: 0, stdout: "[]\n", stderr: `thresher: no documents in ${inbox}\n` });
    expect(await classify(inbox, "--quiet")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  it("takes the files of a folder at any depth, sorted, hidden ones and links left out", async () => {
    const documents = { b: "cash", a: { z: "lunch", deep: { y: "prize" } } };
    const inbox = folderWith({ ...documents, ".hidden": "x", ".git": { c: "x" } });
    const { stdout } = await classify(inbox, "--json");
    const paths = JSON.parse(stdout).map(({ path }: { path: string }) => path.slice(inbox.length));
    expect(paths).toEqual(["/a/deep/y", "/a/z", "/b"]);
  });

  it("takes of a folder what the patterns say", async () => {
    const inbox = folderWith({ "a.txt": "cash", "b.html": "cash", old: { "c.txt": "cash" } });
    const { stdout } = await classify(inbox, "--json", "--include", "**/*.txt", "--exclude", "old");
    expect(JSON.parse(stdout)).toMatchObject([{ path: join(inbox, "a.txt") }]);
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

  it("says so of mail, too, of which it knows the zone, the type and the like of almost every message", async () => {
    const header =
      "From: a@b.example\nDate: Mon, 4 Mar 2024 09:12:00 +0100\nMIME-Version: 1.0\nContent-Type: text/plain\n\n";
    const corpus = folderWith({ ham: { 1: `${header}lunch letter\n` }, spam: { 1: `${header}cash prize\n` } });
    const trained = join(temporaryFolder(), "m.model");
    await thresher(["train", corpus, "-m", trained, "--preset", "mail"]);
    const other = header.replace("a@b.example", "xyzzy");
    const cwd = folderWith({ 1: other, 2: `${other}abcde\n`, 3: `${other}cash\n`, 4: "" });
    const { stdout } = await thresher(["classify", "-m", trained, ".", "--json"], { cwd });
    const results: { knownTokens: number; note: string | null }[] = JSON.parse(stdout);
    expect(results.map(({ note }) => note)).toEqual(["no known words", "no known words", null, "no known words"]);
    expect(results[0].knownTokens).toBeGreaterThan(0);
  });

  it("reads of endless standard input what it reads of a huge file", async () => {
    const piece = `urgent${" ".repeat(2 ** 20 - 6)}`;
    const most = 100; // pieces of 1 MB, so that a command that wants them all comes to an end, too
    let sent = 0;
    const outcome = await thresher(["classify", "-m", model, "--json", "-"], {
      onStart: ({ stdin }) => {
        const send = () => {
          while (sent < most) {
            sent++;
            if (stdin?.write(piece) === false) return;
          }
          stdin?.end();
        };
        stdin?.on("drain", send);
        send();
      },
    });
    expect(outcome.code).toBe(0);
    expectOneLine(outcome.stderr, "read only the first 16 MiB of 1 file: -");
    expect(JSON.parse(outcome.stdout)).toMatchObject([{ label: "spam", knownTokens: 16 }]);
    expect(sent).toBeLessThan(most);
  });

  it("names binary standard input, and has exit code 1", async () => {
    const { code, stdout, stderr } = await thresher(["classify", "-m", model, "-"], { input: "ca\0sh" });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expectOneLine(stderr, /left out 1 binary file .*: -$/m);
  });

  it("names a missing path, classifies the good one beside it, and has exit code 1", async () => {
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

  it("says what it could not read even under --quiet", async () => {
    const { code, stderr } = await classify(join(corpus, "nowhere"), "--quiet");
    expect(code).toBe(1);
    expectOneLine(stderr, "nowhere (no such file or folder)");
  });

  it("stops at a missing path under --strict", async () => {
    const outcome = await classify(letter, join(corpus, "nowhere"), "--strict");
    expectFault(outcome, 1, /nowhere cannot be read: no such file or folder \(--strict\)$/m);
  });

  it("goes on after a binary file under --strict, which is for what cannot be read, as in training", async () => {
    const inbox = folderWith({ a: "\0", b: "cash prize" });
    const [strict, tolerant] = [await classify(inbox, "--strict"), await classify(inbox)];
    expect(strict).toEqual(tolerant);
    expect(strict).toMatchObject({ code: 1, stdout: expect.stringContaining(join(inbox, "b")) });
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
    expect(tsv.stdout).toMatch(/^path\tlabel\tprobability\tP\(ham\)\tP\(spam\)\tnote\n1\tham\t/);
  });
});
