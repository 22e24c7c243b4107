import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectRefused, type Refused } from "../../../helpers/expectations.js";
import { temporaryFolder, write } from "../../../helpers/folder.js";

const corpus = temporaryFolder();
const letter = join(corpus, "letter");
const model = join(corpus, "mail.model");

/** Options of `train` for each kind of model that explanations differ for. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  multinomial: [],
  bernoulli: ["--classifier", "bernoulli"],
  complement: ["--classifier", "complement"],
  logistic: ["--classifier", "logistic-regression", "--cost", "10"],
  weighted: ["--tf", "log", "--idf", "smooth", "--norm", "l2", "--calibrate", "temperature"],
};

beforeAll(async () => {
  write(corpus, {
    mail: {
      ham: { a: "letter letter home", b: "home report", c: "lunch home" },
      spam: { d: "prize home cash", e: "cash prize urgent" },
      news: { f: "report lunch election", g: "election report" },
    },
    letter: "Home at last: a prize, a prize, and cash!",
  });
  await each(Object.entries(KINDS), ([name, options]) =>
    thresher(["train", join(corpus, "mail"), "-m", join(corpus, name), "--quiet", ...options]),
  );
  await thresher(["train", join(corpus, "mail"), "-m", model, "--quiet"]);
});

describe("thresher explain --factors", () => {
  it("shows the product by hand, of multinomial and of Bernoulli", async () => {
    const { stdout } = await thresher(["explain", "-m", model, letter, "--factors", "--terms", "2"]);
    expect(
      stdout
        .replace(/^.*letter/, "letter")
        .split("\n")
        .map((line) => line.replace(/ +/g, " ")),
    ).toEqual([
      "letter ham news spam",
      "prior 0.42857 0.28571 0.28571",
      "home 0.26667 0.076923 0.14286",
      "cash 0.066667 0.076923 0.21429",
      "1 more term 0.0044444 0.0059172 0.045918",
      "product 3.3862e-5 1.0004e-5 0.00040162",
      "posterior 0.076013 0.022456 0.90153",
      "",
    ]);
    const bernoulli = await thresher(["explain", "-m", join(corpus, "bernoulli"), letter, "--factors"]);
    expect(bernoulli.stdout).toMatch(/\nno election +0\.8 +0\.25 +0\.75\n/);
  });

  it.each(["complement", "logistic", "weighted"])("is refused in one line for a model of kind %s", async (kind) => {
    const { code, stderr } = await thresher(["explain", "-m", join(corpus, kind), letter, "--factors"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^thresher: --factors: this model is not a product .*\n$/),
    ]);
  });
});

const explained = async (...args: string[]) => {
  const { code, stdout, stderr } = await thresher(["explain", "-m", model, ...args, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
};

describe.concurrent("thresher explain", () => {
  it("says why, and which change would change the class", async () => {
    const { code, stdout, stderr } = await thresher(["explain", "-m", model, "letter"], { cwd: corpus });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^letter: spam, probability 0\.902\nspam is 11\.9 times likelier than ham\n/);
    expect(stdout).toMatch(
      /\nWithout prize, cash \(2 of 3 terms\) it would be ham; no smaller set changes the class\.\n$/,
    );
  });

  it("explains the classes that are asked for", async () => {
    const pairs = [
      ["--against", "news"],
      ["--class", "news"],
      ["--against", "spam"],
      ["--class", "news", "--against", "ham"],
    ];
    const results = await each(pairs, (pair) => explained(letter, ...pair));
    expect(results.map(([{ explanation }]) => [explanation.label, explanation.against])).toEqual([
      ["spam", "news"],
      ["news", "spam"],
      ["ham", "spam"],
      ["news", "ham"],
    ]);
    for (const [{ label, explanation }] of results) {
      expect(label).toBe("spam");
      expect(explanation.margin > 0).toBe(explanation.label === "spam" || explanation.label === undefined);
    }
  });

  it("shows as many terms as are asked for, and all in JSON", async () => {
    const { stdout } = await thresher(["explain", "-m", model, letter, "--terms", "1"]);
    expect(stdout).toMatch(/^prize ×2 .*\n1 more for .*\n1 more against .*\nsum /m);
    const [{ explanation }] = await explained(letter, "--terms", "1");
    expect(explanation.terms).toHaveLength(3);
  });

  it("takes several documents, folders and standard input, one after the other", async () => {
    const args = ["explain", "-m", model, letter, join(corpus, "mail", "ham"), "-"];
    const { code, stdout, stderr } = await thresher(args, { input: "unheard" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const parts = stdout.split(/\n\n(?=\S+: \w+, probability)/);
    expect(parts.map((part) => part.split(":")[0])).toEqual([
      letter,
      ...["a", "b", "c"].map((name) => join(corpus, "mail", "ham", name)),
      "-",
    ]);
    expect(parts[4]).toContain("The model knows none of its terms.");
    expect(JSON.parse((await thresher([...args, "--json"], { input: "unheard" })).stdout)).toHaveLength(5);
  });

  it("refuses unknown classes before it reads a document", async () => {
    const cases: Refused[] = [
      ["--class art", 'explain: this model has no class "art"; it has "ham", "news", "spam"'],
      ["--against art", 'explain: this model has no class "art"; it has "ham", "news", "spam"'],
      ["--class ham --against ham", 'explain: "ham" cannot be compared with itself; choose another class'],
      ["--terms -1", "give a whole number of at least 0"],
    ];
    await expectRefused(cases, ["explain", "-m", model, join(corpus, "nowhere")]);
    await expectRefused([[letter, "no model: give -m FILE"]], ["explain"]);
  });
});
