import { chownSync, cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import { COMMAND, execute, thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

const NOBODY = "redis://127.0.0.1:1";
const corpus = folderWith(twoClasses());
const model = join(temporaryFolder(), "model");
const parts = temporaryFolder();

describe.concurrent("workers", () => {
  it.each([
    [["worker"], "worker needs the address of Redis, such as redis://localhost:6379"],
    [["worker", NOBODY], "worker needs --root FOLDER: where the corpus lies on this machine"],
    [["worker", NOBODY, "--root", corpus], "worker needs --parts FOLDER: the folder for counts that train names"],
    [["worker", "http://127.0.0.1", "--root", corpus], "worker: give the address of a Redis server"],
    [["train", corpus, "-m", model, "--shards", "3"], "--shards is for training with --workers"],
    [["train", corpus, "-m", model, "--parts", "x"], "--parts is for training with --workers"],
    [["train", corpus, "-m", model, "--workers", NOBODY, "--remember"], "--workers and --remember cannot be combined"],
    [
      ["train", corpus, "-m", model, "--workers", NOBODY, "--memory", "5M"],
      /--workers .*--memory .*cannot be combined/,
    ],
    [
      ["train", corpus, "-m", model, "--workers", NOBODY, "--preset", "best"],
      "needs the documents, not only their counts",
    ],
    [["train", corpus, "-m", model, "--workers", NOBODY, "--multi-label"], "cannot be counted in parts"],
  ] as const)("need a command line that makes sense: %s", async (args, message) => {
    expectFault(await thresher(args), 2, message);
  });

  it("say which Redis cannot be reached, and that a corpus is missing", async () => {
    expectFault(
      await thresher(["train", corpus, "-m", model, "--workers", NOBODY]),
      1,
      `${NOBODY}: no Redis server listens there`,
    );
    expectFault(
      await thresher(["worker", NOBODY, "--root", corpus, "--parts", parts]),
      1,
      `${NOBODY}: no Redis server listens there`,
    );
    expectFault(
      await thresher(["worker", NOBODY, "--root", `${corpus}/x`, "--parts", parts]),
      1,
      "there is no such folder",
    );
  });

  it.runIf(process.geteuid?.() === 0)(
    "take no folder for counts that another user has made where one is expected",
    async () => {
      const place = join(temporaryFolder(), "x.model");
      const args = ["train", corpus, "-m", place, "--workers", NOBODY];
      mkdirSync(`${place}.parts`);
      chownSync(`${place}.parts`, 4711, 4711);
      expectFault(
        await thresher(args),
        1,
        "x.model.parts: this folder for the counts belongs to another user (uid 4711)",
      );
      renameSync(`${place}.parts`, `${place}.own`);
      symlinkSync(`${place}.own`, `${place}.parts`);
      expectFault(
        await thresher(args),
        1,
        "x.model.parts: this folder for the counts is a symbolic link: name a folder",
      );
    },
  );

  it("say what to install where their packages are missing", async () => {
    const alone = temporaryFolder();
    cpSync(dirname(COMMAND), alone, { recursive: true });
    const outcome = await execute(process.execPath, [
      join(alone, "thresher.cjs"),
      ...["worker", NOBODY, "--root", corpus, "--parts", parts],
    ]);
    expectFault(outcome, 1, "worker needs the packages bullmq and ioredis: install them beside thresher");
  });
});
