import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { execute } from "./helpers/command.js";
import { temporaryFolder } from "./helpers/folder.js";

/** A copy of the built source, to which the tests add a file and a line each. */
const copy = temporaryFolder();
const documents = join(copy, "dist/src/documents");

beforeAll(() => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  for (const part of ["package.json", "dist/src", "dist/vendor"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

/** Adds a line after another one to a file of the copy, and the import that it needs at the top. */
function add(file: string, importing: string, after: string, line: string): void {
  const path = join(documents, file);
  const source = readFileSync(path, "utf8");
  expect(source).toContain(after);
  writeFileSync(path, `${importing}\n${source.replace(after, after + line)}`);
}

/** Runs the command of the copy. */
async function thresher(...args: readonly string[]) {
  const run = join(copy, "run.mjs");
  writeFileSync(run, 'import { main } from "./dist/src/cli/main.js"; await main();');
  return execute(process.execPath, [run, ...args], { cwd: copy });
}

it("a new format of archives, with an option of its own, is one file and one line", async () => {
  writeFileSync(
    join(documents, "archives/pipes.js"),
    `import { limited } from "../document.js";
     import { entriesOf, linesIn } from "./text-lines.js";
     export const PIPES = {
       name: "pipes", title: ["lines of pipes", "lines of pipes"], unit: "document", endings: [".pipes"],
       isBeginning: () => false, classIn: "column",
       options: { pipeSign: { does: "in lines of pipes, the sign behind the class", value: "sign", isForAll: true } },
       columns: (_, { hasClasses, pipeSign = "|" }) => ({ label: hasClasses ? "class" : undefined, text: "", own: pipeSign }),
       entries: (window, { columns }) => entriesOf(linesIn(window), (place, line) => {
         const [label, text = label] = line.toString().split(columns.own);
         return { place, ...(columns.label && { label }), ...limited(Buffer.from(text)) };
       }),
     };`,
  );
  add("archives/archives.js", 'import { PIPES } from "./pipes.js";', "const FORMATS = [", "PIPES, ");
  const [corpus, others, model] = ["a.pipes", "b.txt", "pipes.model"].map((name) => join(copy, name));
  writeFileSync(corpus, "sea~the oars and the sail\nbread~the oven and the rye\n".repeat(3));
  writeFileSync(others, "?~a sail\n?~an oven\n");
  expect((await thresher("train", "--help-all")).stdout).toContain("--pipe-sign <sign>");
  const trained = await thresher("train", corpus, "-m", model, "--pipe-sign", "~");
  expect(trained).toMatchObject({ code: 0, stderr: expect.stringContaining("a.pipes: lines of pipes") });
  const options = ["--input-format", "pipes", "--pipe-sign", "~", "--format", "tsv"];
  const classified = await thresher("classify", others, "-m", model, ...options);
  expect(classified).toMatchObject({ code: 0, stdout: expect.stringMatching(/\tsea\t[\s\S]*\tbread\t/) });
});

it("a new reader of corpora, with an option of its own, is one file and one line", async () => {
  writeFileSync(
    join(documents, "corpora/halves.js"),
    `import { readRegular } from "../files/read-file.js";
     import { openTable } from "./open-table.js";
     const fits = ({ path }) => path.endsWith(".halves");
     const open = (found, { halfColumn, ...options }) => openTable({ ...found, form: "separated" }, { ...options, labelColumn: halfColumn });
     export const HALVES = { fits, open, options: { halfColumn: { does: "in halves, the column of the class" } } };`,
  );
  add("corpora/readers.js", 'import { HALVES } from "./halves.js";', "const READERS = {", "halves: HALVES, ");
  const [corpus, model] = ["a.halves", "halves.model"].map((name) => join(copy, name));
  writeFileSync(corpus, "half,text\nsea,the oars and the sail\nbread,the oven and the rye\n".repeat(3));
  const trained = await thresher("train", corpus, "-m", model, "--half-column", "half");
  expect(trained).toMatchObject({ code: 0, stderr: expect.stringContaining('class in "half" and text in "text"') });
});
