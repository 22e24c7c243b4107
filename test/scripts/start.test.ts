import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { execute } from "../helpers/command.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** One at a time: each leaves its page in one place. */
describe.sequential("npm start", () => {
  const start = (...args: string[]) => execute(process.execPath, [join(DIST, "scripts/start.js"), ...args]);
  const page = () => readFileSync(join(DIST, "report.html"), "utf8");

  it("takes a table, with the options that say which columns and how to test", async () => {
    const rows = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? `ham,meeting lunch ${i}` : `spam,cash prize ${i}`));
    const table = join(folderWith({ "mail.csv": ["kind,words", ...rows, ""].join("\n") }), "mail.csv");
    const options = ["--label-column", "kind", "--text-column", "words", "--folds", "4", "--alpha", "0.5"];
    const { code, stdout, stderr } = await start(table, ...options);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `thresher: reading ${table}: separated values, class in "kind" and text in "words"\n`,
    });
    expect(stdout).toContain(`${table}: 8 documents in 2 classes`);
    expect(stdout).toContain("How accurate?  4 folds, seed 1.");
    expect(stdout).toMatch(/^ {2}multinomial naive Bayes +100\.0 %/m);
    expect(stdout).toMatch(/^ {2}Bernoulli naive Bayes +100\.0 %/m);
    expect(stdout).toMatch(/^ {2}mail\.csv#\d\n {4}ham, [\d.]+ % \(right\)\n {4}instead of spam because of: /m);
    expect(page()).toContain(`thresher evaluate ${table} ${options.join(" ")} --report report.html`);
  });

  it("takes a method and another corpus to test on", async () => {
    const [train, test] = [folderWith(twoClasses(6)), folderWith(twoClasses(2))];
    const { code, stdout, stderr } = await start(train, "--test", test, "--preset", "fast", "--seed", "3");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`How accurate?  tested on ${test}.`);
    expect(stdout).toMatch(/^ {2}chosen naive Bayes or linear SVM +\d/m);
    expect(stdout).not.toContain("Bernoulli");
    expect(stdout).toMatch(/^ {2}spam\/000\d\.txt\n {4}\w+, [\d.]+ % \(/m);
  });

  it("says in one line what is wrong with a command line or a corpus", async () => {
    const corpus = folderWith(twoClasses());
    const [nowhere, both, json] = await Promise.all([
      start("nowhere"),
      start(corpus, "--folds", "2", "--leave-one-out"),
      start(corpus, "--json"),
    ]);
    expect(nowhere).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^start: nowhere: .*\n$/) });
    expect(both).toMatchObject({ code: 2, stdout: "" });
    expect(json).toMatchObject({ code: 2, stderr: "start: unknown option '--json'\n" });
  });
});
