import { brotliDecompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchiveRange } from "../../../src/documents/archives/archive.js";
import type { NamedColumns } from "../../../src/documents/archives/columns.js";
import { PARQUET } from "../../../src/documents/archives/parquet.js";
import { archiveEntries, columnsIn } from "../../../src/documents/archives/read-archive.js";
import { writeParquet } from "../../../src/documents/parquet/write-parquet.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { fileOf } from "../containers.js";

/** A file of DuckDB with three rows: lists, structs, a map, dates, decimals, large numbers and missing values. */
const DUCKDB = brotliDecompressSync(
  Buffer.from(
    "G5cHAI7DdGMvhwphcOI7q2xpz+z+PZBoVvfGl0q3dTIBUqTKTZE5tCNMADdx/2mtEUeQv5hH4pbKJfK1xrzZHVSTuUWTEohk09jFEyGjIV6FJrbO7flPdmrcpbJACqRGOXEE4ogD+Ncr/k1nbQYG4BABYAAKgEAGSYf7qdKvjEuaRxwS/xsHV6xcpSrjY8a72glkG8ksz+e32U94xnkAGisJAEnEC5qKCRNnJs/axk2fMHRUWv8h5aUkvxILZBnLhHISCpGWTPfNSeEufKE2ZOqkweMDAPt7FWDU4PEagkUruz1qdikgkF0kdZLWqd1xmNRYRWRBvWbP0RPI1kWZAtlCUs0LtV4ve8ls1y3RRYlCkRdPCtu7WdpyjLTiVP2d3DVMIaTx+/+qgqUfeZxhHEl2wGsfqUflz2fOkn0XNZrUfUqG48VrN6lBZbb7DWolALPckYdImmjq9NzaxPkOyiaCUepYbT3KPfIASSNNHe/PX+VNKq0u49SfnOpw48OmDx07bMhASnW2GAh77PKEKV7+IY91U9OnjPOg03R7r/CA6lwRknJhcSzTClI++sbMIKCcDv9UKhB9OT0AIscoqJMw5zyaEKXghGGDZ3sxrrupIaNHegV9egCeg7yIaMkq12+vEYDo6aqp0waPn+TltFuXVaIcgPRWqimDZ7pcGu8EN4XHDp89ELE6TaVw1dlCD5Hg6j28fBgnVSL11iohnBKkyuMPJWYc08L0sqF6rlYAXE0ADPwzjZmZALyKGMoOQ7slZCbZQTo7AuP5VY9PUtnAvzpZoKgADOxW/T6yRWQXS6J5EzcB+F0Z9m+bJKb0WnWLOnXqUkVrC5lTbLbQD07TJOAUV40aPN6wf2KSoNL9qtdVjmSze+UD7D+lqlTP0RN2yoz2j00AgmUttJF8amA36nrZt7oChPLXiZRgtCRw2zTTw14LpGnigD14NmfGcaHR7MCftY7MGLvGqeeGCACQhhuiGNsZ9q9MlgzdaM1k/XQCdwjawZyZnOtWjanDPDPAvgkql6KYIxXMFFcmb4lRUwbPtM0wveypUC7N2iR7x/5k9b+OxsNEwQOeOz4jM8IuCms2lo/FvuGeWYMJE3sSMcx+WqcJOEx7oKeYFRnGsSHzJALfbzZ96NhmTT5xHzKjcoXqFWqk/Rf3H7pSjdpDh9YeUXtI9cLU2xKwacR3DTyXAQ==",
    "base64",
  ),
);

/** Reads the documents of a file: the text, the label, the id and the cells that are carried, or the problem. */
function read(file: Uint8Array | string, named: Partial<NamedColumns> = {}): unknown[] {
  const path = typeof file === "string" ? file : fileOf("table.parquet", file);
  const columns = columnsIn(path, "parquet", { hasClasses: named.labelColumn !== undefined, ...named });
  return Array.from(archiveEntries(path, "parquet", { columns }), (entry) => {
    if ("problem" in entry)
      return [entry.place, entry.problem, entry.detail].filter((each) => each !== undefined).join();
    const { place, bytes, label, id, row } = entry;
    return { place, text: Buffer.from(bytes).toString(), label, id, others: row?.others };
  });
}

