import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND, each, execute, thresher } from "../helpers/command.js";
import { expectOneLine } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const model = trainedModel({ remember: true });
/** No file system takes a name of more than 255 bytes. */
const LONG = "x".repeat(300);

describe("an operation that the system refuses", () => {
  it("is said in words, wherever a name is too long, and taken for no fault of the program", async () => {
    const corpus = folderWith({ ...twoClasses(), letter: "lunch" });
    const commands = [
      ["train", LONG, "-m", join(corpus, "m")],
      ["train", corpus, "-m", LONG],
      ["classify", LONG, "-m", model],
      ["classify", "letter", "-m", LONG],
      ["sort", LONG, "-m", model, "--into", "s"],
      ["sort", "letter", "-m", LONG, "--into", "s"],
      ["sort", "letter", "-m", model, "--into", LONG],
      ["sort", "--undo", LONG],
      ["sort", "--learn-moves", LONG, "-m", model],
      ["evaluate", LONG, "--folds", "2"],
      ["evaluate", corpus, "--folds", "2", "--report", `${LONG}.html`],
      ["evaluate", corpus, "--folds", "2", "--predictions", `${LONG}.csv`],
      ["learn", "ham", LONG, "-m", model],
      ["learn", "ham", "letter", "-m", LONG],
      ["unlearn", LONG, "-m", model],
      ["explain", LONG, "-m", model],
      ["inspect", "-m", LONG],
      ["doubts", LONG],
    ];
    await each(commands, async (args) => {
      const { code, stderr } = await thresher(args, { cwd: corpus });
      const what = args.join(" ").replaceAll(LONG, "LONG");
      expect(code, what).toBe(1);
      // Its last line: a notice may come first.
      const fault = stderr.split("\n").slice(-2).join("\n");
      expectOneLine(fault, /too long/, what);
      expect(fault, what).not.toContain("ENAMETOOLONG");
    });
  });

  it("is the folder itself, if that is gone", async () => {
    const folder = temporaryFolder();
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const sort = ["sort", model, "-m", model, "--into", "here"];
    const args = ["-c", script, "sh", folder, process.execPath, COMMAND, ...sort];
    const { code, stderr } = await execute("sh", args);
    expect(code).toBe(1);
    expectOneLine(stderr, "the current folder is gone: change to another");
  });
});
