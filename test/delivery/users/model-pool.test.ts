import fs, { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ChangeQueue } from "../../../src/delivery/learning/change-queue.js";
import { FilteringModel } from "../../../src/delivery/serving/filtering-model.js";
import { ModelPool } from "../../../src/delivery/users/model-pool.js";
import { load, loadToFilter } from "../../../src/model/file/model-file.js";
import { updateModel } from "../../../src/model/file/model-update.js";
import { save } from "../../../src/model/file/save-model.js";
import { learn } from "../../../src/model/learning/learn.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { firstModel, letter } from "../learning/lessons.js";

const said: string[] = [];
let folder = "";
let fallbackPath = "";
beforeEach(() => {
  folder = temporaryFolder();
  fallbackPath = firstModel();
  said.length = 0;
});

const tell = (line: string) => void said.push(line);
const SPAM = { kind: "learn", label: "spam" } as const;
const pathOf = (user: string) => join(folder, `${user}.model`);
/** The id of a user's model, or of the fallback. */
const idOf = (user?: string) => loadToFilter(user === undefined ? fallbackPath : pathOf(user)).id;

function pool(memory = 4e9, at = folder): ModelPool {
  const fallback = new FilteringModel(fallbackPath, { tell });
  return new ModelPool(join(at, "%u.model"), { fallback, tell, saveEvery: 60_000, memory });
}

/** Writes the models of users, which know letters 1 and 2 and one more as spam: the first user letter 3, and so on. */
function give(...users: readonly string[]): void {
  for (const [i, user] of users.entries()) {
    const learner = new Learner(load(fallbackPath));
    learner.learn("spam", letter(3 + i));
    save(learner.model(), pathOf(user));
  }
}

/** The id of the model that answers a user. */
const answering = async (models: ModelPool, user?: string) => (await models.answer(letter(1), user)).model;

/** How many documents of each class a user's model knows. */
const known = (user: string, at = folder) => [...load(join(at, `${user}.model`)).counts.documents];

/** A pool with room for one small model, or more. */
function fullPool(more = 1): ModelPool {
  vi.spyOn(process.memoryUsage, "rss").mockReturnValueOnce(0);
  return pool(70e6 + more);
}

