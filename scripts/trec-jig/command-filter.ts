import { execFile } from "node:child_process";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { ENVIRONMENT } from "../bench/run-process.js";
import { parseAnswer } from "./jig-lines.js";
import type { SpamFilter } from "./spam-filter.js";

/** A finished program. */
interface Ended {
  readonly stdout: string;
  /** Why it failed, if it did. */
  readonly failed: string | undefined;
}

/**
 * A filter made of the track's four programs `initialize`, `classify`, `train` and `finalize`.
 *
 * @param programs the folder that contains them
 * @param directory an empty folder to run them in
 */
export function commandFilter(programs: string, directory: string, signal: AbortSignal): SpamFilter {
  const run = (program: string, ...args: readonly string[]) =>
    new Promise<Ended>((resolve, reject) => {
      const path = join(programs, program);
      const child = execFile(path, args, { cwd: directory, signal, env: ENVIRONMENT }, (error, stdout, stderr) => {
        if (signal.aborted) reject(error);
        else if (error === null) resolve({ stdout, failed: undefined });
        else resolve({ stdout: "", failed: stderr.trimEnd().split("\n").at(-1) || error.message.split("\n")[0] });
      });
      // No standard input, so that they cannot wait for it.
      child.stdin?.end();
    });
  const must = async (program: string) => {
    const { failed } = await run(program);
    if (failed !== undefined) throw new DataError(`${join(programs, program)} failed: ${failed}`);
  };
  return {
    initialize: () => must("initialize"),
    classify: async (path) => parseAnswer((await run("classify", path)).stdout),
    // Like the track, continue after a failed training.
    train: async (judge, path) => void (await run("train", judge, path)),
    finalize: () => must("finalize"),
  };
}
