import { describe, expect, it } from "vitest";
import { evaluationReport } from "../../../src/reports/evaluation/evaluation-report.js";
import { predictionLines } from "../../../src/reports/evaluation/predictions.js";
import { reportText } from "../../../src/reports/report-forms.js";
import { sampleEvaluation } from "../sample.js";

const CLASSIFIER = { name: "multinomial", alpha: 1 };
const PROTOCOL = { kind: "test", test: "news\n|test" } as const;

const REPORT = evaluationReport(sampleEvaluation(), CLASSIFIER, PROTOCOL, ["x/0", "x/1", "x/2"]);

describe("the reports of an evaluation", () => {
  it("are a row for each class with its row of the matrix, as CSV", async () => {
    expect(await reportText(REPORT, "a.csv")).toBe(
      `class,tested,precision,recall,f1,taken for ham,taken for spam,taken for bad\\n\\u202ename
ham,1230,${1200 / 1252},${1200 / 1230},${2400 / (1230 + 1252)},1200,30,0
spam,947,${900 / 930},${900 / 947},${1800 / (947 + 930)},45,900,2
bad\\n\\u202ename,7,0,0,0,7,0,0
`,
    );
  });

  it("are the sections of the terminal and the settings as Markdown", async () => {
    const text = await reportText(REPORT, "a.md");
    expect(text).toMatch(/^# multinomial naive Bayes, alpha 1\n\ntested on news\\n\\\|test\n/);
    expect(text).toContain("\n| **accuracy** | **96.2 %** | 95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right |\n");
    expect(text).toContain("\n## most often confused\n");
    expect(text).toMatch(/\n## settings\n\n```json\n\{\n {2}"classifier": \{ "name": "multinomial", "alpha": 1 \},\n/);
  });
});

describe("predictions", () => {
  it("are a header line and a line each, tab-separated, with names escaped and probabilities in full", () => {
    const ids = ["spam/b\tc", "ham/a", "bad\n\u202ename/x\\y"];
    expect([...predictionLines(sampleEvaluation(), ids)].join("")).toMatchInlineSnapshot(`
      "id	actual	predicted	probability
      ham/a	ham	ham	1
      spam/b\\tc	spam	ham	0.5000000000000001
      bad\\n\\u202ename/x\\\\y	bad\\n\\u202ename	ham	1e-7
      "
    `);
  });

  it("have the probability of every class behind the other columns, where that is asked for", () => {
    const labels = ["probability", "P(id)", "__proto__"];
    const predictions = [
      { run: 0, row: 1, actual: 0, predicted: 1, probability: 0.5 },
      { run: 0, row: 0, actual: 2, predicted: 2, probability: 1 },
    ];
    const logProbabilities = Float64Array.from([0.25, 0.5, 0.25, 0, 1e-300, 1], Math.log);
    const evaluation = sampleEvaluation({ labels, predictions, logProbabilities });
    const [head, first, second] = predictionLines(evaluation, ["a", "b"], { probabilities: true });
    expect(head).toBe("id\tactual\tpredicted\tprobability\tP(probability)\tP(P(id))\tP(__proto__)\n");
    expect(first).toBe("b\tprobability\tP(id)\t0.5\t0.25\t0.5\t0.25\n");
    expect(second).toMatch(/^a\t__proto__\t__proto__\t1\t0\t1\.0+\d*e-300\t1\n$/);
  });
});
