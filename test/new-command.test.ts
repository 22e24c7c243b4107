import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { execute } from "./helpers/command.js";
import { temporaryFolder } from "./helpers/folder.js";

it("a new command, with an option of its own, is one file and one line", async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const copy = temporaryFolder();
  for (const part of ["package.json", "dist/src", "dist/vendor"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const cli = join(copy, "dist/src/cli");
  writeFileSync(
    join(cli, "commands/learning/words.js"),
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
  const table = join(cli, "commands.js");
  const line = 'words: [() => import("./commands/learning/words.js"), "TEXT", "count words"],';
  writeFileSync(table, readFileSync(table, "utf8").replace("COMMANDS = {", `COMMANDS = {${line}`));
  const run = join(copy, "run.mjs");
  writeFileSync(run, 'import { main } from "./dist/src/cli/main.js"; await main();');
  const thresher = (...args: readonly string[]) => execute(process.execPath, [run, ...args], { cwd: copy });
  expect((await thresher("--help")).stdout).toContain("thresher words TEXT");
  expect((await thresher("words", "--help")).stdout).toContain("--separator <text>");
  expect(await thresher("words", "a,b,c", "--separator", ",")).toMatchObject({ code: 0, stdout: "3\n", stderr: "" });
  expect(await thresher("words", "a", "--seperator", ",")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("did you mean --separator?"),
  });
  // It may have defaults in a configuration file.
  writeFileSync(join(copy, "thresher.json"), JSON.stringify({ defaults: { words: { separator: "b" } } }));
  expect(await thresher("words", "abc")).toMatchObject({ code: 0, stdout: "2\n" });
});
