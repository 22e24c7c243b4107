import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";

/** Starts a built script as people do; what it leaves behind would be in `scratch`. */
export function startBuilt(script: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const scratch = temporaryFolder();
  const child = spawn(process.execPath, [commandOf(script), ...args], { env: { ...env, TMPDIR: scratch } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const end = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout, stderr })),
  );
  return { child, end, scratch };
}

function commandOf(script: string): string {
  return fileURLToPath(new URL(`../../dist/scripts/${script}.js`, import.meta.url));
}

/** Runs a built script to its end; what it makes in the system's temporary folder has to be gone then. */
export function runBuilt(script: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const scratch = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandOf(script), ...args], {
    env: { ...env, TMPDIR: scratch },
    encoding: "utf8",
  });
  expect(readdirSync(scratch)).toEqual([]);
  return { status, stdout, stderr };
}