describe("a pool of models", () => {
  it("refuses less memory than the process needs without them", () => {
    vi.spyOn(process.memoryUsage, "rss").mockReturnValueOnce(190e6);
    const message = "cache: 200.0 MB is too little: without the models of users, the server needs 260.0 MB";
    expect(() => pool(200e6)).toThrow(message);
  });

  it("answers each user with the user's own model, others with the fallback, and follows files that change or go", async () => {
    give("anna", "ben@example.org");
    const models = pool();
    for (const user of ["anna", "ben@example.org", "anna"]) expect(await answering(models, user)).toBe(idOf(user));
    for (const user of ["carla", undefined]) expect(await answering(models, user)).toBe(idOf());
    const more = [{ id: "5", label: "ham", bytes: letter(5) }];
    updateModel(pathOf("anna"), (model = load(pathOf("anna"))) => learn(model, more));
    expect(await answering(models, "anna")).toBe(idOf("anna"));
    rmSync(pathOf("anna"));
    expect(await answering(models, "anna")).toBe(idOf());
    give("anna");
    expect(await answering(models, "anna")).toBe(idOf("anna"));
    models.clear();
    expect(await answering(models, "anna")).toBe(idOf("anna"));
    expect(said).toEqual([]);
  });

  it("refuses names that are no names of files", async () => {
    const models = pool();
    for (const user of ["", "../anna", "x/anna", "anna\0", "a".repeat(300)]) {
      await expect(models.answer(letter(1), user)).rejects.toThrow("is refused: it");
      await expect(models.teach(SPAM, letter(1), user)).rejects.toThrow("is refused: it");
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("answers with the fallback if a model is damaged, says so once, and takes it when it is sound again", async () => {
    give("anna");
    const sound = readFileSync(pathOf("anna"));
    writeFileSync(pathOf("anna"), sound.subarray(0, 300));
    const models = pool();
    for (let n = 0; n < 3; n++) expect(await answering(models, "anna")).toBe(idOf());
    expect(said).toEqual([expect.stringMatching(/^\/.*anna\.model: .*; \/.*\/m answers instead$/)]);
    writeFileSync(pathOf("anna"), sound);
    expect(await answering(models, "anna")).toBe(idOf("anna"));
    writeFileSync(pathOf("anna"), "Dear Anna");
    for (let n = 0; n < 3; n++) await answering(models, "anna");
    expect(said.slice(1)).toEqual([expect.stringMatching(/^\/.*anna\.model: .*; model [0-9a-f]{8} stays in use$/)]);
  });

  it("does not use a model that others can write to, or a link to another's", async () => {
    give("anna", "ben");
    chmodSync(pathOf("anna"), 0o666);
    symlinkSync("ben.model", pathOf("carla"));
    const models = pool();
    for (const user of ["anna", "carla"]) {
      expect(await answering(models, user)).toBe(idOf());
      await expect(models.teach(SPAM, letter(5), user)).rejects.toThrow(pathOf(user));
    }
    expect([said.length, known("ben")]).toEqual([2, [1, 2]]);
  });

  it("frees the models that were not used for longest when the process is full, and writes what they have learned", async () => {
    give("anna", "ben", "carla");
    const models = fullPool();
    await models.teach(SPAM, letter(5), "anna");
    expect([(await models.answer(letter(5), "anna")).knowsWords, known("anna")]).toEqual([true, [1, 2]]);
    for (const user of ["ben", "carla", "anna"]) expect(await answering(models, user)).toBe(idOf(user));
    expect(known("anna")).toEqual([1, 3]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".queue"))).toEqual([]);
    // Room for two that learn: those that were used last stay.
    const two = fullPool(1_100_000);
    for (const user of ["anna", "ben"]) await two.teach(SPAM, letter(6), user);
    for (const user of ["anna", "carla"]) await answering(two, user);
    expect(`${known("anna")} ${known("ben")}`).toBe("1,3 1,3");
    two.clear();
    // Room for one that learns and another: if that learns, too, it has grown, and drops the first.
    const less = fullPool(800_000);
    await less.teach(SPAM, letter(7), "anna");
    await answering(less, "carla");
    expect(`${known("anna")} ${known("carla")}`).toBe("1,4 1,2");
    await less.teach(SPAM, letter(9), "carla");
    expect(`${known("anna")} ${known("carla")}`).toBe("1,5 1,2");
    less.clear();
    expect(known("carla")).toEqual([1, 3]);
  });
});

describe("a pool of models that learns", () => {
  it("keeps the lessons of a new user in a small file, readable for the user of the server alone", async () => {
    const models = pool();
    const unlearned = await models.teach({ kind: "unlearn" }, letter(1), "anna");
    expect(unlearned).toEqual({ fates: ["unknown"], classes: [] });
    const { classes } = await models.teach({ kind: "ask" }, undefined, "anna");
    expect(classes.map(({ label }) => label)).toEqual(load(fallbackPath).labels);
    expect(existsSync(pathOf("anna"))).toBe(false);
    expect(await models.teach(SPAM, letter(3), "anna")).toMatchObject({ fates: ["learned"] });
    expect(await models.answer(letter(3), "anna")).toMatchObject({
      knowsWords: true,
      isOwn: true,
      file: pathOf("anna"),
    });
    expect(await answering(models, "anna")).not.toBe(idOf());
    const { mode, size } = fs.statSync(pathOf("anna"));
    expect([mode & 0o777, size < 400]).toEqual([0o600, true]);
    expect([...load(fallbackPath).counts.documents]).toEqual([1, 1]);
    const next = pool();
    expect(await next.teach(SPAM, letter(3), "anna")).toMatchObject({ fates: ["known"] });
    expect(said).toEqual([]);
  });

  it("does not use the lessons of another user, or damaged ones, and says so in one line", async () => {
    const models = pool();
    await models.teach(SPAM, letter(3), "anna");
    fs.copyFileSync(pathOf("anna"), pathOf("ben"));
    writeFileSync(
      pathOf("carla"),
      readFileSync(pathOf("anna"), "utf8")
        .replace('name":"anna', 'name":"carla')
        .replace(/\w "spam/, 'x "spam'),
    );
    for (const user of ["ben", "carla", "ben"]) expect(await answering(models, user)).toBe(idOf());
    expect(said).toEqual([
      expect.stringMatching(
        /ben\.model: these are the lessons of "anna", not of "ben": move the file .*; .*m answers instead$/,
      ),
      expect.stringMatching(
        /carla\.model: this file of lessons is damaged \(line 2\): move it away, and teach again; /,
      ),
    ]);
    await expect(models.teach(SPAM, letter(4), "ben")).rejects.toThrow('lessons of "anna", not of "ben"');
    await expect(models.teach({ kind: "learn", label: "junk" }, letter(4), "anna")).rejects.toThrow(
      'the model for all users has no class "junk": use "ham", "spam"',
    );
  });

  it("does not change the fallback for a user with the name of its file", async () => {
    fs.renameSync(fallbackPath, `${fallbackPath}.model`);
    fallbackPath += ".model";
    const models = pool(4e9, dirname(fallbackPath));
    await expect(models.teach(SPAM, letter(3), "m")).rejects.toThrow("the model for users without one");
    expect(await answering(models, "m")).toBe(idOf());
  });

  it("loses nothing that it has confirmed if its process is killed, before or after a model left memory", async () => {
    give("anna", "ben");
    const models = fullPool();
    await models.teach(SPAM, letter(5), "anna");
    // Another process changes the model, so that it cannot be written when it leaves memory.
    writeFileSync(`${pathOf("anna")}.lock`, "locked");
    await models.teach(SPAM, letter(6), "ben");
    expect(said).toEqual([expect.stringMatching(/still locked .*; changes wait in .*anna\.model\.queue$/)]);
    // The files of the process when it is killed.
    const later = temporaryFolder();
    fs.cpSync(folder, later, { recursive: true });
    for (const name of readdirSync(later)) if (name.endsWith(".lock")) rmSync(join(later, name));
    for (const user of ["anna", "ben"]) expect(known(user, later)).toEqual([1, 2]);
    const next = pool(4e9, later);
    for (const [i, user] of ["anna", "ben"].entries()) {
      const { fates } = await next.teach({ kind: "relabel", label: "spam" }, letter(5 + i), user);
      expect(fates).toEqual(["known"]);
    }
    next.clear();
    for (const user of ["anna", "ben"]) expect(known(user, later)).toEqual([1, 3]);
    expect(readdirSync(later).filter((name) => name.endsWith(".queue"))).toEqual([]);
    rmSync(`${pathOf("anna")}.lock`);
    models.clear();
  });

  it("learns with a whole model after a lesson that could not be kept", async () => {
    give("anna");
    const models = pool();
    vi.spyOn(ChangeQueue.prototype, "add").mockImplementationOnce(() => {
      throw new Error("no space left");
    });
    await expect(models.teach(SPAM, letter(8), "anna")).rejects.toThrow("no space left");
    expect((await models.teach(SPAM, letter(8), "anna")).fates).toEqual(["learned"]);
  });

  it("answers from the file if another process has the queue, says so, and does not learn", async () => {
    give("anna");
    const models = pool();
    await models.teach(SPAM, letter(5), "anna");
    const other = pool();
    expect(await answering(other, "anna")).toBe(idOf("anna"));
    expect(said).toEqual([expect.stringMatching(/queue\.lock: still locked by process/)]);
    await expect(other.teach(SPAM, letter(6), "anna")).rejects.toThrow("still locked");
    models.clear();
    expect(known("anna")).toEqual([1, 3]);
  });
});
