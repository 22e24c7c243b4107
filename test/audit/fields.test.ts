import { describe, expect, it } from "vitest";
import { FieldCounts } from "../../src/audit/fields.js";

const header = (...names: readonly string[]) =>
  Buffer.from(`${names.map((name) => `${name}: x\n`).join("")}\nbody: x\n`);

/** Counts the headers. */
function counted(...headers: readonly Uint8Array[]): FieldCounts {
  const counts = new FieldCounts();
  for (const text of headers) counts.add(text);
  return counts;
}

describe("FieldCounts", () => {
  it("gives the fields that one document in twenty has, the most frequent first, once a document", () => {
    const counts = counted(header("From", "from", "Subject"), header("Subject", "__proto__"), header("X"));
    expect(counts.frequent(3)).toEqual(["subject", "__proto__", "from", "x"]);
    expect(counts.frequent(40)).toEqual(["subject"]);
    expect(counts.frequent(41)).toEqual([]);
  });

  it("gives at most 64, those of one frequency by name", () => {
    const names = Array.from({ length: 70 }, (_, i) => `a${String(i).padStart(2, "0")}`);
    expect(counted(header(...names.toReversed())).frequent(1)).toEqual(names.slice(0, 64));
  });

  it("looks at the first hundred fields of one header, and at names of up to 64 letters", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `x${i}`);
    const counts = counted(
      header(...many),
      header("x99"),
      header("x100"),
      header("y".repeat(64)),
      header("z".repeat(65)),
    );
    const found = counts.frequent(20);
    expect(found[0]).toBe("x99");
    expect(counts.frequent(5)).toHaveLength(64);
    const few = counted(header(...many.slice(0, 100), "last"), header("last"), header("z".repeat(65)));
    expect(few.frequent(1)).toHaveLength(64);
    expect(few.frequent(40)).toEqual([]);
    expect(counted(header("z".repeat(65)), header("y".repeat(64))).frequent(2)).toEqual(["y".repeat(64)]);
  });
});
