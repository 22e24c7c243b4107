import { ForecastEngine } from "./engine.js";
import type { StartEngine } from "./start-engine.js";

/** Runs an engine in this thread, in slices of the event loop. */
export const runEngine: StartEngine = (task, onNews) => {
  let engine: ForecastEngine | undefined;
  let isStopped = false;
  let isWorking = false;
  const work = () => {
    isWorking = !isStopped && engine?.work() === true;
    if (isWorking) setImmediate(work);
  };
  const wake = () => {
    if (isWorking) return;
    isWorking = true;
    setImmediate(work);
  };
  setImmediate(() => {
    engine = new ForecastEngine(task, onNews);
    wake();
  });
  return {
    tell(answers) {
      engine?.hear(answers);
      wake();
    },
    stop: async () => {
      isStopped = true;
    },
  };
};
