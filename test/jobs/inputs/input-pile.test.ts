import { chmodSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { inputPile } from "../../../src/jobs/inputs/input-pile.js";
import { Inputs } from "../../../src/jobs/inputs/inputs.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { labellingHere } from "../../helpers/labelling-here.js";

const pileOf = (path: string) => inputPile(new Inputs([path], {}), {}, undefined);
const textOf = (bytes: Uint8Array = new Uint8Array()) => Buffer.from(bytes).toString();

const MAILBOX = [1, 2, 3].map(
  (i) => `From a@example.org Sat Jan  3 01:05:34 1998\nSubject: letter ${i}\n\nbody ${i}\n\n`,
);
const TABLE = ["the soup was cold", "the bread was warm"];

describe("a pile on the command line", () => {
  it.each([
    ["the messages of a mailbox", "in.mbox", MAILBOX.join(""), ["body 1", "body 2", "body 3"]],
    ["the rows of a table", "reviews.csv", ["text", ...TABLE, ""].join("\n"), TABLE],
  ])("reads %s again, in any order, and files them with their content", (_, name, content, texts) => {
    const path = join(folderWith({ [name]: content }), name);
    const pile = pileOf(path);
    const all = Array.from(
      pile.documents(() => true),
      ({ id, bytes }) => ({ id, text: textOf(bytes) }),
    );
    const expected = texts.map((text, i) => ({ id: `${path}#${i + 1}`, text: expect.stringContaining(text) }));
    expect(all).toEqual(expected);
    for (const { id, text } of all.toReversed()) {
      expect(textOf(pile.read(id))).toBe(text);
      const { source, archived } = pile.filing(id);
      expect([source, archived?.archive, textOf(archived?.content)]).toEqual([id, path, text]);
    }
    pile.close();
    expect(pile.read("/nowhere/letter")).toBeUndefined();
  });

  // Root can read every file.
  it.each([["damaged", 0o600], ...(getuid?.() === 0 ? [] : [["unreadable", 0] as const])] as const)(
    "of archives that are %s is refused in one line",
    async (_, mode) => {
      const gzip = Buffer.from([0x1f, 0x8b, 8, 0, 9, 9]);
      const folder = folderWith({ "a.gz": gzip, "b.gz": gzip });
      for (const name of ["a.gz", "b.gz"]) chmodSync(join(folder, name), mode);
      const { ready } = labellingHere(pileOf(folder), temporaryFolder());
      await expect(ready).rejects.toThrow("there is no document to label that is text and can be read");
    },
  );
});
