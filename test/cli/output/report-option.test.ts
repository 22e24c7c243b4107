import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { describe, expect, it } from "vitest";
import { requireReports, writeReports } from "../../../src/jobs/measuring/report-files.js";
import { thresher, thresherAsNobody } from "../../helpers/command.js";
import { apartFromFigures, expectFault, expectOneLine } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const FORMS = [".svg", ".csv"] as const;

describe("--report", () => {
  it("asks for a file of its own for each report", () => {
    const folder = temporaryFolder();
    const [svg, csv] = [join(folder, "a.svg"), join(folder, "a.csv")];
    expect(() => requireReports({ report: [svg, csv] }, FORMS)).not.toThrow();
    expect(() => requireReports({ report: [svg, `${folder}/./a.svg`] }, FORMS)).toThrow(
      /a\.svg: this file is written already/,
    );
    expect(() => requireReports({ report: [csv] }, FORMS, [undefined, csv])).toThrow(
      /a\.csv: this file is written already/,
    );
  });

  it("writes the others when one cannot be written, and says why", async () => {
    const folder = temporaryFolder();
    const [bad, good] = [join(folder, "a.svg"), join(folder, "a.csv")];
    writeFileSync(bad, "before");
    const report = {
      json: () => ({}),
      rows: () => [["a", 1]],
      plot: () => {
        throw new Error("no picture");
      },
      content: () => [],
    };
    await expect(writeReports({ report: [bad, good] }, report)).rejects.toThrow("no picture");
    expect(readFileSync(bad, "utf8")).toBe("before");
    expect(readFileSync(good, "utf8")).toBe("a,1\n");
    expect(namesIn(folder)).toEqual(["a.csv", "a.svg"]);
    await expect(writeReports({ report: ["a.pdf"] }, report)).rejects.toThrow(
      "--report a.pdf: this command cannot write a report of that form",
    );
    await writeReports({}, report);
  });
});

describe("a command with --report", () => {
  it.each<[command: string, args: string[], printed: RegExp, files: Readonly<Record<string, RegExp>>]>([
    ["evaluate", ["--folds", "2"], /^multinomial naive Bayes/, { svg: /^<svg/ }],
    [
      "curve",
      ["--sizes", "3,all", "--repeats", "2"],
      /^accuracy against training documents/,
      {
        svg: /majority class 50\.0 %/,
        csv: /^classifier,kind,documents/,
        md: /33\.3 % of each class withheld, 2 repeats/,
      },
    ],
  ])(
    "%s writes every form, the same each time, beside the figures on standard output",
    async (command, args, printed, files) => {
      const run = [command, folderWith(twoClasses(8)), ...args];
      const forms = ["svg", "vl.json", "csv", "json", "md"];
      const written = async () => {
        const folder = temporaryFolder();
        const { code, stdout, stderr } = await thresher([
          ...run,
          ...forms.flatMap((form) => ["--report", join(folder, `r.${form}`)]),
        ]);
        expect({ code, stderr: apartFromFigures(stderr) }).toEqual({ code: 0, stderr: "" });
        return {
          stdout,
          files: Object.fromEntries(forms.map((form) => [form, readFileSync(join(folder, `r.${form}`), "utf8")])),
        };
      };
      const first = await written();
      expect(first.stdout).toMatch(printed);
      for (const [form, begins] of Object.entries(files)) expect(first.files[form]).toMatch(begins);
      expect(first.files.json).toBe((await thresher([...run, "--json"])).stdout);
      expect(await written()).toEqual(first);
    },
  );

  it("fails in a line before it reads a document", async () => {
    const root = folderWith(twoClasses());
    const folder = temporaryFolder();
    for (const command of ["evaluate", "curve"]) {
      const run = (path: string) => thresher([command, root, "--strict", "--report", path]);
      expectFault(await run(join(folder, "r.pdf")), 2, /the file name must end in .*\.svg/);
      expectFault(await run(join(root, "ham/0000.txt")), 2, "the file name must end in");
      expectFault(await run(join(folder, "none/r.svg")), 1, "cannot be written: ");
    }
  });

  it("prints the figures although the report cannot be written after all", async () => {
    const root = folderWith(twoClasses());
    const closed = join(temporaryFolder(), "closed");
    mkdirSync(closed, { mode: 0o555 });
    const outcome = await thresherAsNobody(["evaluate", root, "--report", join(closed, "r.md")]);
    expect(outcome.code).toBe(1);
    expectOneLine(apartFromFigures(outcome.stderr), "cannot be written: ");
    // The kernel asks who the user really is before the work, and in whose name he acts when it is done.
    if (getuid?.() === 0) expect(outcome.stdout).toContain("accuracy");
    expect(namesIn(closed)).toEqual([]);
  });

  it("loads the drawing code only for a picture", async () => {
    const root = folderWith(twoClasses());
    const folder = temporaryFolder();
    const watch = `data:text/javascript,${encodeURIComponent(
      `import { createRequire } from "node:module";
       const { cache } = createRequire("/");
       process.on("exit", () => console.error(Object.keys(cache).join("\\n")));`,
    )}`;
    const loaded = async (...args: string[]) => {
      const { code, stderr } = await thresher(args, { node: ["--import", watch] });
      expect(code).toBe(0);
      return stderr;
    };
    expect(await loaded("evaluate", root, "--report", join(folder, "r.md"))).not.toMatch(/vega/);
    expect(await loaded("evaluate", root, "--report", join(folder, "r.svg"))).toMatch(/vendor.vega\.cjs/);
  });
});
