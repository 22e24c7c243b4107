import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith } from "../../../helpers/folder.js";

const corpus = folderWith({
  ham: { a: "letter home", b: "home report", c: "lunch home letter" },
  spam: { d: "prize cash", e: "cash prize urgent", f: "prize prize home" },
});
const evaluate = (...options: string[]) => thresher(["evaluate", corpus, "--folds", "3", "--quiet", ...options]);

describe("thresher evaluate --classifier a,b", () => {
  it("gives what each method alone gives, with options that only one of them has", async () => {
    const both = await evaluate("--classifier", "multinomial,logistic-regression", "--cost", "2", "--json");
    const first = await evaluate("--classifier", "multinomial", "--json");
    const second = await evaluate("--classifier", "logistic-regression", "--cost", "2", "--json");
    expect(JSON.parse(both.stdout)).toEqual([first, second].map(({ stdout }) => JSON.parse(stdout)));
  });

  it("prints one result after the other", async () => {
    const { stdout } = await evaluate("--classifier", "bernoulli,complement");
    expect(stdout).toMatch(/^Bernoulli naive Bayes[\s\S]*\ncomplement naive Bayes/);
  });

  it.each([["--report", "r.svg"], ["--predictions", "p.tsv"], ["--audit"], ["--multi-label"]])(
    "is refused with %s",
    async (...options) => {
      const message = `${options[0]} is for one method: name only one of bernoulli, complement`;
      expectFault(await evaluate("--classifier", "bernoulli,complement", ...options), 2, message);
    },
  );
});
