import { describe, expect, it } from "vitest";
import { pairResults, type TestedDocument } from "../../../src/evaluation/significance/pairing.js";

/** Lines of run, id, actual and predicted class. */
function results(...lines: readonly string[]): TestedDocument[] {
  return lines.map((line) => {
    const [run, id, actual, predicted] = line.split(" ");
    return { run: Number(run), id, actual, predicted };
  });
}

const A = results("0 x ham ham", "0 y spam ham", "1 x ham spam", "1 y spam spam");

function expectRefusal(a: readonly TestedDocument[], b: readonly TestedDocument[], message: string): void {
  expect(() => pairResults(a, b)).toThrow(message);
}

describe("pairResults", () => {
  it("pairs predictions by document and run, in any order", () => {
    const b = results("1 y spam ham", "0 y spam spam", "1 x ham ham", "0 x ham spam");
    expect(pairResults(A, b)).toEqual([
      { run: 0, id: "x", actual: "ham", a: "ham", b: "spam" },
      { run: 0, id: "y", actual: "spam", a: "ham", b: "spam" },
      { run: 1, id: "x", actual: "ham", a: "spam", b: "ham" },
      { run: 1, id: "y", actual: "spam", a: "spam", b: "ham" },
    ]);
  });

  it("accepts any text as an id or a class", () => {
    const odd = [{ id: "__proto__", run: 0, actual: "constructor", predicted: "__proto__" }];
    expect(pairResults(odd, odd)).toMatchObject([{ id: "__proto__", actual: "constructor", a: "__proto__" }]);
  });

  it("refuses different documents, counts them and names the first", () => {
    const many = results(..."pqrs".split("").map((id) => `0 ${id} ham ham`));
    const differ = 'compare: the documents differ: 1 only in A ("y") and 4 only in B ("p", "q", "r", …)';
    expectRefusal(A, [...A.slice(0, 1), ...many], `${differ}; evaluate both on the same corpus`);
    expectRefusal(A, A.slice(0, 1), '1 only in A ("y"); evaluate');
    expectRefusal(A.slice(0, 1), A, '1 only in B ("y"); evaluate');
  });

  it("refuses documents with different actual classes", () => {
    expectRefusal(
      results("0 x ham ham", "0 y spam ham", "0 z ham ham"),
      results("0 x ham ham", "0 y ham ham", "0 z spam ham"),
      'compare: actual classes differ for 2 documents, such as "y": "spam" in A, "ham" in B; evaluate both on the same',
    );
  });

  it("refuses different numbers of runs, and different splits", () => {
    const repeat = "evaluate both by the same protocol, with the same seed";
    expectRefusal(A, A.slice(0, 2), `compare: A has 2 runs and B has 1; ${repeat}`);
    expectRefusal(
      results("0 x ham ham", "1 y spam spam", "1 z ham ham"),
      results("0 y spam spam", "1 x ham ham", "1 z ham ham"),
      `compare: A and B tested the same documents in different runs (tests in common: 1, in A: 3, in B: 3); ${repeat}`,
    );
    // Every test of the one is in the other, which has more.
    const more = results("0 x ham ham", "1 y spam spam", "1 x ham ham");
    expectRefusal(more.slice(0, 2), more, "(tests in common: 2, in A: 2, in B: 3)");
    expectRefusal(more, more.slice(0, 2), "(tests in common: 2, in A: 3, in B: 2)");
  });

  it("refuses empty and contradictory results", () => {
    expectRefusal([], A, "compare: A has no tested document");
    expectRefusal(A, [], "B has no tested document");
    expectRefusal(A, [...A, ...results("1 x ham ham")], 'compare: B has "x" twice in run 1; evaluate again');
    const both = results("0 x ham ham", "1 x spam spam");
    expectRefusal(both, A, 'compare: A has "x" both as "ham" and as "spam"; evaluate again');
  });
});
