import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMAND, execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";

const SCRIPT = "dist/scripts/a-month.js";

function lived(args: readonly string[]) {
  return execute(process.execPath, [SCRIPT, "--days", "2", "--only", "files-copied", ...args]);
}

it("notices a command that loses a message", async () => {
  const careless = join(temporaryFolder(), "careless.mjs");
  writeFileSync(
    careless,
    `import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
const { status } = spawnSync(process.execPath, [${JSON.stringify(COMMAND)}, ...process.argv.slice(2)], { stdio: "inherit" });
if (process.argv[2] === "sort") rmSync("sorted/ham/" + readdirSync("sorted/ham")[0]);
process.exitCode = status;
`,
  );
  const { code, stdout } = await lived(["--command", careless]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAILED files-copied, seed 1, 2 days: .*\n {7}day 1: message \d+ is in no folder after /);
});

it("names the ways of working if it does not know one", async () => {
  const { code, stderr } = await execute(process.execPath, [SCRIPT, "--only", "letters"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no way "letters"; there are files') });
});
