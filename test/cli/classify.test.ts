import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses, write } from "../helpers/folder.js";

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

const classify = (...args: string[]) => thresher(["classify", "-m", model, ...args]);

describe.concurrent("thresher classify", () => {
  it("prints path, class and probability in aligned columns", async () => {
    const { code, stdout, stderr } = await thresher(
      ["classify", "-m", model, join("ham", "0000.txt"), join("spam", "0000.txt")],
      { cwd: corpus },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\S+ {3}ham {3}0\.\d{3}\n\S+ {2}spam {2}0\.\d{3}\n$/);
    expect(
      new Set(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.length),
      ).size,
    ).toBe(1);
  });

  it("prints tab-separated, comma-separated and JSON lines", async () => {
    const [tsv, csv, ndjson] = await Promise.all(
      ["tsv", "csv", "ndjson"].map((format) => classify(letter, prize, "--format", format)),
    );
    const probability = "0\\.\\d{3,}";
    expect(tsv.stdout).toMatch(
      new RegExp(`^path\tlabel\tprobability\n${letter}\tham\t${probability}\n${prize}\tspam\t${probability}\n$`),
    );
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
    expect(Object.keys(result)).toEqual(["path", "label", "probability", "logOdds", "knownTokens", "probabilities"]);
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
    const inbox = folderWith({
      b: "cash",
      a: { z: "lunch", deep: { y: "prize" } },
      ".hidden": "x",
      ".git": { c: "x" },
    });
    const { stdout } = await classify(inbox, "--json");
    expect(JSON.parse(stdout).map(({ path }: { path: string }) => path.slice(inbox.length))).toEqual([
      "/a/deep/y",
      "/a/z",
      "/b",
    ]);
  });

  it("takes of a folder what the patterns say", async () => {
    const inbox = folderWith({ "a.txt": "cash", "b.html": "cash", old: { "c.txt": "cash" } });
    const { stdout } = await classify(inbox, "--json", "--include", "**/*.txt", "--exclude", "old");
    expect(JSON.parse(stdout)).toMatchObject([{ path: join(inbox, "a.txt") }]);
  });

  it("takes standard input as -, among other paths", async () => {
    const outcome = await thresher(["classify", "-m", model, "--json", "-", letter], { input: "urgent cash prize" });
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(outcome.stdout)).toMatchObject([
      { path: "-", label: "spam", knownTokens: 3 },
      { path: letter, label: "ham" },
    ]);
  });

  it("takes empty standard input as an empty document", async () => {
    const outcome = await thresher(["classify", "-m", model, "--json", "-"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(outcome.stdout)).toMatchObject([
      { path: "-", knownTokens: 0, probabilities: { ham: 0.5, spam: 0.5 } },
    ]);
  });

  it("waits for standard input that comes in pieces", async () => {
    const outcome = await thresher(["classify", "-m", model, "--json", "-"], {
      onStart: ({ stdin }) => {
        stdin?.write("urgent ca");
        setTimeout(() => stdin?.end("sh prize"), 300);
      },
    });
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(outcome.stdout)).toMatchObject([{ label: "spam", knownTokens: 3 }]);
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
      expect(stdout.split("\n")).toEqual(["path\tlabel\tprobability", expect.stringMatching(`^${letter}\tham\t`), ""]);
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
    expectFault(outcome, 1, /nowhere: required documents that can be read \(strict\), found: no such file or folder$/m);
  });

  it("goes on after a binary file under --strict, which is for what cannot be read, as in training", async () => {
    const inbox = folderWith({ a: "\0", b: "cash prize" });
    const [strict, tolerant] = [await classify(inbox, "--strict"), await classify(inbox)];
    expect(strict).toEqual(tolerant);
    expect(strict).toMatchObject({ code: 1, stdout: expect.stringContaining(join(inbox, "b")) });
  });

  it("takes one --format, the last of several", async () => {
    const { code, stdout } = await classify(letter, "--format", "csv", "--format", "tsv");
    expect({ code, header: stdout.split("\n")[0] }).toEqual({ code: 0, header: "path\tlabel\tprobability" });
  });

  it("refuses a format that is none, and lists those there are", async () => {
    expectFault(
      await classify(letter, "--format", "xml"),
      2,
      /'xml' is invalid\. Allowed choices are table, tsv, csv, ndjson/,
    );
  });

  it("writes no subject as CSV that a spreadsheet would compute", async () => {
    const trap = folderWith({ 1: "From: ann@home\nSubject: =HYPERLINK(1)\n\nreport" });
    const { stdout } = await thresher(["classify", "-m", model, "1", "--show", "subject", "--format", "csv"], {
      cwd: trap,
    });
    expect(stdout).toMatch(/^path,label,probability,subject\n1,ham,[\d.]+,'=HYPERLINK\(1\)\n$/);
  });

  it("shows sender and subject of messages when it is asked to", async () => {
    const inbox = folderWith({ 1: "From: Ann <ann@home>\nSubject: lunch\n\nreport", 2: "cash prize" });
    const { stdout } = await thresher(["classify", "-m", model, ".", "--show", "from,subject", "--format", "tsv"], {
      cwd: inbox,
    });
    expect(stdout.replaceAll(/0\.\d+/g, "P")).toBe(
      "path\tlabel\tprobability\tfrom\tsubject\n1\tham\tP\tann@home\tlunch\n2\tspam\tP\t\t\n",
    );
    expectFault(await classify(inbox, "--show", "to"), 2, /"to" in it: Required one of from, subject/);
  });

  const inbox = folderWith({ 1: "From: Ann <ann@home>\nSubject: lunch\n\nreport" });
  const terminal = (columns: number) => {
    const module = `Object.assign(process.stdout, { isTTY: true, columns: ${columns} })`;
    return { node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`], cwd: inbox };
  };
  const shown = /^1 +ann@home +lunch +ham +0\.\d{3}\n$/;

  it("shows them by itself in a terminal that is wide enough, if there are messages", async () => {
    expect((await thresher(["classify", "-m", model, "1"], terminal(100))).stdout).toMatch(shown);
    expect((await thresher(["classify", "-m", model, letter], terminal(200))).stdout).toMatch(/0000\.txt {2}ham {3}0/);
    expect((await thresher(["classify", "-m", model, "1"], terminal(80))).stdout).toMatch(/^1 {2}ham /);
  });

  it("shows them of mail by itself, unless a terminal is narrow", async () => {
    expect((await thresher(["classify", "-m", ofMail, "1"], { cwd: inbox })).stdout).toMatch(shown);
    expect((await thresher(["classify", "-m", ofMail, "1"], terminal(80))).stdout).toMatch(shown);
    expect((await thresher(["classify", "-m", ofMail, "1"], terminal(71))).stdout).toMatch(/^1 {2}ham /);
    const tsv = await thresher(["classify", "-m", ofMail, "1", "--format", "tsv"], { cwd: inbox });
    expect(tsv.stdout).toMatch(/^path\tlabel\tprobability\n1\tham\t/);
  });
});
