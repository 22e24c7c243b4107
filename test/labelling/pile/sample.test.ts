import { describe, expect, it } from "vitest";
import { Sample } from "../../../src/labelling/pile/sample.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { labellingHere, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

/** Offers documents to a sample. Returns the ids that are drawn. */
function drawn(count: number, most: number, expected: number, seed = 1) {
  const sample = new Sample(most, expected, seed);
  const wanted = Array.from({ length: count }, (_, i) => `letter-${i}`).filter((id) => {
    const isWanted = sample.isWanted(id);
    if (isWanted) sample.add(id);
    return isWanted;
  });
  return { ids: Array.from(sample.places, (place) => wanted[place]), isPart: sample.isPart };
}

describe("a sample of a pile", () => {
  it("is the whole pile if that is small enough", () => {
    expect(drawn(40, 40, 40)).toEqual({ ids: Array.from({ length: 40 }, (_, i) => `letter-${i}`), isPart: false });
  });

  it.each([
    ["known", 10_000],
    ["unknown", 1],
  ])("has at most so many documents when the number is %s, and not much fewer than half of them", (_, expected) => {
    const { ids, isPart } = drawn(10_000, 1000, expected);
    expect(isPart).toBe(true);
    expect(ids.length).toBeLessThanOrEqual(1000);
    expect(ids.length).toBeGreaterThan(450);
  });

  it("is the same for the same seed, and spread over the whole pile", () => {
    const { ids } = drawn(10_000, 1000, 10_000);
    expect(drawn(10_000, 1000, 10_000).ids).toEqual(ids);
    expect(drawn(10_000, 1000, 10_000, 2).ids).not.toEqual(ids);
    const late = ids.filter((id) => Number(id.split("-")[1]) >= 5000).length;
    expect(late / ids.length).toBeGreaterThan(0.4);
    expect(late / ids.length).toBeLessThan(0.6);
  });

  it("is what a session asks about, and the state says of how many it is", async () => {
    const labelling = labellingHere(new PileInMemory(threeSubjects(20)), temporaryFolder(), [], { most: 30 });
    await labelling.ready;
    const { sampledFrom, progress } = labelling.state();
    expect(sampledFrom).toBe(60);
    expect(progress.documents).toBeLessThanOrEqual(30);
    await labelling.close();
  });
});
