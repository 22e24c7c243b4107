import { expect, it } from "vitest";
import { disagreementLines } from "../../src/reports/disagreements.js";

it("disagreements are a line each after a header line, with names that cannot break it", () => {
  const disagreements = [
    { id: "ham/1", actual: "ham", a: "ham", b: "spam", times: 3 },
    { id: "a\tb\nc\\", actual: "\u202ex", a: "\u001b", b: "__proto__", times: 1 },
  ];
  expect([...disagreementLines(disagreements)]).toEqual([
    "id\tactual\ta\tb\ttimes\n",
    "ham/1\tham\tham\tspam\t3\n",
    "a\\tb\\nc\\\\\t\\u202ex\t\\u001b\t__proto__\t1\n",
  ]);
});
