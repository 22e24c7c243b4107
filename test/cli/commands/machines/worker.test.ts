import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import { COMMAND, execute } from "../../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

const NOBODY = "redis://127.0.0.1:1";
const corpus = folderWith(twoClasses());
const model = join(temporaryFolder(), "model");
const parts = temporaryFolder();

describe.concurrent("workers", () => {
  it("need a command line that makes sense", async () => {
    const train = `train ${corpus} -m ${model}`;
    const cases: Refused[] = [
      ["worker", "worker needs the Redis server: redis://"],
      [`worker ${NOBODY}`, "worker needs --root FOLDER: where the corpus lies on this machine"],
      [`worker ${NOBODY} --root ${corpus}`, "worker needs --parts FOLDER: the folder for counts that train names"],
      [`worker http://127.0.0.1 --root ${corpus} --parts x`, "worker: give the address of a Redis server"],
      [`${train} --shards 3`, "--shards is for training with --workers"],
      [`${train} --parts x`, "--parts is for training with --workers"],
      [`${train} --workers ${NOBODY}`, "--workers needs --parts FOLDER: where all machines find plan and counts"],
      [`${train} --workers ${NOBODY} --remember`, "--workers and --remember cannot be combined"],
      [`${train} --workers ${NOBODY} --memory 5M`, /--workers .*--memory .*cannot be combined/],
      [`${train} --workers ${NOBODY} --parts ${parts} --preset best`, "needs the documents, not only their counts"],
      [`${train} --workers ${NOBODY} --parts ${parts} --multi-label`, "cannot be counted in parts"],
    ];
    await expectRefused(cases);
  });

  it("say which Redis cannot be reached, and that a corpus is missing", async () => {
    const unreachable = `${NOBODY}: no Redis server listens there`;
    await expectRefused([
      [`train ${corpus} -m ${model} --workers ${NOBODY} --parts ${parts}`, unreachable, 1],
      [`worker ${NOBODY} --root ${corpus} --parts ${parts}`, unreachable, 1],
      [`worker ${NOBODY} --root ${corpus}/x --parts ${parts}`, "there is no such folder", 1],
    ]);
  });

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
