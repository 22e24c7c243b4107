import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryPrefix } from "../../../../src/documents/files/write-file.js";
import { COMMAND, execute, thresher, thresherAsNobody } from "../../../helpers/command.js";
import { expectFault, expectRefused, outputOf, type Refused } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

/** A plan of a corpus, and a folder for its parts. */
async function planned(corpus: string, shards: number, options = "") {
  const folder = temporaryFolder();
  const [plan, parts, model] = ["plan.json", "parts", "merged.model"].map((name) => join(folder, name));
  const stdout = await outputOf(`plan ${corpus} --shards ${shards} -o ${plan}${options}`);
  const count = (words: string) => thresher(`count ${plan} -o ${parts} --shard ${words}`);
  const merge = (more = "") => thresher(`merge ${parts} --plan ${plan} -m ${model}${more}`);
  return { plan, parts, model, stdout, count, merge };
}

/** Expects that a model is the one that train makes. */
async function expectTrained(model: string, corpus: string, options = ""): Promise<void> {
  const trained = join(temporaryFolder(), "trained.model");
  await outputOf(`train ${corpus} -m ${trained}${options}`);
  expect(bytesOf(model).equals(bytesOf(trained))).toBe(true);
}

describe("thresher plan, count and merge", () => {
  it("make the model that train makes, counted in any order, some shards twice", async () => {
    const corpus = folderWith(twoClasses(12));
    const { parts, model, stdout, count, merge } = await planned(corpus, 3, " --set min-documents=2");
    expect(stdout).toMatch(
      /^The plan is in .*plan\.json: 24 files of 2 classes in 3 shards of .* kB\.\nCount each of them/,
    );
    expect((await count("2")).stdout).toMatch(
      /^Counted shard 2 \(of 0 to 2\): 8 documents, \d+ terms\. The counts are in /,
    );
    expectFault(await merge(), 1, ": no counts of shards 0, 1 of 3");
    const part = join(parts, readdirSync(parts)[0]);
    const bytes = bytesOf(part);
    expect((await count("2")).stdout).toContain("Shard 2 (of 0 to 2) is counted already, in ");
    writeFileSync(part, bytes.subarray(0, 100));
    await count("2");
    expect(bytesOf(part).equals(bytes)).toBe(true);
    await count("0 --jobs 1");
    expect(Object.keys(JSON.parse((await count("1 --json")).stdout))).toEqual(
      "part shard shards counted documents terms problems".split(" "),
    );
    expect((await merge()).stdout).toMatch(/^Added up 3 parts: 2 classes from 24 documents \(ham 12, spam 12\), /);
    await expectTrained(model, corpus, " --set min-documents=2");
    // As train, and parts.
    expect(Object.keys(JSON.parse((await merge(" --json")).stdout))).toEqual(
      "model bytes classifier parts documents classes vocabulary problems".split(" "),
    );
  });

  it("say in one line what is missing or wrong", async () => {
    const corpus = folderWith(twoClasses(2));
    const { plan, parts } = await planned(corpus, 2);
    const toPlan: Refused[] = [
      [`-o ${plan}`, "plan needs --shards N"],
      ["--shards 2", "plan needs -o FILE"],
      [`--shards 2 -o ${plan} --preset best`, "a learned combination"],
      [`--shards 2 -o ${plan} --calibrate`, "leave it out"],
      [`--shards 99999999999 -o ${plan}`, "shards must be a whole number from 1 to 1000000"],
    ];
    await expectRefused(toPlan, ["plan", corpus]);
    const elsewhere = [plan, "/nowhere", "\0"].map((root): Refused => {
      return [`--shard 0 -o ${parts} --root ${root}`, "there is no such folder on this machine", 1];
    });
    const toCount: Refused[] = [
      [`-o ${parts}`, "count needs --shard N"],
      ["--shard 0", "count needs -o FOLDER"],
      ...elsewhere,
      ["--shard 0 -o ", '"": the folder for the parts', 1],
      [`--shard 2 -o ${parts}`, "there is no shard 2: the plan has shards 0 to 1", 1],
      [`--shard 0 -o ${parts}/none/none`, "cannot be made", 1],
      [`--shard 0 -o ${plan}`, "something of that name exists already", 1],
    ];
    await expectRefused(toCount, ["count", plan]);
    const toMerge: Refused[] = [
      [`${corpus}/none --plan ${plan}`, "no such file or folder", 1],
      [`${corpus} --plan ${plan}`, ": no counts of shards 0, 1 of 2: count them into this folder", 1],
      [corpus, "merge needs --plan FILE: the plan that the parts were made for"],
    ];
    await expectRefused(toMerge, ["merge", "-m", join(temporaryFolder(), "x.model")]);
    const closed = join(parts, "closed");
    mkdirSync(closed, { recursive: true });
    chmodSync(closed, 0o555);
    const outcome = await thresherAsNobody(`count ${plan} --shard 0 -o ${closed}`);
    expectFault(outcome, 1, "cannot be written: permission denied");
  });

  it("name documents and parts that this machine cannot read, and work when it can", async () => {
    const corpus = folderWith(twoClasses(2));
    const { plan, parts, model, count, merge } = await planned(corpus, 1);
    const refused = async (path: string, words: string, message: string) => {
      chmodSync(path, 0);
      expectFault(await thresherAsNobody(words), 1, message);
      chmodSync(path, 0o755);
    };
    mkdirSync(parts);
    chmodSync(parts, 0o777);
    const [secret, counting] = [join(corpus, "ham/0000.txt"), `count ${plan} --shard 0 -o ${parts}`];
    await refused(secret, counting, "cannot be read: ham/0000.txt (permission denied): make it readable");
    await refused(dirname(secret), counting, "ham/0000.txt cannot be found: permission denied");
    expect(readdirSync(parts)).toEqual([]);
    await count("0");
    const part = join(parts, readdirSync(parts)[0]);
    for (const words of [`merge ${parts} --plan ${plan} -m ${parts}/m`, counting])
      await refused(part, words, `${part}: cannot be read: permission denied`);
    await merge();
    await expectTrained(model, corpus);
  });

  it("keep files that another machine may be writing, and remove those that nobody has written for days", async () => {
    const { parts, count } = await planned(folderWith(twoClasses(2)), 1);
    await count("0");
    const [part] = readdirSync(parts);
    // No process has these numbers.
    const [fresh, old] = [2 ** 30, 2 ** 30 + 1].map((pid) => join(parts, `${temporaryPrefix(part)}${pid}-x.tmp`));
    for (const file of [fresh, old]) writeFileSync(file, "x");
    utimesSync(old, 1, 1);
    rmSync(join(parts, part));
    await count("0");
    expect(readdirSync(parts).sort()).toEqual([basename(fresh), part].sort());
  });
});

