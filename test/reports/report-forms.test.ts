import { describe, expect, it } from "vitest";
import { evaluationReport } from "../../src/reports/evaluation/evaluation-report.js";
import { reportForm, reportText } from "../../src/reports/report-forms.js";
import { sampleEvaluation } from "./sample.js";

describe("the form of a report", () => {
  it("is chosen by the end of the file name", () => {
    const forms = ["a.html", "a.SVG", "a.vl.json", "a.VL.JSON", "avl.json", "b/a.csv", ".md"].map(reportForm);
    expect(forms).toEqual([".html", ".svg", ".vl.json", ".vl.json", ".json", ".csv", ".md"]);
    for (const path of ["a", "a.pdf", "svg", "a.svg/b", ""]) expect(reportForm(path)).toBeUndefined();
  });

  const report = evaluationReport(sampleEvaluation(), { name: "multinomial" }, { kind: "test", test: "news" }, [
    ...["x/0", "x/1", "x/2"],
  ]);
  it.each([
    [".json", /"classifier": \{ "name": "multinomial" \}[\s\S]*"id": "x\/1"/],
    [".vl.json", /"text": "96\.2 % right"/],
    [".svg", /^<svg [\s\S]*96\.2 % right[\s\S]*<\/svg>\n$/],
    [".csv", /^class,tested,/],
    [".md", /^# .*96\.2 % right\n/],
  ])("%s writes the report, with every name made safe", async (form, content) => {
    const text = await reportText(report, `report${form}`);
    expect(text).toMatch(content);
    expect(text).not.toContain("\u202e");
  });

  it("is none where a report has no page", async () => {
    expect(await reportText(report, "report.html")).toBeUndefined();
  });
});
