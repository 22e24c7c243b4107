import { describe, expect, it } from "vitest";
import { train } from "../../src/index.js";
import { usualAnswers } from "../../src/model/usual-answers.js";

/** Documents of two classes, of which every tenth has one word in five of its own. */
const documents = Array.from({ length: 200 }, (_, n) => {
  const label = n % 2 === 0 ? "ham" : "spam";
  return { label, text: `this is ${label} number ${n % 10 === 0 ? `only${n}` : "many ".repeat(n)}` };
});

describe("usualAnswers", () => {
  it("leaves each remembered document out, with its words that no other has", () => {
    const answers = usualAnswers(train(documents, { remember: true })) ?? [];
    expect(answers.length).toBe(200);
    expect(answers.filter(({ label }) => label === "spam").length).toBe(100);
    expect(answers.every(({ probability }) => probability > 0.5 && probability <= 1)).toBe(true);
    const unknown = answers.map((answer) => Number(answer.unknown)).sort();
    expect(unknown.slice(0, 180).every((share) => share === 0)).toBe(true);
    expect(unknown.slice(180).every((share) => share === 0.2)).toBe(true);
  });

  it("is undefined for a model of sums alone, and for few documents", () => {
    expect(usualAnswers(train(documents))).toBeUndefined();
    expect(usualAnswers(train(documents.slice(0, 50), { remember: true }))).toBeUndefined();
  });
});
