import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { seededRandom } from "../../src/base/random.js";
import { folderJournals, unfinishedJournals } from "../../src/delivery/filing/read-journal.js";
import { repair, undo } from "../../src/delivery/filing/undo.js";
import { filedDocuments, inputPile } from "../../src/jobs/inputs/input-pile.js";
import { Inputs } from "../../src/jobs/inputs/inputs.js";
import { finisher } from "../../src/labelling/finish.js";
import type { Labelling } from "../../src/labelling/labelling.js";
import { load } from "../../src/model/file/model-file.js";
import { train } from "../../src/model/training.js";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, labellingHere, make, threeSubjects } from "../helpers/labelling-here.js";

type How = "copy" | "move" | "list";

/** A pile on disk, and the folder to file into. */
function placesFor(each: number) {
  const root = temporaryFolder();
  const [pile, into] = [join(root, "pile"), join(root, "sorted")];
  for (const folder of [pile, into]) mkdirSync(folder);
  for (const [name, text] of Object.entries(threeSubjects(each))) writeFileSync(join(pile, name), text);
  return { root, pile, into };
}

/** Starts a session as the command does, after it has repaired what a killed one left half done. */
async function started({ root, pile, into }: ReturnType<typeof placesFor>, how: How) {
  for (const journal of unfinishedJournals(into, () => undefined)) await repair(journal, {});
  const from = inputPile(new Inputs([pile], {}), {}, filedDocuments(into));
  const model = join(root, "sorted.model");
  const lists: (readonly (readonly [string, string])[])[] = [];
  const writeList = (rows: readonly (readonly [string, string])[]) => {
    lists.push(rows);
    return "labels.csv";
  };
  const finish = finisher({ pile: from, into, model, train: async (labelled) => train(labelled), writeList });
  return { labelling: labellingHere(from, into, [], { finish, ending: how }), model, lists };
}

/** The files in the folders of classes. */
const filedIn = (into: string) =>
  readdirSync(into, { recursive: true, encoding: "utf8" })
    .filter((path) => path.includes("/"))
    .sort();

/** The same, when every document of a pile is in the folder of its subject. */
const allFiled = (each: number) =>
  Object.keys(threeSubjects(each))
    .map((name) => `${name.split("-")[0]}/${name}`)
    .sort();

const end = (labelling: Labelling, how: How) => make(labelling, { do: "finish", how, sureToo: false });

/** Answers all questions truly, and finishes. */
async function answerAll(labelling: Labelling, how: How): Promise<void> {
  await labelling.ready;
  const { phase } = labelling.state();
  if (phase === "done") return;
  if (phase !== "questions") await make(labelling, { do: "start-questions" });
  await answerTruly(labelling);
  await end(labelling, how);
}

async function finished(places: ReturnType<typeof placesFor>, how: How) {
  const session = await started(places, how);
  await answerAll(session.labelling, how);
  return session;
}

describe("the end of a session", () => {
  it("copies into folders and trains a model, and can be undone", async () => {
    const places = placesFor(4);
    const { labelling, model } = await finished(places, "copy");
    expect(labelling.state()).toMatchObject({ phase: "done", result: { filed: 12, there: 0, left: [], model } });
    await labelling.close();
    expect(filedIn(places.into)).toEqual(allFiled(4));
    expect(load(model).labels).toEqual(["bread", "chess", "sea"]);
    const [journal] = folderJournals(places.into, () => undefined);
    for await (const { outcome } of undo(journal)) expect(outcome).toBe("removed");
    expect(filedIn(places.into)).toEqual([]);
  });

  it("lists documents and labels, and files nothing", async () => {
    const places = placesFor(2);
    const { labelling, lists } = await finished(places, "list");
    expect(lists[0]).toHaveLength(6);
    expect(lists[0]).toContainEqual([join(places.pile, "sea-0"), "sea"]);
    await labelling.close();
    expect(filedIn(places.into)).toEqual([]);
  });

  it.each(["copy", "move"] as const)(
    "goes on after it (%s): filed documents are labelled, new ones asked about",
    async (how) => {
      const places = placesFor(2);
      await (await finished(places, how)).labelling.close();
      const texts = Object.entries(threeSubjects(4)).filter(([name]) => /sea-[23]/.test(name));
      for (const [name, text] of texts) writeFileSync(join(places.pile, name), text);
      const { labelling } = await started(places, how);
      await labelling.ready;
      expect(labelling.state()).toMatchObject({ progress: { labelled: 6, documents: 8 }, notices: [] });
    },
  );

  it("leaves a document that was changed since, and says why", async () => {
    const places = placesFor(2);
    const { labelling } = await started(places, "copy");
    await labelling.ready;
    const { name = "" } = (await make(labelling, { do: "start-questions" })).question ?? {};
    await answerTruly(labelling);
    writeFileSync(name, "something else");
    const state = await end(labelling, "copy");
    expect(state.result).toMatchObject({ filed: 5, left: [{ name, why: "it has been changed" }] });
  });
});

