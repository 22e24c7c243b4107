import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteTable } from "../../src/text/byte-table.js";
import { slowRuns } from "../helpers/arbitraries.js";
import { utf8 } from "./tokens.js";

fc.configureGlobal({ seed: 21 });

const key = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Bytes between others, which do not count. */
const amongOthers = (bytes: Uint8Array) => Buffer.concat([utf8("xy"), bytes, utf8("z")]);

/** Adds every entry to a table and to a Map, and compares all that the table says with the Map. */
function expectLikeMap(entries: readonly Uint8Array[], absent: readonly Uint8Array[]): void {
  const table = new ByteTable();
  const map = new Map<string, number>();
  for (const entry of entries) {
    const id = map.get(key(entry)) ?? map.size;
    map.set(key(entry), id);
    expect(table.add(amongOthers(entry), 2, 2 + entry.length)).toBe(id);
    expect(table.size).toBe(map.size);
  }
  for (const entry of [...entries, ...absent]) {
    expect(table.find(amongOthers(entry), 2, 2 + entry.length)).toBe(map.get(key(entry)) ?? -1);
  }
  const { pool, offsets } = table.contents();
  expect(offsets.length).toBe(map.size + 1);
  expect(pool.length).toBe(offsets[map.size]);
  for (const [text, id] of map) {
    expect(key(table.bytes(id))).toBe(text);
    expect(key(pool.subarray(offsets[id], offsets[id + 1]))).toBe(text);
    table.emit(id, (bytes, start, end) => expect(key(bytes.subarray(start, end))).toBe(text));
  }
}

describe("ByteTable", () => {
  it("numbers byte strings as a Map of strings does", () => {
    const entry = fc.oneof(
      fc.uint8Array({ maxLength: 3, max: 3 }),
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom("", "\0", "\0\0", "__proto__", "constructor", "a", "ab", "abc").map(utf8),
    );
    fc.assert(fc.property(fc.array(entry, { maxLength: 60 }), fc.array(entry, { maxLength: 10 }), expectLikeMap), {
      numRuns: slowRuns(500),
    });
  });

  it("holds an entry longer than its memory", () => {
    const long = new Uint8Array(100_000).fill(7);
    expectLikeMap([utf8("before"), long, utf8("after"), long.subarray(1)], [long.subarray(2)]);
  });
});
