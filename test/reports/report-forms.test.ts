import { describe, expect, it } from "vitest";
import { evaluationReport } from "../../src/reports/evaluation/evaluation-text.js";
import { reportForm, reportText } from "../../src/reports/report-forms.js";
import { sampleEvaluation } from "./sample.js";

it("reportForm returns the form by the end of the file name", () => {
  const forms = ["a.html", "a.SVG", "a.vl.json", "a.VL.JSON", "avl.json", "b/a.csv", ".md"].map(reportForm);
  expect(forms).toEqual([".html", ".svg", ".vl.json", ".vl.json", ".json", ".csv", ".md"]);
  for (const path of ["a", "a.pdf", "svg", "a.svg/b", ""]) expect(reportForm(path)).toBeUndefined();
});

describe("reportText", () => {
  const protocol = { kind: "test", test: "news" } as const;
  const report = evaluationReport(sampleEvaluation(), { name: "multinomial" }, protocol, ["x/0", "x/1", "x/2"]);
  it.each([
    [".json", /"classifier": \{ "name": "multinomial" \}[\s\S]*"id": "x\/1"/],
    [".vl.json", /"text": "96\.2 % right"/],
    [".svg", /^<svg [\s\S]*96\.2 % right[\s\S]*<\/svg>\n$/],
    [".csv", /^class,tested,/],
    [".html", /<title>multinomial naive Bayes<\/title>/],
    [".md", /^# multinomial naive Bayes\n/],
  ])("writes a report as %s, without control characters in names", async (form, content) => {
    const text = await reportText(report, `report${form}`);
    expect(text).toMatch(content);
    expect(text).not.toContain("\u202e");
  });

  it("returns undefined for a plot if the report has none", async () => {
    const { plot: _, ...reportWithoutPlot } = report;
    expect(await reportText(reportWithoutPlot, "report.svg")).toBeUndefined();
  });
});
