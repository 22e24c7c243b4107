import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveListText, readMoveList } from "../../../src/delivery/filing/move-list.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { temporaryFolder } from "../../helpers/folder.js";

const folder = temporaryFolder();
const file = join(folder, "moves.txt");

function read(text: string): ReturnType<typeof readMoveList> {
  writeFileSync(file, text);
  return readMoveList(file);
}

/** One name: of a file or a folder, with any character that a file system takes. */
const name = fc
  .string({ unit: "binary", minLength: 1 })
  .filter(
    (text) => !/[\0/]/.test(text) && Buffer.from(text).toString() === text && !/^\.{1,2}$|^\.thresher/.test(text),
  );

describe("a list of moves", () => {
  it("gives back what was written, whatever is in a name", () => {
    fc.assert(
      fc.property(name, name, name, (from, to, why) => {
        const move = { from: `ham/${from}`, to };
        expect(read(moveListText("/corpus", [{ ...move, why: "because" }]))).toEqual({
          root: "/corpus",
          moves: [move],
        });
        expect(read(moveListText(`/${why}`, [])).moves).toEqual([]);
      }),
      EXAMPLES,
    );
  });

  it("is plain text with one line a move, whatever is in a name", () => {
    fc.assert(
      fc.property(name, name, name, (root, from, to) => {
        const text = moveListText(`/${root}`, [{ from, to, why: "because" }]);
        expect(text).not.toMatch(/[^\n\P{Cc}]|[\u2028-\u202e\u2066-\u2069\u200b]/u);
        expect(text.match(/^(corpus )?"/gm)).toHaveLength(2);
      }),
      EXAMPLES,
    );
  });

  it("takes comments, empty lines and the line ends of Windows", () => {
    const text = '# why\r\ncorpus "/c"\r\n\r\n"a/1" -> "b"\r\n#"a/2" -> "b"\r\n';
    expect(read(text)).toEqual({ root: "/c", moves: [{ from: "a/1", to: "b" }] });
  });

  it.each([
    ['"a/1" -> "b"', /has no line with the corpus/],
    ['corpus "relative"', /has no line with the corpus/],
    ['corpus "/c"\ncorpus "/d"', /line 2 names a second corpus/],
    ['corpus "/c"\n"a/../../1" -> "b"', /line 2: "a\/\.\.\/\.\.\/1" is not a path below the corpus/],
    ['corpus "/c"\n"a/1" -> ""', /line 2: "" is not a path below the corpus/],
    ['corpus "/c"\n"a/1" -> "/etc"', /line 2: "\/etc" is not a path below the corpus/],
    [
      'corpus "/c"\n"a/1" -> ".thresher-journal-1.jsonl"',
      /line 2: "\.thresher-journal-1\.jsonl" is not a path below the corpus/,
    ],
    ['corpus "/c"\n"a\\q" -> "b"', /is not a JSON string/],
    ['corpus "/c"\na/1 b', /line 2 is not a move: write "document" -> "folder"/],
  ])("refuses %j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("says that a list cannot be read", () => {
    expect(() => readMoveList(join(folder, "none"))).toThrow(/^the list .*none cannot be read: no such file/);
  });
});
