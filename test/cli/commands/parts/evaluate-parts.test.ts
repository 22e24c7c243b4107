import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

/** A corpus whose shards are counted. */
async function counted(shards: number, ...options: string[]) {
  const corpus = folderWith(twoClasses(12));
  const folder = temporaryFolder();
  const [plan, parts] = ["plan.json", "parts"].map((name) => join(folder, name));
  const made = await thresher(["plan", corpus, "--shards", String(shards), "-o", plan, ...options]);
  expect(made.code).toBe(0);
  expect(made.stdout.includes(`thresher evaluate ${plan} --parts parts`)).toBe(options.includes("--deal"));
  for (let shard = 0; shard < shards; shard++) {
    expect((await thresher(["count", plan, "--shard", String(shard), "-o", parts])).code).toBe(0);
  }
  return { corpus, folder, plan, parts };
}

describe("thresher evaluate and curve on counted shards", () => {
  it("test each fold of shards by the counts of the others, and write what evaluate writes", async () => {
    const { folder, plan, parts } = await counted(4, "--deal");
    const predictions = join(folder, "predictions.tsv");
    const report = join(folder, "report.md");
    const more = ["--predictions", predictions, "--report", report];
    const { code, stdout, stderr } = await thresher(["evaluate", plan, "--parts", parts, "--folds", "2", ...more]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("\n2 folds of 4 counted shards\n12 training documents, 12 tested, ");
    expect(readFileSync(predictions, "utf8").split("\n").length).toBe(1 + 24 + 1);
    expect(readFileSync(report, "utf8")).toContain("2 folds of 4 counted shards");

    const json = JSON.parse((await thresher(["evaluate", plan, "--parts", parts, "--json"])).stdout);
    expect(json.protocol).toEqual({ kind: "shards", folds: 4, shards: 4 });
    expect(json.predictions.length).toBe(24);

    const curve = await thresher(["curve", plan, "--parts", parts, "--holdout", "1/4", "--repeats", "2"]);
    expect(curve.stdout).toContain("1 of 4 counted shards withheld, 2 repeats; 6 documents tested");
    expect(curve.stdout).toContain("\n       18 ");
  });

  it("say what is wrong in one line", async () => {
    const { corpus, folder, plan, parts } = await counted(3, "--deal");
    const evaluate = (...more: string[]) => thresher(["evaluate", plan, "--parts", parts, ...more]);
    expectFault(await evaluate("--folds", "4"), 2, "4 folds are more than the 3 shards of the plan");
    expectFault(
      await evaluate("--alpha", "2"),
      2,
      "--alpha cannot be combined with --parts: the plan has the settings",
    );
    expectFault(await evaluate("--holdout", "1/3"), 2, "--holdout cannot be combined with --parts");
    expectFault(await evaluate("--report", "a.html"), 2, "the file name must end in");
    expectFault(await evaluate("--predictions", join(corpus, "ham", "0000.txt")), 2, "is a document of the corpus");
    expectFault(await thresher(["evaluate", corpus, "--root", folder]), 2, "--root goes with --parts");
    expectFault(await thresher(["evaluate", plan, "--parts", folder]), 1, "there are no parts");
    expectFault(await thresher(["evaluate", plan, "--parts", join(folder, "none")]), 1, "cannot read the folder");
    expectFault(await thresher(["evaluate", corpus, "--parts", parts]), 1, "cannot read the plan");
    expectFault(await thresher(["evaluate", plan, "--parts", plan]), 1, "the folder with the counts: it is a file");
    const isPlan =
      "plan.json: a plan, not a corpus: when its shards are counted, evaluate and curve take it with --parts DIR, and thresher merge DIR makes a model";
    expectFault(await thresher(["evaluate", plan]), 1, isPlan);
    expectFault(await thresher(["train", plan, "-m", join(folder, "a.model")]), 1, isPlan);
    expectFault(await thresher(["curve", plan, "--parts", parts, "--sizes", "5"]), 2, "--sizes cannot be combined");
    expectFault(await evaluate("--root", folder), 1, "the corpus has changed since it was planned: ");
    rmSync(corpus, { recursive: true });
    mkdirSync(corpus);
    expectFault(await evaluate(), 1, "is missing");

    const divided = await counted(3);
    expectFault(
      await thresher(["evaluate", divided.plan, "--parts", divided.parts]),
      2,
      "make the plan with --deal, and count it",
    );
    const packed = join(folder, "mail.csv");
    writeFileSync(packed, gzipSync("label,text\nham,lunch at noon\nspam,cash prize\n"));
    expectFault(
      await thresher(["plan", packed, "--shards", "2", "--deal", "--quiet", "-o", join(folder, "p.json")]),
      1,
      "mail.csv: cannot be dealt out to shards: it is packed or lies elsewhere",
    );
  });
});
