import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { requireReports, writeReports } from "../../../src/jobs/measuring/measuring-options.js";
import { thresherAsNobody } from "../../helpers/command.js";
import { apartFromFigures, expectOneLine, expectRefused, outputOf, type Refused } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const FORMS = [".svg", ".csv"] as const;

describe("--report", () => {
  it("asks for a file of its own for each report", () => {
    const folder = temporaryFolder();
    const [svg, csv] = [join(folder, "a.svg"), join(folder, "a.csv")];
    expect(() => requireReports({ report: [svg, csv] }, FORMS)).not.toThrow();
    const twice = { report: [svg, `${folder}/./a.svg`] };
    expect(() => requireReports(twice, FORMS)).toThrow(/a\.svg: this file is written already/);
    const other = [undefined, csv];
    expect(() => requireReports({ report: [csv] }, FORMS, other)).toThrow(/a\.csv: this file is written already/);
  });

  it("writes the others when one cannot be written, and says why", async () => {
    const folder = folderWith({ "a.svg": "before" });
    const [bad, good] = [join(folder, "a.svg"), join(folder, "a.csv")];
    const plot = () => {
      throw new Error("no picture");
    };
    const report = { json: () => ({}), rows: () => [["a", 1]], plot, content: () => [] };
    await expect(writeReports({ report: [bad, good] }, report)).rejects.toThrow("no picture");
    expect(readFileSync(bad, "utf8")).toBe("before");
    expect(readFileSync(good, "utf8")).toBe("a,1\n");
    expect(namesIn(folder)).toEqual(["a.csv", "a.svg"]);
    const other = "--report a.pdf: this command cannot write a report of that form";
    await expect(writeReports({ report: ["a.pdf"] }, report)).rejects.toThrow(other);
    await writeReports({}, report);
  });
});

describe("a command with --report", () => {
  it.each<[words: string, printed: RegExp, files: Readonly<Record<string, RegExp>>]>([
    ["evaluate corpus --folds 2", /^multinomial naive Bayes/, { svg: /^<svg/ }],
    [
      "curve corpus --sizes 3,all --repeats 2",
      /^accuracy against training documents/,
      {
        svg: /majority class 50\.0 %/,
        csv: /^classifier,kind,documents/,
        md: /33\.3 % of each class withheld, 2 repeats/,
      },
    ],
  ])("writes every form, the same each time, beside the figures: %s", async (words, printed, begins) => {
    const cwd = folderWith({ corpus: twoClasses(8) });
    const forms = ["svg", "vl.json", "csv", "json", "md"];
    const written = async () => {
      const stdout = await outputOf(`${words}${forms.map((form) => ` --report r.${form}`).join("")}`, { cwd });
      const files = forms.map((form) => [form, readFileSync(join(cwd, `r.${form}`), "utf8")]);
      return { stdout, files: Object.fromEntries(files) };
    };
    const first = await written();
    expect(first.stdout).toMatch(printed);
    for (const [form, begin] of Object.entries(begins)) expect(first.files[form]).toMatch(begin);
    expect(first.files.json).toBe(await outputOf(`${words} --json`, { cwd }));
    expect(await written()).toEqual(first);
  });

  it("fails in a line before it reads a document", async () => {
    const root = folderWith(twoClasses());
    const cases: Refused[] = [
      ["--report r.pdf", /the file name must end in .*\.svg/],
      [`--report ${root}/ham/0000.txt`, "the file name must end in"],
      ["--report none/r.svg", "cannot be written: ", 1],
    ];
    for (const command of ["evaluate", "curve"]) {
      await expectRefused(cases, `${command} ${root} --strict`, { cwd: temporaryFolder() });
    }
  });

  it("prints the figures although the report cannot be written after all", async () => {
    const closed = join(temporaryFolder(), "closed");
    mkdirSync(closed, { mode: 0o555 });
    const outcome = await thresherAsNobody(`evaluate ${folderWith(twoClasses())} --report ${closed}/r.md`);
    expect(outcome.code).toBe(1);
    expectOneLine(apartFromFigures(outcome.stderr), "cannot be written: ");
    // The kernel asks who the user really is before the work, and in whose name he acts when it is done.
    if (getuid?.() === 0) expect(outcome.stdout).toContain("accuracy");
    expect(namesIn(closed)).toEqual([]);
  });

  it("loads the drawing code only for a picture", async () => {
    const cwd = folderWith({ corpus: twoClasses() });
    const watch = `import { createRequire } from "node:module";
      import { writeFileSync } from "node:fs";
      const { cache } = createRequire("/");
      process.on("exit", () => writeFileSync("loaded", Object.keys(cache).join("\\n")));`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(watch)}`];
    for (const [report, isDrawn] of [
      ["r.md", false],
      ["r.svg", true],
    ] as const) {
      await outputOf(`evaluate corpus --report ${report}`, { cwd, node });
      expect(/vendor.vega\.cjs/.test(readFileSync(join(cwd, "loaded"), "utf8")), report).toBe(isDrawn);
    }
  });
});
