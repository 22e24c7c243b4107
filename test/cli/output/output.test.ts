import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute, thresher } from "../../helpers/command.js";
import { apartFromFigures, expectOneLine } from "../../helpers/expectations.js";
import { temporaryFolder, twoClasses, write } from "../../helpers/folder.js";

const corpus = temporaryFolder();
const models = temporaryFolder();
const model = join(models, "mail.model");

beforeAll(async () => {
  write(corpus, twoClasses());
  await thresher(["train", corpus, "-m", model]);
});

/** Enough arguments that the result does not fit into a pipe, which holds 64 kB. */
const MANY = new Array<string>(3000).fill(join(corpus, "ham/0000.txt"));

describe.concurrent("standard output that is closed early", () => {
  it("ends the command without a message, by SIGPIPE as other tools, as in classify | head -1", async () => {
    const script = 'set -o pipefail; "$@" | head -n 1';
    const command = [process.execPath, COMMAND, "classify", "-m", model, "--format", "ndjson", ...MANY];
    const { code, stdout, stderr } = await execute("bash", ["-c", script, "bash", ...command]);
    expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ path: MANY[0], label: "ham" });
  });

  /** One for each way to print. */
  const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
    ["sort", ["sort", ...MANY.slice(0, 2), "-m", model, "--into", join(models, "sorted"), "--dry-run"]],
    ["completion", ["completion", "bash"]],
    ["classify", ["classify", "-m", model, ...MANY]],
    ["train", ["train", corpus, "-m", join(models, "other.model")]],
    ["--help", ["--help"]],
  ];
  it("is no fault when nobody reads at all, whatever the command", async () => {
    await each(COMMANDS, async ([name, args]) => {
      const outcome = await thresher(args, {
        onStart: (child) => {
          child.stdin?.end();
          child.stdout?.destroy();
        },
      });
      expect(outcome.signal, name).toBe("SIGPIPE");
      expect(apartFromFigures(outcome.stderr), name).toBe("");
    });
  });
});

describe.concurrent("standard output that cannot be written to", () => {
  it.skipIf(process.platform !== "linux")("is one line and exit code 1: a full disk", async () => {
    const commands = [["inspect", "-m", model, "--json"], ["classify", "-m", model, ...MANY], ["--help"]];
    await each(commands, async (args) => {
      const command = [process.execPath, COMMAND, ...args];
      const { code, stderr } = await execute("sh", ["-c", '"$@" > /dev/full', "sh", ...command]);
      expect(code).toBe(1);
      expectOneLine(stderr, /standard output cannot be written to: no space left on the device$/m);
    });
  });
});

describe.concurrent("results and messages", () => {
  it("go to standard output and standard error, and --quiet leaves the results", async () => {
    const folder = temporaryFolder();
    write(folder, { ...twoClasses(), "stray.txt": "stray", empty: {} });
    const mention = /^thresher: left out 1 file .*\nthresher: left out 1 class .*\n$/;
    for (const json of [[], ["--json"]]) {
      const evaluated = await thresher(["evaluate", folder, ...json]);
      expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n$/) });
      expect(apartFromFigures(evaluated.stderr)).toMatch(mention);
      const quiet = await thresher(["evaluate", folder, "--quiet", ...json]);
      expect(quiet).toEqual({ ...evaluated, stderr: "" });
    }
    const trained = await thresher(["train", folder, "-m", join(folder, "model")]);
    expect(trained).toMatchObject({ code: 0, stderr: expect.stringMatching(mention) });
    expect(trained.stdout).toMatch(
      /^Learned 2 classes from 8 documents \(ham 4, spam 4\): \d+ terms, multinomial naive Bayes, alpha 1\.\n/,
    );
    const silent = await thresher(["train", folder, "-m", join(folder, "model"), "--quiet"]);
    expect(silent).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  });

  it("keep errors under --quiet", async () => {
    const { code, stderr } = await thresher(["evaluate", join(corpus, "nowhere"), "--quiet"]);
    expect(code).toBe(1);
    expectOneLine(stderr, /no such file or folder$/m);
  });

  it("hold no progress bar and no colours where no terminal is, unless colours are forced on text", async () => {
    const outcome = await thresher(["evaluate", corpus, "--json"], { env: { FORCE_COLOR: "1" } });
    expect(outcome.stdout + outcome.stderr).not.toContain("\u001b");
    const text = await thresher(["evaluate", corpus], { env: { FORCE_COLOR: "1" } });
    expect(text.stdout).toContain("\u001b[1m");
  });
});
