import { describe, expect, it } from "vitest";
import { reportForm } from "../../src/reports/report-forms.js";

describe("the form of a report", () => {
  it("is chosen by the end of the file name", () => {
    const forms = ["a.html", "a.SVG", "a.vl.json", "a.VL.JSON", "avl.json", "b/a.csv", ".md"].map(reportForm);
    expect(forms).toEqual([".html", ".svg", ".vl.json", ".vl.json", ".json", ".csv", ".md"]);
    for (const path of ["a", "a.pdf", "svg", "a.svg/b", ""]) expect(reportForm(path)).toBeUndefined();
  });
});
