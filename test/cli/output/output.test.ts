import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute, thresher } from "../../helpers/command.js";
import { apartFromFigures, expectFault, expectOneLine, outputOf } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const cwd = folderWith({ corpus: twoClasses() });
beforeAll(async () => {
  await outputOf("train corpus -m m", { cwd });
});

/** Enough arguments that the result does not fit into a pipe, which holds 64 kB. */
const MANY = new Array<string>(3000).fill("corpus/ham/0000.txt").join(" ");

describe.concurrent("standard output", () => {
  it("that is closed early ends the command without a message, by SIGPIPE as other tools, as in classify | head -1", async () => {
    const command = `${process.execPath} ${COMMAND} classify -m m --format ndjson ${MANY}`;
    const script = `set -o pipefail; ${command} | head -n 1`;
    const { code, stdout, stderr } = await execute("bash", ["-c", script], { cwd });
    expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ path: "corpus/ham/0000.txt", label: "ham" });
  });

  it.each([
    ["sort", "sort corpus -m m --into sorted --dry-run"],
    ["completion", "completion bash"],
    ["classify", `classify -m m ${MANY}`],
    ["train", "train corpus -m other"],
    ["--help", "--help"],
  ])("that nobody reads at all is no fault of %s", async (_, words) => {
    const outcome = await thresher(words, {
      cwd,
      onStart: ({ stdin, stdout }) => {
        stdin?.end();
        stdout?.destroy();
      },
    });
    expect(outcome.signal).toBe("SIGPIPE");
    expect(apartFromFigures(outcome.stderr)).toBe("");
  });

  it.skipIf(process.platform !== "linux")(
    "that cannot be written to is one line and exit code 1: a full disk",
    async () => {
      await each(["inspect -m m --json", `classify -m m ${MANY}`, "--help"], async (words) => {
        const script = `${process.execPath} ${COMMAND} ${words} > /dev/full`;
        const { code, stderr } = await execute("sh", ["-c", script], { cwd });
        expect(code).toBe(1);
        expectOneLine(stderr, /standard output cannot be written to: no space left on the device$/m);
      });
    },
  );
});

describe.concurrent("results and messages", () => {
  it("go to standard output and standard error, and --quiet leaves the results, but keeps errors", async () => {
    const folder = folderWith({ ...twoClasses(), "stray.txt": "stray", empty: {} });
    const mention = /^thresher: left out 1 file .*\nthresher: left out 1 class .*\n$/;
    for (const json of ["", " --json"]) {
      const evaluated = await thresher(`evaluate ${folder}${json}`);
      expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n$/) });
      expect(apartFromFigures(evaluated.stderr)).toMatch(mention);
      expect(await thresher(`evaluate ${folder} --quiet${json}`)).toEqual({ ...evaluated, stderr: "" });
    }
    const train = `train ${folder} -m ${temporaryFolder()}/model`;
    const trained = await thresher(train);
    expect(trained).toMatchObject({ code: 0, stderr: expect.stringMatching(mention) });
    expect(trained.stdout).toMatch(
      /^Learned 2 classes from 8 documents \(ham 4, spam 4\): \d+ terms, multinomial naive Bayes, alpha 1\.\n/,
    );
    expect(await outputOf(`${train} --quiet`)).toBe("");
    expectFault(await thresher(`evaluate ${join(folder, "nowhere")} --quiet`), 1, /no such file or folder$/m);
  });

  it("hold no progress bar and no colours where no terminal is, unless colours are forced on text", async () => {
    const outcome = await thresher("evaluate corpus --json", { cwd, env: { FORCE_COLOR: "1" } });
    expect(outcome.stdout + outcome.stderr).not.toContain("\u001b");
    const text = await thresher("evaluate corpus", { cwd, env: { FORCE_COLOR: "1" } });
    expect(text.stdout).toContain("\u001b[1m");
  });
});
