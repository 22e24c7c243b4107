import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { type TableCommandOptions, tableProtocol, tableSplits } from "../../../src/cli/options/table-options.js";
import { tableOf } from "../../tables/sample-tables.js";

const options = (given: Partial<TableCommandOptions>): TableCommandOptions => ({ seed: 1, format: "table", ...given });
const { table } = tableOf("a,class\nx,p\ny,q\nx,p\ny,q\n");

describe("the protocol of a table", () => {
  it.each([
    [{}, { kind: "training" }],
    [{ folds: 2 }, { kind: "folds", folds: 2, repeats: 1, seed: 1 }],
    [
      { holdout: 0.5, repeats: 3, seed: 9 },
      { kind: "holdout", share: 0.5, repeats: 3, seed: 9 },
    ],
    [{ leaveOneOut: true }, { kind: "leave-one-out" }],
    [{ test: "t.csv" }, { kind: "test", test: "t.csv" }],
  ])("of %j is %j", (given, protocol) => {
    expect(tableProtocol(options(given))).toEqual(protocol);
  });

  it("comes to splits of the rows of the table", () => {
    const splits = (given: Partial<TableCommandOptions>) => tableSplits(table, tableProtocol(options(given)));
    expect(splits({ folds: 2, repeats: 2 })).toHaveLength(4);
    expect(splits({ holdout: 0.5 })).toHaveLength(1);
    expect([splits({ leaveOneOut: true }), splits({})]).toEqual(["leave one out", "training"]);
  });

  it.each([
    [{ repeats: 2 }, "--repeats needs --holdout or --folds"],
    [{ holdout: 2 }, "holdout must be a number above 0 and below 1"],
  ])("of %j is refused", (given, message) => {
    expect(() => tableProtocol(options(given))).toThrow(UsageError);
    expect(() => tableProtocol(options(given))).toThrow(message);
  });
});
