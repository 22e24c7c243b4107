import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { execute } from "./helpers/command.js";
import { temporaryFolder } from "./helpers/folder.js";

/** A copy of the built source, to which the tests add a file and a line each. */
const copy = temporaryFolder();
const source = join(copy, "dist/src");

beforeAll(() => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  for (const part of ["package.json", "dist/src", "dist/vendor"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "run.mjs"), 'import { main } from "./dist/src/cli/main.js"; await main();');
});

/** Adds a line after another one to a file of the copy, and the import that it needs at the top. */
function add(file: string, importing: string, after: string, line: string): void {
  const path = join(source, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(after);
  writeFileSync(path, `${importing}\n${text.replace(after, after + line)}`);
}

/** Runs the command of the copy. */
const thresher = (...args: readonly string[]) => execute(process.execPath, ["run.mjs", ...args], { cwd: copy });

it("a new command, with an option of its own, is one file and one line", async () => {
  writeFileSync(
    join(source, "cli/commands/learning/words.js"),
    `import { commandFrom } from "../../command.js";
     export const newCommand = commandFrom({
       does: "Count words.",
       takes: { "<text>": "a text" },
       options: { Options: { "--separator <text>": ["between words", { default: " " }] } },
       help: "",
       run: (text, { separator }) => {
         const { length } = text.split(separator);
         return { json: () => ({ length }), text: () => length + "\\n" };
       },
     });`,
  );
  const line = 'words: [() => import("./commands/learning/words.js"), "TEXT", "count words"],';
  add("cli/main.js", "", "COMMANDS = {", line);
  expect((await thresher("--help")).stdout).toContain("thresher words TEXT");
  expect((await thresher("words", "--help")).stdout).toContain("--separator <text>");
  expect(await thresher("words", "a,b,c", "--separator", ",")).toMatchObject({ code: 0, stdout: "3\n", stderr: "" });
  const { code, stderr } = await thresher("words", "a", "--seperator", ",");
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("did you mean --separator?") });
  // It may have defaults in a configuration file.
  writeFileSync(join(copy, "thresher.json"), JSON.stringify({ defaults: { words: { separator: "b" } } }));
  expect(await thresher("words", "abc")).toMatchObject({ code: 0, stdout: "2\n" });
});

it("a new format of archives, with an option of its own, is one file and one line", async () => {
  writeFileSync(
    join(source, "documents/archives/pipes.js"),
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
  add("documents/archives/archives.js", 'import { PIPES } from "./pipes.js";', "const FORMATS = [", "PIPES, ");
  writeFileSync(join(copy, "a.pipes"), "sea~the oars and the sail\nbread~the oven and the rye\n".repeat(3));
  writeFileSync(join(copy, "b.txt"), "?~a sail\n?~an oven\n");
  expect((await thresher("train", "--help-all")).stdout).toContain("--pipe-sign <sign>");
  const trained = await thresher("train", "a.pipes", "-m", "pipes.model", "--pipe-sign", "~");
  expect(trained).toMatchObject({ code: 0, stderr: expect.stringContaining("a.pipes: lines of pipes") });
  const options = ["--input-format", "pipes", "--pipe-sign", "~", "--format", "tsv"];
  const classified = await thresher("classify", "b.txt", "-m", "pipes.model", ...options);
  expect(classified).toMatchObject({ code: 0, stdout: expect.stringMatching(/\tsea\t[\s\S]*\tbread\t/) });
});

it("a new reader of corpora, with an option of its own, is one file and one line", async () => {
  writeFileSync(
    join(source, "documents/corpora/halves.js"),
    `import { readRegular } from "../files/open-file.js";
     import { openTable } from "./open-table.js";
     const fits = ({ path }) => path.endsWith(".halves");
     const open = (found, { halfColumn, ...options }) => openTable({ ...found, form: "separated" }, { ...options, labelColumn: halfColumn });
     export const HALVES = { fits, open, options: { halfColumn: { does: "in halves, the column of the class" } } };`,
  );
  add("documents/corpora/readers.js", 'import { HALVES } from "./halves.js";', "const READERS = {", "halves: HALVES, ");
  const rows = "half,text\nsea,the oars and the sail\nbread,the oven and the rye\n".repeat(3);
  writeFileSync(join(copy, "a.halves"), rows);
  const trained = await thresher("train", "a.halves", "-m", "halves.model", "--half-column", "half");
  expect(trained).toMatchObject({ code: 0, stderr: expect.stringContaining('class in "half" and text in "text"') });
});
