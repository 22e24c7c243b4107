import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { inputPile } from "../../../src/jobs/inputs/input-pile.js";
import { Inputs } from "../../../src/jobs/inputs/inputs.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { labellingHere } from "../../helpers/labelling-here.js";

/** The beginning of a file of gzip. */
const DAMAGED = Buffer.from([0x1f, 0x8b, 8, 0, 9, 9]);

const pileOf = (path: string) => inputPile(new Inputs([path], {}), {}, undefined);

/** Reads a pile in a file of this name, then each document again. */
function readAgain(name: string, content: string) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const pile = pileOf(path);
  const all = pile.documents(() => true);
  const first = Array.from(all, ({ id, bytes }) => [id, Buffer.from(bytes).toString()]);
  const ids = first.map(([id]) => id).toReversed();
  const again = ids.map((id) => [id, Buffer.from(pile.read(id) ?? []).toString()]).toReversed();
  const { source, archived } = pile.filing(first[1][0]);
  pile.close();
  return { path, first, again, source, archived };
}

describe("a pile on the command line", () => {
  it("reads the messages of a mailbox again, in any order, and files them with their content", () => {
    const message = (i: number) => `From a@example.org Sat Jan  3 01:05:34 1998\nSubject: letter ${i}\n\nbody ${i}\n\n`;
    const { path, first, again, source, archived } = readAgain("in.mbox", [1, 2, 3].map(message).join(""));
    expect(first.map(([id]) => id)).toEqual([1, 2, 3].map((i) => `${path}#${i}`));
    expect(first[1][1]).toContain("body 2");
    expect(again).toEqual(first);
    expect(source).toBe(`${path}#2`);
    expect(archived?.archive).toBe(path);
    expect(Buffer.from(archived?.content ?? []).toString()).toBe(first[1][1]);
  });

  it("reads the rows of a table again, and nothing of a file that is gone", () => {
    const { first, again } = readAgain("reviews.csv", "text\nthe soup was cold\nthe bread was warm\n");
    expect(first.map(([, text]) => text)).toEqual(["the soup was cold", "the bread was warm"]);
    expect(pileOf(temporaryFolder()).read("/nowhere/letter")).toBeUndefined();
    expect(again).toEqual(first);
  });

  // Root can read every file.
  it.each<[string, number]>([["damaged", 0o600], ...(getuid?.() === 0 ? [] : [["unreadable", 0] as [string, number]])])(
    "of archives that are %s is refused in one line",
    async (_, mode) => {
      const folder = temporaryFolder();
      for (const name of ["a.gz", "b.gz"]) writeFileSync(join(folder, name), DAMAGED, { mode });
      const labelling = labellingHere(pileOf(folder), temporaryFolder());
      await expect(labelling.ready).rejects.toThrow("there is no document to label that is text and can be read");
      await labelling.close();
    },
  );
});
