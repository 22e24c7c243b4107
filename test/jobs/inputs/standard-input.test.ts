import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../helpers/command.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

const SPAM = { label: "spam", text: "win cash" };
const HAM = { label: "ham", text: "dear anna" };
const LINES = [SPAM, HAM].map((document) => `${JSON.stringify(document)}\n`).join("");

const newModel = () => join(temporaryFolder(), "model");
const train = (input: string, ...options: string[]) => thresher(["train", "-", ...options], { input });

describe("documents from a pipe, or in the lines of a file", () => {
  it("are learned and classified, and leave no file behind", async () => {
    const model = newModel();
    const env = { TMPDIR: temporaryFolder() };
    const { stdout, stderr } = await thresher(["train", "-", "-m", model], { input: LINES, env });
    expect(stdout).toContain("Learned 2 classes from 2 documents (ham 1, spam 1)");
    expect(stderr).toContain('reading standard input: JSON lines, class in "label" and text in "text"');
    for (const [format, input] of [
      ["jsonl", LINES],
      ["lines", "win cash\ndear anna"],
      ["csv", "id,message\n1,win cash\n2,dear anna\n"],
    ]) {
      const classify = ["classify", "-m", model, "-", "--input-format", format, "--format", "tsv"];
      const { stdout } = await thresher(classify, { input, env });
      expect(stdout.match(/#\d\t\w+/g)).toEqual(["#1\tspam", "#2\tham"]);
    }
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });

  it.each<[string, string, string | RegExp, (1 | 2)?]>([
    ["", "json", "thresher: standard input is empty: pipe the documents into it\n"],
    ["label,text\n", "csv", "thresher: standard input: no line has both a class and a text: there are no rows\n"],
    ["a,b,c\nx,y,z\n", "csv", 'thresher: standard input: there are no columns "label" and "text"; the columns are '],
    ["some text\n", "xml", /--input-format: "xml" is not a choice; choose one of mbox, tar, warc, /, 2],
    ["some text\n", "", /standard input: its first bytes do not tell its format: name it with --input-format$/m, 2],
  ])(
    "are called standard input in errors, of which each is one line: %j as %s",
    async (input, format, why, code = 1) => {
      const model = newModel();
      expectFault(await train(input, "-m", model, ...(format === "" ? [] : ["--input-format", format])), code, why);
      expect(readdirSync(join(model, ".."))).toEqual([]);
    },
  );

  it("are read up to the place where a pipe ends too early", async () => {
    const input = `[${JSON.stringify(SPAM)},${JSON.stringify(HAM)},{"label":"ha`;
    const { code, stdout, stderr } = await train(input, "-m", newModel());
    expect(code).toBe(0);
    const message = "read 1 damaged archive only up to the fault: standard-input (the file ends within an object)";
    expect(stderr).toContain(message);
    expect(stdout).toContain("Learned 2 classes from 2 documents");
  });

  it("are of the class that the file is named for, one in each line", async () => {
    const folder = folderWith({ "ham.txt": "dear anna\n\nlunch on friday\n", "spam.txt": "win cash\r\nfree prize" });
    const [ham, spam] = ["ham.txt", "spam.txt"].map((name) => join(folder, name));
    const model = newModel();
    const { stdout, stderr } = await thresher(["train", ham, spam, "-m", model]);
    expect(stdout).toContain("Learned 2 classes from 4 documents (ham 2, spam 2)");
    expect(stderr).toContain("2 files with a document in each line");
    const { stdout: answers } = await thresher(["classify", "-m", model, ham, "--input-format", "lines"]);
    expect(answers).toMatch(/ham\.txt#1 +ham .*\n.*ham\.txt#3 +ham /);
  });
});
