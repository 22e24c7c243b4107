import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
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
import { refusing, whileCalls } from "../helpers/faults-here.js";
import { folderWith, write } from "../helpers/folder.js";
import { answerTruly, labellingHere, make, threeSubjects } from "../helpers/labelling-here.js";

const WAYS = ["copy", "move"] as const;
type How = (typeof WAYS)[number] | "list";

/** A pile on disk, and the folder to file into. */
function placesFor(each: number) {
  const root = folderWith({ pile: threeSubjects(each), sorted: {} });
  return { root, pile: join(root, "pile"), into: join(root, "sorted"), model: join(root, "sorted.model") };
}

/** Starts a session as the command does, after it has repaired what a killed one left half done. */
async function started({ pile, into, model }: ReturnType<typeof placesFor>, how: How) {
  for (const journal of unfinishedJournals(into, () => undefined)) await repair(journal, {});
  const from = inputPile(new Inputs([pile], {}), {}, filedDocuments(into));
  const listed: (readonly [string, string])[] = [];
  const writeList = (rows: readonly (readonly [string, string])[]) => `${listed.push(...rows)} rows`;
  const finish = finisher({ pile: from, into, model, train: async (labelled) => train(labelled), writeList });
  return { labelling: labellingHere(from, into, [], { finish, ending: how }), listed };
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
    const { into, model } = places;
    const { labelling } = await finished(places, "copy");
    expect(labelling.state()).toMatchObject({ phase: "done", result: { filed: 12, there: 0, left: [], model } });
    await labelling.close();
    expect(filedIn(into)).toEqual(allFiled(4));
    expect(load(model).labels).toEqual(["bread", "chess", "sea"]);
    const [journal] = folderJournals(into, () => undefined);
    for await (const { outcome } of undo(journal)) expect(outcome).toBe("removed");
    expect(filedIn(into)).toEqual([]);
  });

  it("lists documents and labels, and files nothing", async () => {
    const places = placesFor(2);
    const { listed } = await finished(places, "list");
    expect(listed).toHaveLength(6);
    expect(listed).toContainEqual([join(places.pile, "sea-0"), "sea"]);
    expect(filedIn(places.into)).toEqual([]);
  });

  it.each(WAYS)("goes on after it (%s): filed documents are labelled, new ones asked about", async (how) => {
    const places = placesFor(2);
    await (await finished(places, how)).labelling.close();
    const texts = Object.entries(threeSubjects(4)).filter(([name]) => /sea-[23]/.test(name));
    write(places.pile, Object.fromEntries(texts));
    const { labelling } = await started(places, how);
    await labelling.ready;
    expect(labelling.state()).toMatchObject({ progress: { labelled: 6, documents: 8 }, notices: [] });
  });

  it("leaves a document that was changed since, and says why", async () => {
    const { labelling } = await started(placesFor(2), "copy");
    await labelling.ready;
    const { name = "" } = (await make(labelling, { do: "start-questions" })).question ?? {};
    await answerTruly(labelling);
    writeFileSync(name, "something else");
    const { result } = await end(labelling, "copy");
    expect(result).toMatchObject({ filed: 5, left: [{ name, why: "it has been changed" }] });
  });
});

describe("a session that an error stops while it files", () => {
  it.each(
    WAYS.flatMap((how) => [
      [how, "the user finishes again", false] as const,
      [how, "the command is run again", true] as const,
    ]),
  )("says how many it had filed (%s) when %s", async (how, _, isAgain) => {
    const places = placesFor(4);
    const { into } = places;
    let { labelling } = await started(places, how);
    // A file is where the folder of a class should be, so only some documents are filed.
    write(into, { bread: {}, chess: "", sea: "" });
    await expect(answerAll(labelling, how)).rejects.toThrow(DataError);
    for (const folder of ["chess", "sea"]) rmSync(join(into, folder));
    const filed = filedIn(into).length;
    expect(filed).toBeGreaterThan(0);
    if (isAgain) {
      await labelling.close();
      ({ labelling } = await finished(places, how));
    } else await end(labelling, how);
    expect(labelling.state().result).toMatchObject({ filed: 12 - filed, there: filed, left: [] });
    expect(filedIn(into)).toHaveLength(12);
    expect(load(places.model).counts.documents).toEqual(Float64Array.of(4, 4, 4));
  });
});

describe("a session that is killed", () => {
  const CALLS = ["writeSync", "renameSync", "linkSync", "unlinkSync", "fsyncSync", "fdatasyncSync", "mkdirSync"];
  const fs = createRequire(import.meta.url)("node:fs");
  const fail = refusing("EIO");

  /** Runs something, and makes all calls that change files fail from a certain one on, as if the process had ended. */
  async function killedAt(call: number, run: () => Promise<unknown>): Promise<boolean> {
    let calls = 0;
    const counting = CALLS.map((name) => {
      const real = fs[name];
      return [name, (...args: unknown[]) => (++calls > call ? fail() : real(...args))];
    });
    await whileCalls(Object.fromEntries(counting), () => run().catch(() => undefined));
    return calls > call;
  }

  it.each(WAYS)("loses no confirmed answer, and files nothing twice (%s)", async (how) => {
    const places = placesFor(4);
    const random = seededRandom(7);
    let labelled = 0;
    for (let kills = 0, wasKilled = true; wasKilled; kills++) {
      const { labelling } = await started(places, how);
      wasKilled = await killedAt(kills > 12 ? 1e9 : random(30), async () => {
        await labelling.ready;
        expect(labelling.state().progress.labelled).toBeGreaterThanOrEqual(labelled);
        await answerAll(labelling, how);
      });
      labelled = Math.max(labelled, labelling.state().progress.labelled);
      await labelling.close().catch(() => undefined);
      for (const name of readdirSync(places.into)) if (name.endsWith(".lock")) rmSync(join(places.into, name));
    }
    expect(filedIn(places.into)).toEqual(allFiled(4));
    expect(readdirSync(places.pile)).toHaveLength(how === "move" ? 0 : 12);
  });
});
