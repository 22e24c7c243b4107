import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { type Experiment, withDuplicate, withIrrelevant } from "../../src/tables/experiments.js";
import { fitTable } from "../../src/tables/table-model.js";
import { tableOf } from "./sample-tables.js";

const { table } = tableOf("a,b,class\nx,1,p\ny,2,q\nx,3,q\nx,2,p\n");
const row = { name: "row 1", cells: ["x", "2.5"], values: Float64Array.of(0, 2.5) };
const plain: Experiment = { title: "", table, rows: [row] };

describe("a duplicated attribute", () => {
  it.each([0, 1])("multiplies its likelihood as often as it is counted: attribute %d", (a) => {
    const { title, table: changed, rows } = withDuplicate(plain, table.attributes[a].name, 4);
    expect(title).toBe(`${table.attributes[a].name} counted 4 times`);
    const before = fitTable(table).classify(row.values);
    const after = fitTable(changed).classify(rows[0].values);
    for (const c of table.labels.keys()) {
      const once = before.logLikelihoods[a]?.[c] as number;
      expect(after.logJoint[c]).toBeCloseTo(before.logJoint[c] + 3 * once, 12);
    }
  });

  it("has up to a thousand copies with distinct names", () => {
    const names = (times: number) => withDuplicate(plain, "a", times).table.attributes.map(({ name }) => name);
    expect(names(3)).toEqual(["a", "b", "a (2)", "a (3)"]);
    expect(names(1000)).toHaveLength(2 + 999);
  });

  it("has the cell of the original: a missing one, an unknown category and a number as it is written", () => {
    const rows = [
      { name: "1", cells: ["z", undefined], values: Float64Array.of(-1, Number.NaN) },
      { name: "2", cells: ["x", "1.0"], values: Float64Array.of(0, 1) },
    ];
    const copies = (name: string) => withDuplicate({ ...plain, rows }, name, 2).rows.map(({ cells }) => cells[2]);
    expect([copies("a"), copies("b")]).toEqual([
      ["z", "x"],
      [undefined, "1.0"],
    ]);
  });

  it("is refused if its name is unknown, or it is counted less than twice", () => {
    const unknown = new UsageError('duplicate: there is no column "c"; the columns are "a", "b"');
    expect(() => withDuplicate(plain, "c", 2)).toThrow(unknown);
    for (const times of [1, 1.5, 1001]) {
      expect(() => withDuplicate(plain, "a", times)).toThrow("duplicate must be a whole number from 2 to 1000, not ");
    }
  });
});

describe("irrelevant attributes", () => {
  it("are heads or tails for each row and each row to classify, the same for the same seed", () => {
    const { title, table: changed, rows } = withIrrelevant(plain, 20, 7);
    expect(title).toBe("20 irrelevant attributes (seed 7)");
    expect(withIrrelevant(plain, 20, 7)).toEqual(withIrrelevant(plain, 20, 7));
    expect(withIrrelevant(plain, 20, 8).table.rows).not.toEqual(changed.rows);
    const tosses = [...changed.rows, rows[0].values].flatMap((values) => [...values.slice(2)]);
    expect(rows[0].cells).toHaveLength(2 + 20);
    expect(new Set(rows[0].cells.slice(2))).toEqual(new Set(["heads", "tails"]));
    expect(new Set(tosses)).toEqual(new Set([0, 1]));
    expect(tosses).toHaveLength(20 * 4 + 20);
    expect(changed.attributes.at(-1)).toEqual({ kind: "categorical", name: "coin 20", categories: ["heads", "tails"] });
  });

  it("leave other attributes unchanged, and combine with a duplicate", () => {
    const { title, table: changed, rows } = withIrrelevant(withDuplicate(plain, "a", 2), 1, 1);
    expect(title).toBe("a counted 2 times, 1 irrelevant attribute (seed 1)");
    expect(changed.rows.map((row) => row.slice(0, 2))).toEqual(table.rows);
    expect([...changed.rows, rows[0].cells].map(({ length }) => length)).toEqual([4, 4, 4, 4, 4]);
  });

  it.each([0, 0.5, 1001])("are refused if they are %d", (howMany) => {
    expect(() => withIrrelevant(plain, howMany, 1)).toThrow("irrelevant must be a whole number from 1 to 1000, not ");
  });
});
