import { describe, expect, it } from "vitest";
import type { MailReport } from "../../scripts/bench/mail-report.js";
import { bogofilterVerdicts, filterOutcome, thresherVerdicts } from "../../scripts/bench/verdicts.js";
import { mailCorpus, withFakeBogofilter } from "./fake-bogofilter.js";
import { runBuilt } from "./run-built.js";

describe("bogofilterVerdicts", () => {
  it("reads the class from the folder and the probability from the line", () => {
    const line = (path: string, spamicity: string) =>
      `${path} X-Bogosity: Unsure, tests=bogofilter, spamicity=${spamicity}, version=1.2.5\n`;
    expect(bogofilterVerdicts(line("a b/spam/1", "0.99999") + line("a b/ham/2", "0.00000000000001265"))).toEqual([
      { isSpam: true, probability: 0.99999, rank: 0.99999 },
      { isSpam: false, probability: 1.265e-14, rank: 1.265e-14 },
    ]);
  });

  it("refuses an unexpected line", () => {
    expect(() => bogofilterVerdicts("S 0.99\n")).toThrow("bogofilter printed an unexpected line: S 0.99");
  });
});

describe("thresherVerdicts", () => {
  it("reads the class from the folder, and ranks by the log odds of spam", () => {
    const json = (path: string, label: string, logOdds: number | null, spam: number) =>
      `${JSON.stringify({ path, label, logOdds, probabilities: { spam, ham: 1 - spam } })}\n`;
    const sure = json("x/ham/1", "ham", 40, 0) + json("x/spam/1", "spam", null, 1);
    expect(thresherVerdicts(sure)).toEqual([
      { isSpam: false, probability: 0, rank: -40 },
      { isSpam: true, probability: 1, rank: Number.POSITIVE_INFINITY },
    ]);
  });
});

describe("filterOutcome", () => {
  it("counts false alarms, misses, and verdicts between two cut-offs", () => {
    const of = (isSpam: boolean, ...all: number[]) =>
      all.map((probability) => ({ isSpam, probability, rank: probability }));
    const verdicts = [...of(false, 0, 0.45, 0.5, 0.98, 0.99), ...of(true, 0.45, 0.46, 0.6, 0.99, 1)];
    const sure = { ham: 5, spam: 5, falseAlarms: 1, misses: 1 };
    expect(filterOutcome(verdicts, [0.45, 0.99])).toMatchObject({ ...sure, unsureHam: 2, unsureSpam: 2 });
    // A probability equal to the cut-off counts as spam.
    const single = { falseAlarms: 3, misses: 2, unsureHam: 0, unsureSpam: 0 };
    expect(filterOutcome(verdicts, [0.5, 0.5])).toMatchObject(single);
  });
});

describe.skipIf(process.platform === "win32")("npm run bench -- --mail", () => {
  const corpus = () =>
    mailCorpus(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? (["ham", `minutes of meeting ${n}`] as const) : (["spam", `a prize for ${n}`] as const),
      ),
    );

  it("measures both filters on the same folds", async () => {
    const args = [corpus(), "--mail", "--repeats", "1", "--folds", "1", "--folds-of", "3", "--json", "--quiet"];
    const { code, stdout, stderr } = await runBuilt("bench", args, withFakeBogofilter());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout) as MailReport;
    expect(report.corpus.folds.map(({ train, test }) => [train.documents, test.documents])).toEqual([[8, 4]]);
    expect(report.peers).toEqual({ bogofilter: "0.0.9, its defaults, no configuration" });
    expect(report.sections.map(({ title }) => title.split(",")[0]).slice(0, 3)).toEqual([
      "Train",
      "Classify the tenth",
      "One message through",
    ]);
    expect(report.sections[2].measurements.map(({ what, target }) => [what.trim(), target])).toEqual([
      ["thresher filter", undefined],
      ["thresher filter --server", undefined],
      ["beyond node -e 0", 0.005],
      ["node -e 0", undefined],
      [expect.stringContaining("bogofilter"), undefined],
    ]);
    const targets = report.sections[0].measurements[0].comparisons.map(({ to, target }) => [to, target]);
    expect(targets).toEqual([["bogofilter", 1.3]]);
    expect(report.outcomes.filter(({ name }) => name === "bogofilter")).toMatchObject([
      { cutoffs: [0.5, 0.5], ham: 2, spam: 2, falseAlarms: 0, misses: 0, oneMinusAucPercent: 0 },
      { cutoffs: [0.45, 0.99], unsureHam: 0, unsureSpam: 0 },
    ]);
  });

  it("measures without bogofilter, and says so", async () => {
    const args = ["--mail", "--repeats", "1", "--folds", "1", "--no-peers", "--folds-of", "2"];
    const { code, stdout } = await runBuilt("bench", [corpus(), ...args]);
    expect(code).toBe(0);
    expect(stdout).toContain("3 ham and 3 spam");
    expect(stdout).toContain("Not beside bogofilter, whose target is not checked: --no-peers.");
  });

  it("refuses more folds than there are", async () => {
    expect(await runBuilt("bench", [corpus(), "--mail", "--folds", "4", "--folds-of", "3"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "bench: --folds 4: there are only 3 parts (--folds-of)\n",
    });
  });
});
