import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The installed command; this file may run from its source or built. */
const COMMAND = [
  fileURLToPath(new URL("../../bin/thresher.cjs", import.meta.url)),
  fileURLToPath(new URL("../../dist/bin/thresher.cjs", import.meta.url)),
].find(existsSync);

/** Starts the real command, by default without input, showing only errors. */
export function start(args: readonly string[], stdio: StdioOptions = ["ignore", "ignore", "inherit"]): ChildProcess {
  if (COMMAND === undefined) throw new Error("the command is not built: npm run build");
  return spawn(process.execPath, [COMMAND, ...args], { stdio });
}

/** Runs the command to its end. @throws Error if it fails. */
export async function run(args: readonly string[]): Promise<void> {
  await watchedRun(args, () => true);
}

/**
 * Runs the command and kills it (SIGKILL) some time after its work has begun.
 *
 * @param hasBegun called every millisecond
 * @param delay in milliseconds; undefined to let it finish
 * @returns whether it was killed before it finished, and for how many milliseconds it worked
 * @throws Error if it fails
 */
export async function watchedRun(
  args: readonly string[],
  hasBegun: () => boolean,
  delay?: number,
): Promise<{ isKilled: boolean; worked: number }> {
  const child = start(args);
  let begun = Number.NaN;
  let timer = setTimeout(watch, 1);
  function watch(): void {
    if (!hasBegun()) {
      timer = setTimeout(watch, 1);
      return;
    }
    begun = performance.now();
    if (delay !== undefined) timer = setTimeout(() => child.kill("SIGKILL"), delay);
  }
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (...end: [number | null, NodeJS.Signals | null]) => resolve(end));
  });
  clearTimeout(timer);
  const isKilled = signal === "SIGKILL" && delay !== undefined;
  if (code !== 0 && !isKilled) throw new Error(`thresher ${args.join(" ")} has exit code ${code ?? signal}`);
  return { isKilled, worked: performance.now() - begun };
}
