import { beforeAll, describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectRefused, jsonOf, outputOf, type Refused } from "../../../helpers/expectations.js";
import { temporaryFolder, twoClasses, write } from "../../../helpers/folder.js";

/** Commands run here: `mail` is a corpus, `letter` a document, and the other names are those of models. */
const cwd = temporaryFolder();

/** Options of `train` for each kind of model that explanations differ for. */
const KINDS: Readonly<Record<string, string>> = {
  multinomial: "",
  bernoulli: " --classifier bernoulli",
  complement: " --classifier complement",
  logistic: " --classifier logistic-regression --cost 10",
  weighted: " --tf log --idf smooth --norm l2 --calibrate temperature",
};

beforeAll(async () => {
  write(cwd, {
    mail: {
      ham: { a: "letter letter home", b: "home report", c: "lunch home" },
      spam: { d: "prize home cash", e: "cash prize urgent" },
      news: { f: "report lunch election", g: "election report" },
    },
    letter: "Home at last: a prize, a prize, and cash!",
    two: twoClasses(),
  });
  await each(Object.entries(KINDS), ([name, options]) => outputOf(`train mail -m ${name} --quiet${options}`, { cwd }));
});

describe("thresher explain --factors", () => {
  it("shows the product by hand, of multinomial and of Bernoulli", async () => {
    const stdout = await outputOf("explain -m multinomial letter --factors --terms 2", { cwd });
    expect(stdout.replace(/ +/g, " ")).toBe(`\
letter ham news spam
prior 0.42857 0.28571 0.28571
home 0.26667 0.076923 0.14286
cash 0.066667 0.076923 0.21429
1 more term 0.0044444 0.0059172 0.045918
product 3.3862e-5 1.0004e-5 0.00040162
posterior 0.076013 0.022456 0.90153
`);
    expect(await outputOf("explain -m bernoulli letter --factors", { cwd })).toMatch(
      /\nno election +0\.8 +0\.25 +0\.75\n/,
    );
  });

  it.each(["complement", "logistic", "weighted"])("is refused in one line for a model of kind %s", async (kind) => {
    const outcome = await thresher(`explain -m ${kind} letter --factors`, { cwd });
    expectFault(outcome, 2, /^thresher: --factors: this model is not a product .*\n$/);
  });
});

describe.concurrent("thresher explain", () => {
  const explain = "explain -m multinomial letter";

  it("says why, and which change would change the class", async () => {
    const stdout = await outputOf(explain, { cwd });
    expect(stdout).toMatch(/^letter: spam, probability 0\.902\nspam is 11\.9 times likelier than ham\n/);
    expect(stdout).toMatch(
      /\nWithout prize, cash \(2 of 3 terms\) it would be ham; no smaller set changes the class\.\n$/,
    );
  });

  it.each([
    ["--against news", "spam", "news"],
    ["--class news", "news", "spam"],
    ["--against spam", "ham", "spam"],
    ["--class news --against ham", "news", "ham"],
  ])("explains the classes that are asked for: %s", async (options, of, against) => {
    const [{ label, explanation }] = await jsonOf(`${explain} ${options}`, { cwd });
    expect([label, explanation.label, explanation.against]).toEqual(["spam", of, against]);
    expect(explanation.margin > 0).toBe(of === "spam");
  });

  it("shows as many terms as are asked for, and all in JSON", async () => {
    expect(await outputOf(`${explain} --terms 1`, { cwd })).toMatch(
      /^prize ×2 .*\n1 more for .*\n1 more against .*\nsum /m,
    );
    expect((await jsonOf(`${explain} --terms 1`, { cwd }))[0].explanation.terms).toHaveLength(3);
  });

  it("takes several documents, folders and standard input, one after the other", async () => {
    const several = { cwd, input: "unheard" };
    const parts = (await outputOf(`${explain} mail/ham -`, several)).split(/\n\n(?=\S+: \w+, probability)/);
    const names = ["letter", "mail/ham/a", "mail/ham/b", "mail/ham/c", "-"];
    expect(parts.map((part) => part.split(":")[0])).toEqual(names);
    expect(parts[4]).toContain("The model knows none of its terms.");
    expect(await jsonOf(`${explain} mail/ham -`, several)).toHaveLength(5);
  });

  it("refuses unknown classes before it reads a document", async () => {
    const noArt = 'explain: this model has no class "art"; it has "ham", "news", "spam"';
    const cases: Refused[] = [
      ["--class art", noArt],
      ["--against art", noArt],
      ["--class ham --against ham", 'explain: "ham" cannot be compared with itself; choose another class'],
      ["--terms -1", "give a whole number of at least 0"],
    ];
    await expectRefused(cases, "explain -m multinomial nowhere", { cwd });
    await expectRefused([["letter", "no model: give -m FILE"]], "explain", { cwd });
  });
});

describe("thresher similar", () => {
  beforeAll(async () => {
    await outputOf("train two -m kept --quiet --keep-documents", { cwd });
    await outputOf("train two -m near --quiet --classifier nearest-neighbours --k 3", { cwd });
  });

  it("prints the training documents most similar to each document", async () => {
    const input = "lunch report";
    expect(await outputOf("similar -m kept --top 2 two/spam/0000.txt -", { cwd, input })).toMatch(
      /^two\/spam\/0000\.txt\n +similarity +class +document\n +1\.000 {2}copy {2}spam +spam\/0000\.txt\n[\s\S]*\n\n-\n.*\n +0\.787 +ham +ham\/0001\.txt\n +by lunch, report\n/,
    );
  });

  it("prints the same JSON from a model that keeps documents and from one of nearest neighbours", async () => {
    const input = "winner cash cash";
    const [kept, near] = await each(["kept", "near"], (model) =>
      jsonOf(`similar --top 1 --terms 2 - -m ${model}`, { cwd, input }),
    );
    expect(kept).toEqual(near);
    const terms = ["cash", "winner"].map((term) => ({ term, part: expect.any(Number) }));
    const similar = { id: "spam/0000.txt", label: "spam", similarity: expect.any(Number), copy: false, terms };
    expect(kept).toMatchObject([{ path: "-", similar: [similar] }]);
  });

  it("reports that no training document is similar to a document without a known term", async () => {
    const stdout = await outputOf("similar -m near -", { cwd, input: "zzz" });
    expect(stdout).toBe("-\n  no training document shares a term with it\n");
  });

  it("refuses a model without documents and numbers that are too small, and says what to do", async () => {
    const forgetful = "similar: this model does not keep its documents: train it with --keep-documents\n";
    const cases: Refused[] = [
      ["-m multinomial", `multinomial: ${forgetful}`, 1],
      ["--top 0", "give a whole number of at least 1"],
      ["--terms few", "give a whole number of at least 0"],
    ];
    await expectRefused(cases, "similar two -m kept", { cwd });
  });
});
