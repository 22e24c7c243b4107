/** Checks mutations in a worker thread, so that an input that hangs or exhausts memory can be named. */
import { parentPort, workerData } from "node:worker_threads";
import { foundFaults, type MutationPlan } from "./check-mutations.js";
import { KINDS } from "./watched.js";

const { plan, progress } = workerData as { plan: MutationPlan; progress: Int32Array };

const faults = foundFaults(plan, (kind, index) => {
  Atomics.store(progress, 0, KINDS.indexOf(kind));
  Atomics.store(progress, 1, index);
});
for (const fault of faults) parentPort?.postMessage(fault);
