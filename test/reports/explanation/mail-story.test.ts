import { describe, expect, it } from "vitest";
import { mailStory } from "../../../src/reports/explanation/mail-story.js";

const explanation = (contributions: Record<string, number>) => {
  const terms = Object.entries(contributions).map(([term, contribution]) => ({ term, count: 1, contribution }));
  return { label: "spam", against: "ham", prior: 0, margin: 1, terms };
};

describe("the story of a message", () => {
  it("has a line for each part, in reading order, with the sum of its evidence", () => {
    const contributions = {
      ...{ "received:smtp": 0.5, "subject:your": 0.25, prize: 2, "~a b ": 1, letter: -0.5, money: 0.125 },
      ...{ "from:ann": -1, "reply-to:bob": 0.5, "list-id:news": -0.25, "http://x": 0.5 },
    };
    const story = mailStory(explanation(contributions), { from: "ann@a.example", subject: "Your \u001bprize" });
    expect(story).toEqual([
      { name: "sender", text: "ann@a.example", logOdds: -0.5 },
      { name: "subject", text: "Your \\u001bprize", logOdds: 0.25 },
      { name: "list", text: "news", logOdds: -0.25 },
      { name: "words", text: "prize, http://x, money", logOdds: 2.125 },
      { name: "letters", text: "a␣b␣", logOdds: 1 },
      { name: "route", text: "smtp", logOdds: 0.5 },
    ]);
  });

  it("leaves out parts that decide nothing, but not those that a reader looks at first", () => {
    const parts = mailStory(explanation({ "date:18 h": 0.001, "from:ann": 0.001, "link:a.example": 1 }), undefined);
    expect(parts.map(({ name, text }) => `${name} ${text}`)).toEqual(["sender ann", "links a.example"]);
  });

  it("names at most four terms, on the side of the sum, the strongest first", () => {
    const [words] = mailStory(explanation({ a: 1, b: 5, c: -3, d: 2, e: 3, f: 4 }), undefined);
    expect(words).toEqual({ name: "words", text: "b, f, e, d", logOdds: 12 });
  });
});