describe("Parquet", () => {
  it("is read with lists as labels, members of structs as columns, and all other values as texts", () => {
    const [first, second, third] = read(DUCKDB, {
      labelColumn: "tags",
      textColumn: ["text", "meta.title"],
      idColumn: "url",
      otherColumns: true,
    });
    const others = [
      ...["1", '{"title":"Win","deep":{"n":3}}', "2024-01-31T00:00:00.000Z", "9007199254740993", "1.5"],
      ...["2024-02-03T04:05:06.000Z", "x", '{"k":1}'],
    ];
    const text = "free money now\nWin";
    expect(first).toEqual({ place: "1", text, label: '["spam","money"]', id: "http://a/1", others });
    expect(second).toMatchObject({ place: "2", text: "lunch on friday", label: "ham", id: "http://a/2" });
    expect(third).toBe('3,malformed,no text in "text"');
    expect(read(DUCKDB, { labelColumn: "meta.deep.n", textColumn: "url" })[0]).toMatchObject({ label: "3" });
  });

  it("names the columns that there are if one is missing", () => {
    expect(() => read(DUCKDB, { textColumn: "txt" })).toThrow(
      /there is no column "txt"; the columns are "nr", "url", "text", .*: choose one with --text-column$/,
    );
  });

  it("is written in groups of rows, and read again", () => {
    const path = fileOf("table.parquet", "");
    const rows = Array.from({ length: 60_000 }, (_, i) => [i === 7 ? undefined : `text é ${i}`, i / 2] as const);
    const columns = [{ name: "text", type: "string" } as const, { name: "half", type: "number" } as const];
    writeParquet(path, columns, rows);
    const found = read(path, { otherColumns: true });
    expect([found.length, found[7]]).toEqual([60_000, '8,malformed,no text in "text"']);
    expect(found[59_999]).toMatchObject({ place: "60000", text: "text é 59999", others: ["29999.5"] });
    writeParquet(path, columns, []);
    expect(read(path)).toEqual([]);
  });

  it("is cut at groups of rows, whose documents are those of the whole", () => {
    const path = fileOf("table.parquet", "");
    const rows = Array.from({ length: 120_000 }, (_, i) => [`text ${i}`]);
    writeParquet(path, [{ name: "text", type: "string" }], rows);
    const columns = columnsIn(path, "parquet", { hasClasses: false });
    const placesIn = (range?: ArchiveRange) =>
      Array.from(archiveEntries(path, "parquet", { columns, range }), ({ place }) => place);
    const ranges = PARQUET.ranges?.(path, 1) ?? [];
    expect(ranges.map(([from, to]) => [from, to])).toEqual([...[0, 1, 2].map((from) => [from, from + 1])]);
    expect(ranges.flatMap(placesIn)).toEqual(placesIn());
    expect(PARQUET.ranges?.(path, 1e9)).toEqual([[0, 3, 0]]);
    expect(PARQUET.size?.(path)).toBe(120_000);
    expect(PARQUET.ranges?.(fileOf("cut.parquet", DUCKDB.subarray(0, 500)), 1)).toEqual([]);
  });

  it.each([
    ["cut short", (file: Buffer) => file.subarray(0, -100), "it does not end as a Parquet file: it is cut short"],
    ["cut to nothing", () => Buffer.from("PAR1"), "the file is cut short"],
    ["with metadata longer than the file", (file: Buffer) => forged(file, 1 << 20), "the file is cut short"],
    ["with metadata of gigabytes", (file: Buffer) => forged(file, 0xf000_0000), "metadata of 4026531840 bytes"],
    [
      "with lists in lists",
      () => forged(Buffer.from(`PAR1\x29${"\x19".repeat(40)}1234PAR1`, "latin1"), 41),
      "metadata with too many levels",
    ],
    [
      "with a list of billions of numbers",
      () => forged(Buffer.from("PAR1\x19\xf7\xff\xff\xff\xff\x0f1234PAR1", "latin1"), 7),
      "metadata with a list that is cut short",
    ],
    ["with other metadata", (file: Buffer) => forged(file, 200), /^(?:thrift|its metadata|metadata)/],
    ["with a page that is altered", (file: Buffer) => Buffer.from(file).fill(7, 30, 60), /./],
  ])("%s has one line that says so", (_, alter, detail) => {
    const [problem, ...others] = read(alter(DUCKDB), { textColumn: "url" }) as string[];
    expect(others).toEqual([]);
    expect(problem.replace("damaged,damaged Parquet: ", "")).toMatch(detail);
    expect(problem).toMatch(/^damaged,damaged Parquet: [^\n]+$/);
  });

  it("with any altered bytes is read, or has one line of a problem, at once", () => {
    const changes = fc.array(fc.tuple(fc.nat(DUCKDB.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1 });
    const property = fc.property(changes, (changed) => {
      const file = Buffer.from(DUCKDB);
      for (const [at, byte] of changed) file[at] = byte;
      const path = fileOf("table.parquet", file);
      const since = performance.now();
      for (const entry of archiveEntries(path, "parquet", {
        columns: { label: "tags", text: "text", others: ["meta"] },
      }))
        if ("problem" in entry) expect(entry.detail).toMatch(/^[^\n]+$/);
      expect(performance.now() - since).toBeLessThan(2000);
    });
    fc.assert(property, EXAMPLES);
  });
});

/** Changes the length of the metadata that a file states. */
function forged(file: Buffer, length: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(length, copy.length - 8);
  return copy;
}
