import { execFile } from "node:child_process";
import { join } from "node:path";
import { DataError } from "../../src/errors.js";
import { ENVIRONMENT } from "../bench/run-process.js";
import { parseAnswer } from "./jig-lines.js";
import type { SpamFilter } from "./spam-filter.js";

/** A program that has come to its end. */
interface Ended {
  readonly stdout: string;
  /** Why, if it did not end well. */
  readonly failed: string | undefined;
}

/**
 * A filter that is four programs `initialize`, `classify`, `train` and `finalize`, as the
 * track has them.
 *
 * @param programs the folder that they are in
 * @param directory where they are run: an empty folder, for them to keep things in
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
      // They are not to wait for what nobody types.
      child.stdin?.end();
    });
  const must = async (program: string) => {
    const { failed } = await run(program);
    if (failed !== undefined) throw new DataError(`${join(programs, program)}: required exit code 0, found: ${failed}`);
  };
  return {
    initialize: () => must("initialize"),
    classify: async (path) => parseAnswer((await run("classify", path)).stdout),
    // The track goes on after a training that fails, too.
    train: async (judge, path) => void (await run("train", judge, path)),
    finalize: () => must("finalize"),
  };
}
