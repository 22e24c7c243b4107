import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { each, type Outcome, thresher, thresherProcess } from "../helpers/command.js";
import { expectFault, expectRefused, outputOf, type Refused } from "../helpers/expectations.js";
import { folderWith, namesIn, twoClasses } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const COMMANDS = [
  ...["train", "classify", "sort", "serve", "filter", "evaluate", "curve", "compare", "tune", "doubts", "explain"],
  ...["plan", "count", "merge", "worker"],
  ...["mailbox add", "mailbox list", "mailbox remove", "mailbox check"],
  ...["similar", "learn", "unlearn", "relabel", "forget", "inspect", "table", "methods", "config"],
  ...["setup", "completion"],
];

describe.concurrent("thresher", () => {
  /** The help of the program and of each command. */
  let helps: readonly { readonly command: string | undefined; readonly outcome: Outcome }[] = [];
  beforeAll(async () => {
    helps = await each([undefined, ...COMMANDS], async (command) => ({
      command,
      outcome: await thresher(command === undefined ? "--help" : `${command} --help-all`),
    }));
  });

  it("shows its help on standard error and has exit code 2 when it is given nothing to do", async () => {
    const { code, stdout, stderr } = await thresherProcess([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: thresher /);
    for (const command of COMMANDS) expect(stderr).toContain(`  ${command.split(" ", 1)[0]} `);
  });

  it.each(["--version", "-V"])("prints the version of the package: %s", async (option) => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await thresherProcess(option)).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
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

  it("calls the value of an option without a value by a word of its own", () => {
    const { stdout } = helps.find(({ command }) => command === "evaluate")?.outcome ?? { stdout: "" };
    expect(stdout.replace(/\s+/g, " ")).toContain(
      '(choices: "temperature", "beta", "isotonic", "auto", "none", without a value: "isotonic")',
    );
    expect(stdout).not.toContain("preset:");
  });

  it("names the options that all commands share in the help of each", () => {
    for (const { command, outcome } of helps) {
      // Those answer programs, one message at a time.
      if (command === undefined || ["filter", "serve", "completion"].includes(command)) continue;
      for (const option of ["--json", "--quiet"]) expect(outcome.stdout, command).toContain(`  ${option} `);
    }
  });

  it("adds the stack to an error under --debug", async () => {
    const plain = await thresherProcess("inspect -m /there/is/no/model");
    expectFault(plain, 1, /cannot read the model: no such file or folder/);
    const { code, stderr } = await thresher("inspect -m /there/is/no/model --debug");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ +at /m);
    expect(stderr.endsWith(plain.stderr)).toBe(true);
  });
});

describe.concurrent("the brief help of a command with many options", () => {
  it.each(["train", "evaluate", "curve", "tune", "doubts", "learn", "sort", "table"])(
    "shows ten options or so, and names --help-all, which shows all: %s",
    async (command) => {
      const [brief, all] = await each(["--help", "--help-all"], (help) => outputOf([command, help]));
      const options = (help: string) => help.match(/^ {2}(?:-\w, )?--[\w-]+/gm) ?? [];
      expect(options(brief).length).toBeGreaterThanOrEqual(10);
      expect(options(brief).length).toBeLessThanOrEqual(13);
      const [, count] = /^ {2}--help-all +show all (\d+) options$/m.exec(brief) ?? [];
      expect(options(all).length).toBe(Number(count));
      expect(options(all)).toEqual(expect.arrayContaining(options(brief)));
      expect(brief).toContain("\nExamples:\n");
      expect(brief.split("\n").length).toBeLessThan(100);
    },
  );

  it("hides nothing of a command with few options, which takes --help-all too", async () => {
    const [brief, all] = await each(["--help", "--help-all"], (help) => outputOf(["compare", help]));
    expect(brief).toBe(all);
    expect(brief).not.toContain("--help-all");
    expect((await thresherProcess("filter --help-all")).stdout).toMatch(/^Usage: thresher filter/);
  });
});

