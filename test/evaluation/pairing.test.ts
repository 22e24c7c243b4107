import { describe, expect, it } from "vitest";
import { DataError } from "../../src/errors.js";
import { pairResults, type TestedDocument } from "../../src/evaluation/pairing.js";

/** Lines of run, id, actual and predicted class. */
function results(...lines: readonly string[]): TestedDocument[] {
  return lines.map((line) => {
    const [run, id, actual, predicted] = line.split(" ");
    return { run: Number(run), id, actual, predicted };
  });
}

const A = results("0 x ham ham", "0 y spam ham", "1 x ham spam", "1 y spam spam");

function expectRefusal(a: readonly TestedDocument[], b: readonly TestedDocument[], message: string): void {
  expect(() => pairResults(a, b)).toThrow(DataError);
  expect(() => pairResults(a, b)).toThrow(message);
}

describe("pairResults", () => {
  it("puts together what was said of a document in a run, whatever the order", () => {
    const b = results("1 y spam ham", "0 y spam spam", "1 x ham ham", "0 x ham spam");
    expect(pairResults(A, b)).toEqual([
      { run: 0, id: "x", actual: "ham", a: "ham", b: "spam" },
      { run: 0, id: "y", actual: "spam", a: "ham", b: "spam" },
      { run: 1, id: "x", actual: "ham", a: "spam", b: "ham" },
      { run: 1, id: "y", actual: "spam", a: "spam", b: "ham" },
    ]);
  });

  it("takes any text for an id and a class", () => {
    const odd = [{ id: "__proto__", run: 0, actual: "constructor", predicted: "__proto__" }];
    expect(pairResults(odd, odd)).toEqual([
      { id: "__proto__", run: 0, actual: "constructor", a: "__proto__", b: "__proto__" },
    ]);
  });

  it("refuses different documents, says how many are where, and names the first", () => {
    const many = results(..."pqrs".split("").map((id) => `0 ${id} ham ham`));
    expectRefusal(
      A,
      [...A.slice(0, 1), ...many],
      'compare: required results on the same documents, found 1 only in A ("y") and 4 only in B ("p", "q", "r", …): ' +
        "evaluate both on the same corpus",
    );
    expectRefusal(A, A.slice(0, 1), 'found 1 only in A ("y"): evaluate');
    expectRefusal(A.slice(0, 1), A, 'found 1 only in B ("y"): evaluate');
  });

  it("refuses documents that have moved to another class", () => {
    expectRefusal(
      results("0 x ham ham", "0 y spam ham", "0 z ham ham"),
      results("0 x ham ham", "0 y ham ham", "0 z spam ham"),
      'compare: required the same actual classes, found 2 different, such as "y", "spam" in A and "ham" in B: ' +
        "evaluate both on the same corpus",
    );
  });

  it("refuses another number of runs, and the same documents in other runs", () => {
    const repeat = "evaluate both with the same --holdout, --folds, --repeats and --seed";
    expectRefusal(A, A.slice(0, 2), `compare: required as many runs, found 2 in A and 1 in B: ${repeat}`);
    expectRefusal(
      results("0 x ham ham", "1 y spam spam", "1 z ham ham"),
      results("0 y spam spam", "1 x ham ham", "1 z ham ham"),
      "compare: required the same splits, found the same documents in different runs " +
        `(tests in common: 1, in A: 3, in B: 3): ${repeat}`,
    );
    // Every test of the one is in the other, which has more.
    const more = results("0 x ham ham", "1 y spam spam", "1 x ham ham");
    expectRefusal(more.slice(0, 2), more, "(tests in common: 2, in A: 2, in B: 3)");
    expectRefusal(more, more.slice(0, 2), "(tests in common: 2, in A: 3, in B: 2)");
  });

  it("refuses results that cannot be", () => {
    expectRefusal([], A, "compare: required at least one tested document, found none in A");
    expectRefusal(A, [], "found none in B");
    expectRefusal(
      A,
      [...A, ...results("1 x ham ham")],
      'compare: required each document once a run, found "x" twice in run 1 of B: evaluate again',
    );
    expectRefusal(
      results("0 x ham ham", "1 x spam spam"),
      A,
      'compare: required one class a document, found "x" as "ham" and "spam" in A: evaluate again',
    );
  });
});
