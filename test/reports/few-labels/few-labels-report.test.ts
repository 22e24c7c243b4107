import { describe, expect, it } from "vitest";
import type { FewLabels } from "../../../src/evaluation/studies/few-labels.js";
import { named } from "../../../src/model/named-settings.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { fewLabelsReport } from "../../../src/reports/few-labels/few-labels-report.js";
import { reportText } from "../../../src/reports/report-forms.js";

const drawn = (accuracy: number) => ({
  accuracy,
  interval: [accuracy - 0.1, accuracy + 0.1] as [number, number],
  accuracies: [accuracy, accuracy],
});
const RESULT: FewLabels = {
  documents: { train: 70, test: 30 },
  points: [5, 50].map((labels) => ({
    labels,
    documents: 2 * labels,
    without: drawn(0.5),
    with: drawn(0.75),
    chosen: { none: 1, labelled: 0, em: 0, spreading: 1 },
  })),
};
const PROTOCOL = { kind: "few labels", share: 0.3, inAll: false, draws: 2, seed: 1 } as const;

async function report(form: string): Promise<string> {
  return (await reportText(fewLabelsReport(RESULT, named(DEFAULT_SETTINGS), PROTOCOL), `few${form}`)) ?? "";
}

describe("the reports of accuracy with few labels", () => {
  it("have a row for each number of labels, with and without the rest, as CSV", async () => {
    expect((await report(".csv")).split("\n").slice(0, 3)).toEqual([
      "labels,documents,unlabelled,accuracy,low,high,draw 1,draw 2",
      "5,10,with,0.75,0.65,0.85,0.75,0.75",
      "5,10,without,0.5,0.4,0.6,0.5,0.5",
    ]);
  });

  it("say in Markdown what the rest gains, and what decided", async () => {
    const text = await report(".md");
    expect(text).toContain("25.0 points");
    expect(text).toContain("none 1, spreading 1");
    expect(text).toContain("30.0 % withheld, 2 draws; 30 documents tested");
  });

  it("draw two lines, and hold the result as JSON", async () => {
    const plot = await report(".svg");
    expect(plot).toContain("labelled documents alone");
    expect(plot).not.toMatch(/NaN|undefined/);
    expect(JSON.parse(await report(".json"))).toMatchObject({ protocol: PROTOCOL, documents: RESULT.documents });
  });
});