describe.concurrent("a wrong command line is answered in one line with exit code 2:", () => {
  it("names from scikit-learn with the name here, where they are near", () =>
    expectRefused([
      ["predict", /there is no command "predict": did you mean classify\? See thresher --help$/m],
      ["fit", /did you mean train\?/],
      ["test mail", /did you mean evaluate\?/],
      ["grid-search", /did you mean tune\?/],
      ["train x --min-df 2", /train has no option --min-df: did you mean --set min-documents=N\?/],
      ["train x --max_df 2", /did you mean --set max-document-share=S\?/],
      ["train x --random-state 2", /did you mean --seed\?/],
      ["train x --max-features 3", /did you mean --max-terms\?/],
      ["evaluate x --cv=3", /did you mean --folds\?/],
      ["tune x --scoring macro-f1", /did you mean --by\?/],
      ["evaluate x --scoring f1", /evaluate prints every measure, and tune --by chooses one/],
      ["inspect --metric f1", /inspect has no option --metric: evaluate prints every measure/],
      ["evaluate x --fold 3", /did you mean --folds\?/],
    ]));

  it("commands, options and arguments that are none, too many or missing", () =>
    expectRefused([
      ["trian", /there is no command "trian": did you mean train\? See thresher --help$/m],
      ["--fast", /has no option --fast.* thresher --help$/m],
      ["train mail -m x --fast", /train has no option --fast.* thresher train --help$/m],
      ["train -m x", /train needs a folder with one folder per class/],
      ["evaluate mail more", /evaluate takes one corpus, not "more" too/],
      ["train mail", /no model: give -m FILE/],
      ["classify letter", /no model: give -m FILE/],
      ["classify -m x", /classify needs files, folders/],
      ["learn letter.eml -m x", /learn needs the class of the documents, then files, folders/],
      ["relabel ham -m x", /relabel needs the right class of the documents, then files/],
      ["unlearn -m x", /unlearn needs files, folders/],
      ["compare a.json", /compare needs the output of thresher evaluate --json, then the output with other settings/],
      ["compare a b c", /compare takes two arguments: leave out "c"/],
      ["compare a b --top all", /give a whole number of at least 0/],
      ["inspect", /no model: give -m FILE/],
      ["inspect -m", /--model needs a value: --model <file>/],
      // Made safe before it is shown, for it may have been pasted.
      ["train mail -m x --\u001b[31mred\u202e", "--\\u001b[31mred\\u202e"],
    ]));

  it("values that are not allowed, with those that are, before a corpus is read", async () => {
    // The tests of the library cover the refusals; this one covers the message.
    const cases: Refused[] = [
      ["--alpha -1", /alpha must be a number from 0 to 1e\+100, not -1$/m],
      ["--classifier svm", /"svm" is not a choice; choose multinomial, bernoulli/],
      [
        "--classifier nb-logistic-regression",
        /there is no nb-logistic-regression any more: nb-svm learns from the same/,
      ],
      ["--preset slow", /"slow" is not a choice; choose lecture, fast, mail, mail-best or best/],
      [
        "--preset fast --alpha 1",
        /alpha 1 cannot be combined with the preset fast, which fixes its own method: leave out one of the two$/m,
      ],
      ["--strip headers,tail", /--strip "headers,tail": "tail" is wrong: choose headers, footers or quotes/m],
      ["--set token-length=long", /give two whole numbers such as 1-2/],
      ["--seed -1", /give a whole number of at least 0/],
      ["--alpha 1 --m-estimate 2", /multinomial: alpha and m-estimate cannot be combined: choose one way to smooth$/m],
      [
        "--set normalize=true",
        /multinomial has no option normalize: leave it out, or choose a method that has it \(complement\)$/m,
      ],
      ["--prior 0.5,", /give fit, map, uniform, none, or a number for each class/],
      ["--set idf-power=2", /^thresher: idf-power 2 has no effect without an inverse document frequency: choose idf/],
      [
        "--classifier combined --norm l2",
        /^thresher: combined works on counts: leave out tf, idf and norm; its members/,
      ],
    ];
    await expectRefused(cases, "train /there/is/no/corpus --model /there/is/no/model");
  });

  it("a corpus that an option took for its value, and patterns that lead out of the folder", async () => {
    const corpus = folderWith(twoClasses());
    const taken =
      /"[^"]+" is not a choice; choose .*; if "[^"]+" is not its value, write it before --[a-z-]+; see thresher/;
    await expectRefused([
      [`evaluate --calibrate ${corpus}`, taken],
      [`evaluate --by-date ${corpus}`, taken],
    ]);
    const patterns: Refused[] = [
      ["--include ", /include: "" is not a path below the folder: use one, /],
      ["--include ../*", /include: "\.\.\/\*" is not a path below the folder/],
      ["--exclude /etc/*", /exclude: "\/etc\/\*" is not a path below the folder/],
    ];
    await expectRefused(patterns, ["evaluate", corpus]);
    await expectRefused(patterns, ["classify", "-m", trainedModel(), corpus]);
    expect(namesIn(corpus)).toHaveLength(10);
  });
});