describe.concurrent("workers", () => {
  const NOBODY = "redis://127.0.0.1:1";
  const corpus = folderWith(twoClasses());
  const parts = temporaryFolder();
  const train = `train ${corpus} -m ${parts}/model`;

  it("need a command line that makes sense, a Redis that can be reached, and a corpus", async () => {
    const unreachable = `${NOBODY}: no Redis server listens there`;
    await expectRefused([
      ["worker", "worker needs the Redis server: redis://"],
      [`worker ${NOBODY}`, "worker needs --root FOLDER: where the documents lie on this machine"],
      [
        `worker ${NOBODY} --root ${corpus}`,
        "worker needs --parts FOLDER: the folder for parts: the one of train --parts",
      ],
      [`worker http://127.0.0.1 --root ${corpus} --parts x`, "worker: give the address of a Redis server"],
      [`${train} --shards 3`, "--shards is for training with --workers"],
      [`${train} --parts x`, "--parts is for training with --workers"],
      [`${train} --workers ${NOBODY}`, "--workers needs --parts FOLDER: where all machines find plan and counts"],
      [`${train} --workers ${NOBODY} --remember`, "--workers and --remember cannot be combined"],
      [`${train} --workers ${NOBODY} --memory 5M`, /--workers .*--memory .*cannot be combined/],
      [`${train} --workers ${NOBODY} --parts ${parts} --preset best`, "needs the documents, not only their counts"],
      [`${train} --workers ${NOBODY} --parts ${parts} --multi-label`, "cannot be counted in parts"],
      [`${train} --workers ${NOBODY} --parts ${parts}`, unreachable, 1],
      [`worker ${NOBODY} --root ${corpus} --parts ${parts}`, unreachable, 1],
      [`worker ${NOBODY} --root ${corpus}/x --parts ${parts}`, "there is no such folder", 1],
    ]);
  });

  it("say what to install where their packages are missing", async () => {
    const alone = temporaryFolder();
    cpSync(dirname(COMMAND), alone, { recursive: true });
    const worker = ["worker", NOBODY, "--root", corpus, "--parts", parts];
    const outcome = await execute(process.execPath, [join(alone, "thresher.cjs"), ...worker]);
    expectFault(outcome, 1, "worker needs the packages bullmq and ioredis: install them beside thresher");
  });
});
