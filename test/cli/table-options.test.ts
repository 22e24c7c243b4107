import { describe, expect, it } from "vitest";
import { requireNoTraining, splitsOf, type TableCommandOptions, tableProtocol } from "../../src/cli/table-options.js";
import { UsageError } from "../../src/errors.js";
import { tableOf } from "../tables/sample-tables.js";

const options = (given: Partial<TableCommandOptions>): TableCommandOptions => ({ seed: 1, jobs: 1, ...given });
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
    const splits = (given: Partial<TableCommandOptions>) => splitsOf(table, tableProtocol(options(given)));
    expect(splits({ folds: 2, repeats: 2 })).toHaveLength(4);
    expect(splits({ holdout: 0.5 })).toHaveLength(1);
    expect([splits({ leaveOneOut: true }), splits({})]).toEqual(["leave one out", "training"]);
    expect(() => splits({ folds: 5 })).toThrow("folds: required a whole number from 2 to the number of rows, 4, got 5");
  });

  it.each([
    [
      { folds: 2, leaveOneOut: true },
      "table: required one of --test, --holdout, --folds and --leave-one-out, got --folds and --leave-one-out",
    ],
    [{ folds: 2, holdout: 0.5 }, "got --holdout and --folds"],
    [{ test: "t.csv", folds: 2 }, "got --test and --folds"],
    [{ repeats: 2 }, "table: --repeats goes with --holdout or --folds, got it without"],
    [{ repeats: 2, leaveOneOut: true }, "table: --repeats goes with --holdout or --folds, got it without"],
    [{ holdout: 2 }, "holdout: required a share above 0 and below 1"],
  ])("of %j is refused", (given, message) => {
    expect(() => tableProtocol(options(given))).toThrow(UsageError);
    expect(() => tableProtocol(options(given))).toThrow(message);
  });
});

describe("a model of a table alone", () => {
  it("classifies what a file or a query has", () => {
    for (const given of [{ query: ["a=x"] }, { classify: "t.csv", separator: "tab" as const, lines: true }]) {
      expect(() => requireNoTraining(options({ model: "m.json", ...given }))).not.toThrow();
    }
  });

  it.each([
    [{}, "table: required a table to learn from, or --model, got neither"],
    [{ model: "m" }, "table: required --classify or --query with a model alone, got neither"],
    [{ model: "m", query: ["a=x"], alpha: 0 }, "table: required a table to learn from with --alpha, got a model alone"],
    [{ model: "m", query: ["a=x"], leaveOneOut: true }, "table: required a table to learn from with --leave-one-out"],
    [{ model: "m", query: ["a=x"], test: "t.csv" }, "table: required a table to learn from with --test"],
    [{ model: "m", query: ["a=x"], report: ["r.json"] }, "table: required a table to learn from with --report"],
  ])("with %j is refused", (given, message) => {
    expect(() => requireNoTraining(options(given))).toThrow(UsageError);
    expect(() => requireNoTraining(options(given))).toThrow(message);
  });
});
