import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { each, type Outcome, thresher, thresherProcess } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";

const COMMANDS = [
  ...["train", "classify", "sort", "serve", "filter", "evaluate", "curve", "compare", "tune", "doubts", "explain"],
  ...["similar", "learn", "unlearn", "relabel", "forget", "inspect", "table", "methods"],
];
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

describe.concurrent("thresher", () => {
  /** What the program and each command say of themselves. */
  let helps: readonly { readonly command: string | undefined; readonly outcome: Outcome }[] = [];
  beforeAll(async () => {
    helps = await each([undefined, ...COMMANDS], async (command) => ({
      command,
      outcome: await thresher([...(command === undefined ? [] : [command]), "--help"]),
    }));
  });

  it("shows its help on standard error and has exit code 2 when it is given nothing to do", async () => {
    const { code, stdout, stderr } = await thresherProcess([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: thresher /);
    for (const command of COMMANDS) expect(stderr).toContain(`  ${command} `);
  });

  it("prints the version of the package", async () => {
    const outcomes = await each(["--version", "-V"], (option) => thresherProcess([option]));
    for (const outcome of outcomes)
      expect(outcome).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
  });

  it("explains itself and each command with examples, on standard output", () => {
    for (const { command = "", outcome } of helps) {
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      const { stdout } = outcome;
      const examples = stdout.slice(stdout.indexOf("\nExamples:\n")).match(/^ {2}.*\bthresher \w+ .*$/gm) ?? [];
      const own = examples.filter((example) => example.includes(`thresher ${command}`));
      expect(own.length, command).toBeGreaterThanOrEqual(2);
      // Who starts the server asks how it is used.
      if (command !== "serve") expect(own).toEqual(examples);
    }
  });

  it("keeps all but examples to 80 columns", () => {
    const lines = helps.flatMap(({ outcome }) => outcome.stdout.split("\n"));
    expect(lines.filter((line) => line.length > 80 && !line.startsWith("  thresher "))).toEqual([]);
  });

  it("says what an option does without a value in words that mean nothing else", () => {
    const { stdout } = helps.find(({ command }) => command === "evaluate")?.outcome ?? { stdout: "" };
    expect(stdout.replace(/\s+/g, " ")).toContain('(choices: "temperature", "isotonic", without a value: "isotonic")');
    expect(stdout).not.toContain("preset:");
  });

  it("names the options that all commands share in the help of each", () => {
    for (const { command, outcome } of helps) {
      // Those answer programs, one message at a time.
      if (command === undefined || command === "filter" || command === "serve") continue;
      for (const option of ["--json", "--quiet", "--seed <n>", "--jobs <n>"])
        expect(outcome.stdout, command).toContain(`  ${option} `);
    }
  });
});

describe.concurrent("a wrong command line", () => {
  const WRONG: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["an unknown command", ["trian"], /unknown command 'trian'.*Did you mean train\?.*; see thresher --help$/m],
    ["an unknown option of the program", ["--fast"], /unknown option '--fast'.*see thresher --help$/m],
    ["an unknown option of a command", ["train", "mail", "-m", "x", "--fast"], /'--fast'.*see thresher train --help$/m],
    ["a missing corpus argument", ["train", "-m", "x"], /missing required argument 'corpus'/],
    ["one argument too many", ["evaluate", "mail", "more"], /too many arguments/],
    ["train without -m", ["train", "mail"], /required option '-m, --model <file>' not specified/],
    ["classify without -m", ["classify", "letter"], /required option '-m, --model <file>' not specified/],
    ["classify without a path", ["classify", "-m", "x"], /missing required argument 'path'/],
    ["compare with one evaluation", ["compare", "a.json"], /missing required argument 'b'/],
    ["compare with three", ["compare", "a", "b", "c"], /too many arguments/],
    [
      "compare with no number",
      ["compare", "a", "b", "--disagreements", "all"],
      /Required a whole number of at least 0/,
    ],
    ["inspect without -m", ["inspect"], /required option '-m, --model <file>' not specified/],
    ["-m without a value", ["inspect", "-m"], /argument missing/],
  ];
  it("is told in one line with exit code 2", async () => {
    await each(WRONG, async ([what, args, message]) => expectFault(await thresher(args), 2, message, what));
  });

  it("is made safe before it is shown, for it may have been pasted", async () => {
    const outcome = await thresher(["train", "mail", "-m", "x", "--\u001b[31mred\u202e"]);
    expectFault(outcome, 2, "--\\u001b[31mred\\u202e");
  });
});

