import { describe, expect, it } from "vitest";
import { binaryMetrics } from "../../../src/evaluation/metrics/binary-metrics.js";
import { terminalText } from "../../../src/reports/blocks.js";
import { binarySection } from "../../../src/reports/evaluation/binary-text.js";

/** The text for documents with log odds of -3, 0 and 3; the lists have the number of documents at each. */
function text(ham: readonly number[], spam: readonly number[], falseAlarmCost?: number): string {
  const labels = ["ham\n", "spam\u202e"];
  const odds = [-3, 0, 3];
  const oddsOf = (counts: readonly number[]) => counts.flatMap((n, i) => Array<number>(n).fill(odds[i]));
  const [ofHam, ofSpam] = [ham, spam].map(oddsOf);
  const actual = [...ofHam.map(() => 0), ...ofSpam.map(() => 1)];
  const metrics = binaryMetrics(labels, actual, Float64Array.of(...ofHam, ...ofSpam), {
    falseAlarmCost,
    threshold: 0.9,
  });
  return terminalText([binarySection(metrics, labels)], {}).trimEnd();
}

describe("two classes for people", () => {
  it("show the ranking, the mistakes as shares and counts, and their cost", () => {
    expect(text([1200, 37, 8], [7, 12, 550], 9)).toMatchInlineSnapshot(`
      "spam\\u202e against ham\\n, from probability 0.9; 1 false alarm = 9 misses
      area under the ROC curve    0.9901  1-AUC 0.993 %
      average precision           0.9761
      false alarms                 0.6 %  8 of 1,245 ham\\n
      misses                       3.3 %  19 of 569 spam\\u202e
      caught without false alarm   0.0 %  0 of 569 spam\\u202e
      cost saved                  84.0 %  compared with no filter; TCR 6.25"
    `);
  });

  it("show a dash for an undefined figure, and no cost ratio if nothing went wrong", () => {
    expect(text([2, 0, 0], [0, 0, 0])).toMatchInlineSnapshot(`
      "spam\\u202e against ham\\n, from probability 0.9
      area under the ROC curve        -
      average precision               -
      false alarms                0.0 %  0 of 2 ham\\n
      misses                      0.0 %  0 of 0 spam\\u202e
      caught without false alarm  0.0 %  0 of 0 spam\\u202e
      cost saved                      -  compared with no filter"
    `);
    const perfect = text([2, 0, 0], [0, 0, 3]);
    expect(perfect).toMatch(/area under the ROC curve +1\.0000 {2}1-AUC 0\.000 %\n/);
    expect(perfect).toMatch(/cost saved +100\.0 % {2}compared with no filter$/);
  });
});
