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
    expect(await report(".md")).toMatchInlineSnapshot(`
      "# multinomial naive Bayes, alpha 1

      tested on news\\n\\|test

      11,314 training documents, 2,184 tested, 130,107 terms

      |  |  |  |
      | --- | ---: | --- |
      | **accuracy** | **96.2 %** | 95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right |
      | majority class | 56.3 % |  |
      | random guess by class size | 45.0 % |  |
      | top-2 accuracy | 99.7 % |  |

      log loss 0.151, Brier score 0.067, calibration error 0.021, Matthews correlation (MCC) 0.922

      | class | precision | recall | f1 | tested |
      | --- | ---: | ---: | ---: | ---: |
      | ham | 0.958 | 0.976 | 0.967 | 1,230 |
      | spam | 0.968 | 0.950 | 0.959 | 947 |
      | bad\\n\\u202ename | 0.000 | 0.000 | 0.000 | 7 |
      | **mean over classes** | **0.642** | **0.642** | 0.642 |  |

             actual \\ predicted      1    2  3
          1  ham                 1,200   30  ·
          2  spam                   45  900  2
          3  bad\\n\\u202ename         7    ·  ·

      ## most often confused

      |  |  |  |  |
      | ---: | --- | ---: | --- |
      | **45** | spam | taken for | ham |
      | **30** | ham | taken for | spam |
      | **7** | bad\\n\\u202ename | taken for | ham |
      | **2** | spam | taken for | bad\\n\\u202ename |

      ## settings

      \`\`\`json
      {
        "classifier": { "name": "multinomial", "alpha": 1 },
        "protocol": { "kind": "test", "test": "news\\n|test" }
      }
      \`\`\`
      "
    `);
  });
});
