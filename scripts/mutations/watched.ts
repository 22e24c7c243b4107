import { Worker } from "node:worker_threads";
import type { FoundFault, Kind, MutationPlan } from "./check-mutations.js";

export const KINDS: readonly Kind[] = ["messages", "models"];

/** Milliseconds after which an input counts as hanging. */
const PATIENCE = 120_000;
const INTERVAL = 1000;
/** Maximum heap in megabytes. */
const HEAP = 1024;

/**
 * Runs `foundFaults` in a worker thread. An input that hangs or exhausts memory is a fault too, and the
 * last one.
 */
export function watchedFaults(plan: MutationPlan, onFault: (fault: FoundFault) => void): Promise<void> {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: { plan, progress },
    resourceLimits: { maxOldGenerationSizeMb: HEAP },
  });
  const atLast = (what: string) =>
    onFault({ kind: KINDS[progress[0]], index: progress[1], what, bytes: new Uint8Array(0) });
  let [seen, since] = ["", Date.now()];
  const timer = setInterval(() => {
    if (seen !== progress.join(" ")) [seen, since] = [progress.join(" "), Date.now()];
    if (Date.now() - since < PATIENCE) return;
    atLast(`does not end in ${PATIENCE / 1000} seconds`);
    void worker.terminate();
  }, INTERVAL);
  worker.on("message", onFault);
  worker.on("error", (error) => atLast(String(error)));
  return new Promise((resolve) => {
    worker.on("exit", () => {
      clearInterval(timer);
      resolve();
    });
  });
}
