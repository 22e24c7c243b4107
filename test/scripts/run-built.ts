import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { Running } from "../helpers/running.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts a built script as people do; what it leaves behind would be in `scratch`. */
export function startBuilt(script: string, args: readonly string[], env: Environment = {}) {
  const scratch = temporaryFolder();
  const path = fileURLToPath(new URL(`../../dist/scripts/${script}.js`, import.meta.url));
  const running = new Running(process.execPath, [path, ...args], { env: { ...env, TMPDIR: scratch } });
  return { running, scratch };
}

/** Runs a built script to its end; what it makes in the system's temporary folder has to be gone then. */
export async function runBuilt(script: string, args: readonly string[], env?: Environment) {
  const { running, scratch } = startBuilt(script, args, env);
  const { code, stdout, stderr } = await running.outcome;
  expect(readdirSync(scratch)).toEqual([]);
  return { code, stdout, stderr };
}
