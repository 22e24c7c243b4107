import { describe, expect, it } from "vitest";
import { type Drift, driftOf, driftText } from "../../../src/delivery/drift/drift.js";
import type { DecisionEntry } from "../../../src/delivery/history/history.js";
import { train } from "../../../src/index.js";
import { decision } from "../review/entries.js";

const texts = ["ham", "spam"].flatMap((label) => [1, 2, 3].map((n) => ({ label, text: `${label} text number ${n}` })));
const model = train(texts);
const identified = { model, id: "12345678" };
const learning = { model: train(texts, { remember: true }), id: "now" };

/** Decisions of a model, some of them with unknown words and less sure. */
function decisions(
  count: number,
  more: (n: number) => Partial<DecisionEntry> = () => ({}),
  first = 0,
): DecisionEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const n = first + i;
    return decision(n, { unknown: (n % 10) / 100, probability: 0.9 + (n % 10) / 100, learned: 6, ...more(n) });
  });
}

const changed = (n: number): Partial<DecisionEntry> => ({
  unknown: 0.4,
  probability: 0.7,
  subject: `Zebras text ${n}`,
});
const found = (rows: readonly DecisionEntry[], judge = identified) => driftOf(rows, judge) as Drift;

describe("driftOf", () => {
  it("finds no change among decisions like the first", () => {
    const drift = found(decisions(2000));
    expect(drift).toMatchObject({ decisions: 1700, since: undefined, words: [] });
    expect(drift.accuracy.now).toBeCloseTo(drift.accuracy.usual, 3);
    expect(driftText(drift)).toMatch(/^1,700 documents like its first 300 decisions: expected accuracy 9\d\.\d % /);
  });

  it("finds when messages change, in which traits, and new words of subjects", () => {
    const rows = [...decisions(600), ...decisions(150, changed, 600)];
    const drift = found(rows);
    expect(drift.since).toEqual({ time: rows[600].time, decisions: 150 });
    const names = drift.shares.filter(({ isChanged }) => isChanged).map(({ text }) => text);
    expect(names).toEqual(["with more than 8.0 % unknown words", "less sure than 0.910"]);
    expect(drift.words).toEqual(["zebras"]);
    expect(driftText(drift)).toBe(
      "the last 150 documents, since 2026-11-02, are unlike its first 300 decisions: 100.0 % are with more than 8.0 % unknown words (usual: 10.0 %), 100.0 % are less sure than 0.910 (usual: 10.0 %), expected accuracy 70.0 % (usual: 94.5 %); new in subjects: zebras; to see what training again brings, label some of them and run thresher evaluate CORPUS --by-date --preset lecture",
    );
  });

  it("finds that one class has nearly all decisions", () => {
    const drift = found([...decisions(500), ...decisions(200, () => ({ label: "spam" }), 500)]);
    expect(driftText(drift)).toContain('100.0 % are of class "spam" (usual: 50.0 %)');
  });

  it("compares classes and probabilities in histories of earlier versions", () => {
    const earlier = (n: number) => ({ unknown: undefined, learned: undefined, ...(n >= 600 && { probability: 0.7 }) });
    const drift = found(decisions(800, earlier));
    expect(drift.since?.decisions).toBe(200);
  });

  it("counts each message once", () => {
    const rows = decisions(450);
    expect(found([...rows, ...rows, ...rows]).decisions).toBe(150);
  });

  it("says why it cannot tell, and how many decisions are needed", () => {
    const others = decisions(500, () => ({ model: "other" }));
    expect(driftOf([...others, ...decisions(30, undefined, 500)], identified)).toBe(
      "too few decisions to tell whether documents have changed: 400 are needed, and 30 are by model 12345678 (500 decisions are by other models)",
    );
  });

  it("compares with the training documents, if the model remembers them", () => {
    const remembered = Array.from({ length: 200 }, (_, n) => texts[n % 6]).map(({ label, text }, n) => {
      return { label, text: n % 20 === 0 ? `${text} ${n}` : `${text} again ${"and again ".repeat(n)}` };
    });
    const judge = { model: train(remembered, { remember: true }), id: "12345678" };
    const rows = decisions(150, () => ({ unknown: 0, probability: 1 }));
    expect(driftText(found(rows, judge))).toMatch(/^150 documents like the training documents: /);
    const drift = found([...rows, ...decisions(100, changed, 150)], judge);
    expect(drift.since?.decisions).toBe(100);
    expect(drift.shares[0]).toMatchObject({ now: 1, usual: expect.closeTo(0.05, 1), isChanged: true });
    expect(driftOf(rows.slice(0, 50), judge)).toContain("100 are needed, and 50 are by model 12345678");
  });

  it("takes decisions of a model that has learned a little more since, but not of one that was trained again", () => {
    const rows = decisions(450, (n) => ({ model: `lesson ${n}` }));
    expect(found(rows, learning).decisions).toBe(150);
    expect(driftOf(rows, { ...identified, id: "now" })).toContain("0 are by model now");
    const again = decisions(450, () => ({ model: "before", learned: 4 }));
    expect(driftOf(again, learning)).toContain("0 are by model now");
  });
});