describe("a session that an error stops while it files", () => {
  /** Finishes. A file is where the folder of a class should be, so only some documents are filed. */
  async function stopped(places: ReturnType<typeof placesFor>, how: "copy" | "move") {
    const session = await started(places, how);
    mkdirSync(join(places.into, "bread"));
    for (const folder of ["chess", "sea"]) writeFileSync(join(places.into, folder), "");
    await expect(answerAll(session.labelling, how)).rejects.toThrow(DataError);
    for (const folder of ["chess", "sea"]) rmSync(join(places.into, folder));
    const filed = filedIn(places.into).length;
    expect(filed).toBeGreaterThan(0);
    return { session, filed };
  }

  it.each([
    ["copy", "the user finishes again", false],
    ["move", "the user finishes again", false],
    ["copy", "the command is run again", true],
    ["move", "the command is run again", true],
  ] as const)("says how many it had filed (%s) when %s", async (how, _, isAgain) => {
    const places = placesFor(4);
    const { session, filed } = await stopped(places, how);
    if (isAgain) await session.labelling.close();
    else await end(session.labelling, how);
    const { labelling, model } = isAgain ? await finished(places, how) : session;
    expect(labelling.state().result).toMatchObject({ filed: 12 - filed, there: filed, left: [] });
    expect(filedIn(places.into)).toHaveLength(12);
    expect(load(model).counts.documents).toEqual(Float64Array.of(4, 4, 4));
  });
});

describe("a session that is killed", () => {
  const CALLS = "writeSync renameSync linkSync unlinkSync fsyncSync fdatasyncSync mkdirSync".split(" ");

  /** Runs something, and makes all calls that change files fail from a certain one on, as if the process had ended. */
  async function killedAt(call: number, run: () => Promise<unknown>): Promise<boolean> {
    const fs = createRequire(import.meta.url)("node:fs");
    const before = Object.fromEntries(CALLS.map((name) => [name, fs[name]]));
    let calls = 0;
    for (const name of CALLS) {
      fs[name] = (...args: unknown[]) => {
        if (++calls > call) throw Object.assign(new Error("killed"), { code: "EIO" });
        return before[name](...args);
      };
    }
    syncBuiltinESMExports();
    try {
      await run().catch(() => undefined);
      return calls > call;
    } finally {
      Object.assign(fs, before);
      syncBuiltinESMExports();
    }
  }

  it.each(["copy", "move"] as const)("loses no confirmed answer, and files nothing twice (%s)", async (how) => {
    const places = placesFor(4);
    const random = seededRandom(7);
    let labelled = 0;
    for (let kills = 0, wasKilled = true; wasKilled; kills++) {
      const session = await started(places, how);
      wasKilled = await killedAt(kills > 12 ? 1e9 : random(30), async () => {
        await session.labelling.ready;
        expect(session.labelling.state().progress.labelled).toBeGreaterThanOrEqual(labelled);
        await answerAll(session.labelling, how);
      });
      labelled = Math.max(labelled, session.labelling.state().progress.labelled);
      await session.labelling.close().catch(() => undefined);
      for (const name of readdirSync(places.into)) if (name.endsWith(".lock")) rmSync(join(places.into, name));
    }
    const names = Object.keys(threeSubjects(4));
    expect(filedIn(places.into)).toEqual(allFiled(4));
    expect(names.filter((name) => existsSync(join(places.pile, name)))).toHaveLength(how === "move" ? 0 : 12);
  });
});