describe.concurrent("an option with a value that is not allowed", () => {
  // What the library refuses is tested there; here that it is told.
  const WRONG: readonly (readonly [string, RegExp])[] = [
    ["--alpha -1", /alpha: required a number from 0 to 1e\+100, got -1$/m],
    ["--alpha plenty", /'--alpha <a>'.*'plenty' is invalid\. Required a number/],
    ["--classifier svm", /'svm' is invalid\. Allowed choices are multinomial, bernoulli/],
    ["--prior even", /'even' is invalid\. Required one of fit, map, uniform, none, or numbers/],
    ["--preset slow", /'slow' is invalid\. Allowed choices are lecture, fast, mail, best/],
    ["--preset fast --alpha 1", /preset fast: required alpha 0\.1, which it fixes, got 1: leave out one of the two$/m],
    [
      "--preset best --no-intercept",
      /preset best: required no options of methods beside it, .* got intercept false: leave/,
    ],
    ["--as pdf", /'pdf' is invalid\. Allowed choices are auto, text, news/],
    ["--strip headers,tail", /--strip: required some of headers, footers, quotes .* got "tail"$/m],
    ["--token-length long", /Required two whole numbers such as 1-2/],
    ["--max-terms 0", /Required a whole number of at least 1/],
    ["--seed -1", /Required a whole number of at least 0/],
    ["--jobs 0", /Required a whole number of at least 1/],
  ];
  it("is told in one line with exit code 2, the legal values listed", async () => {
    const corpus = folderWith(twoClasses());
    const folder = temporaryFolder();
    await each(WRONG, async ([option, message]) => {
      const outcome = await thresher(["train", corpus, "-m", join(folder, "model"), ...option.split(" ")]);
      expectFault(outcome, 2, message, option);
    });
    expect(namesIn(folder)).toEqual([]);
  });

  it("is told: a corpus that an option took for its value", async () => {
    const corpus = folderWith(twoClasses());
    const found = /argument '[^']+' is invalid\. Allowed choices are .*; the corpus goes before it; see thresher/;
    expectFault(await thresher(["evaluate", "--calibrate", corpus]), 2, found);
    expectFault(await thresher(["evaluate", "--by-date", corpus]), 2, found);
  });

  it("is told: a pattern that is none or leads out of the folder", async () => {
    const corpus = folderWith(twoClasses());
    const patterns: [string, string, RegExp][] = [
      ["--include", "", /pattern: required a path below the folder, .* got ""$/m],
      ["--include", "../*", /pattern: required a path below the folder, .* got "\.\.\/\*"$/m],
      ["--exclude", "/etc/*", /pattern: required a path below the folder, .* got "\/etc\/\*"$/m],
    ];
    const model = join(temporaryFolder(), "model");
    await thresher(["train", corpus, "-m", model]);
    await each(patterns, async ([option, pattern, message]) => {
      expectFault(await thresher(["evaluate", corpus, option, pattern]), 2, message);
      expectFault(await thresher(["classify", "-m", model, corpus, option, pattern]), 2, message);
    });
  });

  it("is told before a corpus is looked at", async () => {
    const outcome = await thresherProcess(["train", "/there/is/no/corpus", "-m", "x", "--alpha", "-1"]);
    expectFault(outcome, 2, /alpha: required/);
  });
});

describe.concurrent("--debug", () => {
  it("adds the stack to the line, which nothing else shows", async () => {
    const plain = await thresherProcess(["inspect", "-m", "/there/is/no/model"]);
    expectFault(plain, 1, /required a model file, found: no such file or folder/);
    const { code, stderr } = await thresher(["inspect", "-m", "/there/is/no/model", "--debug"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ +at /m);
    expect(stderr.endsWith(plain.stderr)).toBe(true);
  });
});
