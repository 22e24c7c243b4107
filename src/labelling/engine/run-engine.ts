import { ForecastEngine } from "./engine.js";
import type { StartEngine } from "./start-engine.js";

/** Runs an engine in this thread, in slices of the event loop. */
export const runEngine: StartEngine = (task, onNews) => {
  let engine: ForecastEngine | undefined;
  const work = () => {
    engine ??= new ForecastEngine(task, onNews);
    next = engine.work() ? setImmediate(work) : undefined;
  };
  /** The next slice; undefined if there is nothing to do. */
  let next: NodeJS.Immediate | undefined = setImmediate(work);
  return {
    tell(answers) {
      // Nobody tells answers before the engine has posted the items.
      engine?.hear(answers);
      next ??= setImmediate(work);
    },
    stop: async () => clearImmediate(next),
  };
};
