import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { temporaryFolder } from "./corpora/folder.js";

/** Runs a built script to its end; what it makes in the system's temporary folder has to be gone then. */
export function runBuilt(script: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const command = fileURLToPath(new URL(`../../dist/scripts/${script}.js`, import.meta.url));
  const scratch = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { ...env, TMPDIR: scratch },
    encoding: "utf8",
  });
  expect(readdirSync(scratch)).toEqual([]);
  return { status, stdout, stderr };
}
