import { describe, expect, it } from "vitest";
import type { ReportForm } from "../../src/reports/report-forms.js";
import { tuningReports } from "../../src/reports/tuning-reports.js";

const TUNING = {
  xLabel: "alpha",
  series: [{ name: "multinomial", points: [{ x: 0.1, y: 0.8, low: 0.79, high: 0.81 }] }],
  json: { chosen: 0 },
  answer: "multinomial, alpha 0.1: the best",
  candidates: [
    ["classifier", "alpha", "accuracy"],
    ["multinomial", 0.1, 0.81234567],
    ["ber|noulli", 1, 0.7],
  ],
};

async function report(form: ReportForm, changes = {}): Promise<string> {
  const make = tuningReports({ ...TUNING, ...changes })[form];
  if (make === undefined) throw new Error(form);
  return make(`tuning${form}`);
}

describe("the reports of a tuning", () => {
  it("are every candidate as CSV", async () => {
    expect(await report(".csv")).toBe("classifier,alpha,accuracy\nmultinomial,0.1,0.81234567\nber|noulli,1,0.7\n");
  });

  it("are the answer and a table as Markdown", async () => {
    expect(await report(".md")).toBe(
      [
        "# Tuning",
        "",
        "multinomial, alpha 0.1\\: the best",
        "",
        "| classifier | alpha | accuracy |",
        "| --- | ---: | ---: |",
        "| multinomial | 0.1 | 0.8123 |",
        "| ber\\|noulli | 1 | 0.7 |",
        "",
      ].join("\n"),
    );
  });

  it("are what the command prints as JSON, and a picture with its specification", async () => {
    expect(JSON.parse(await report(".json"))).toEqual({ chosen: 0 });
    expect(JSON.parse(await report(".vl.json"))).toMatchObject({ title: { text: "Tuning" } });
    expect(await report(".svg")).toContain("multinomial");
  });
});
