import { describe, expect, it } from "vitest";
import { evaluationReport } from "../../../src/reports/evaluation/evaluation-report.js";
import { reportText } from "../../../src/reports/report-forms.js";
import { sampleEvaluation } from "../sample.js";

const CLASSIFIER = { name: "multinomial", alpha: 1 };
const PROTOCOL = { kind: "test", test: "news\n|test" } as const;

async function report(form: string, changes = {}): Promise<string> {
  return (
    (await reportText(
      evaluationReport(sampleEvaluation(changes), CLASSIFIER, PROTOCOL, ["x/0", "x/1", "x/2"]),
      `report${form}`,
    )) ?? ""
  );
}

describe("the reports of an evaluation", () => {
  it("are a row for each class with its row of the matrix, as CSV", async () => {
    expect(await report(".csv")).toBe(
      [
        "class,tested,precision,recall,f1,taken for ham,taken for spam,taken for bad\\n\\u202ename",
        `ham,1230,${1200 / 1252},${1200 / 1230},${2400 / (1230 + 1252)},1200,30,0`,
        `spam,947,${900 / 930},${900 / 947},${1800 / (947 + 930)},45,900,2`,
        "bad\\n\\u202ename,7,0,0,0,7,0,0",
        "",
      ].join("\n"),
    );
  });

  it("are the sections of the terminal and the settings as Markdown", async () => {
    const text = await report(".md");
    expect(text).toMatch(/^# multinomial naive Bayes, alpha 1\n\ntested on news\\n\\\|test\n/);
    expect(text).toContain("\n| **accuracy** | **96.2 %** | 95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right |\n");
    expect(text).toContain("\n## most often confused\n");
    expect(text).toMatch(/\n## settings\n\n```json\n\{\n {2}"classifier": \{ "name": "multinomial", "alpha": 1 \},\n/);
  });
});
