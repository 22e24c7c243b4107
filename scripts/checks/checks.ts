import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built command. */
export const COMMAND = join(dirname(fileURLToPath(import.meta.url)), "../../bin/thresher.cjs");

/** Prints a result and the required one. */
export type Check = (what: string, found: unknown, required: string, holds: boolean) => void;

/** Prints and counts results. */
export class Checks {
  passed = 0;
  failed = 0;

  readonly check: Check = (what, found, required, holds) => {
    if (holds) this.passed++;
    else this.failed++;
    console.log(`${holds ? "ok    " : "FAILED"} ${what}: ${String(found)} (required: ${required})`);
  };
}

/** The part of `thresher evaluate --json` that is read here. */
export interface EvaluationJson {
  readonly vocabulary: number;
  readonly accuracy: number;
  readonly calibrationError: number;
  readonly binary?: { readonly oneMinusAucPercent: number; readonly caughtWithoutFalseAlarm: number };
  readonly runs: readonly { readonly correct: number; readonly total: number }[];
}

/** Runs the command and returns its output. */
export function thresher(...args: string[]): string {
  return thresherIn(process.cwd(), ...args);
}

export function thresherIn(folder: string, ...args: string[]): string {
  return execFileSync(process.execPath, [COMMAND, ...args], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
}

export function evaluateJson(...args: string[]): EvaluationJson {
  return JSON.parse(thresher("evaluate", ...args, "--quiet", "--json")) as EvaluationJson;
}
