import { expect, it } from "vitest";
import { readPile } from "../../../src/labelling/pile/read-pile.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { labellingHere, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

/** A pile whose number of documents is not known before they are read, as in an archive. */
class PackedPile extends PileInMemory {
  override get files(): number {
    return 1;
  }
}

const TEXTS = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`letter-${i}`, `words of day ${i}`]));

/** The numbers of the documents that a session gets. */
async function drawn(pile: PileInMemory, most: number, seed = 1): Promise<number[]> {
  const settings = settingsFrom({});
  const { signal } = new AbortController();
  const { documents, sampledFrom } = await readPile(pile, { settings, seed, most, onProgress: () => {}, signal });
  expect(sampledFrom).toBe(documents.length === 1000 ? undefined : 1000);
  return documents.map(({ id }) => Number(id.split("-")[1]));
}

it.each([
  ["known", new PileInMemory(TEXTS)],
  ["unknown", new PackedPile(TEXTS)],
])("a session has at most so many documents of a pile whose size is %s, spread over all of it", async (_, pile) => {
  expect(await drawn(pile, 1000)).toHaveLength(1000);
  const some = await drawn(pile, 100);
  expect(some.length).toBeLessThanOrEqual(100);
  expect(some.length).toBeGreaterThan(40);
  const late = some.filter((number) => number >= 500).length / some.length;
  expect(Math.abs(late - 0.5)).toBeLessThan(0.15);
  expect(await drawn(pile, 100)).toEqual(some);
  expect(await drawn(pile, 100, 2)).not.toEqual(some);
});

it("the state says of how many documents a session has a sample", async () => {
  const labelling = labellingHere(new PileInMemory(threeSubjects(20)), temporaryFolder(), [], { most: 30 });
  await labelling.ready;
  const { sampledFrom, progress } = labelling.state();
  expect(sampledFrom).toBe(60);
  expect(progress.documents).toBeLessThanOrEqual(30);
  await labelling.close();
});
