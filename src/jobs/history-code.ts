/** The code that only `thresher filter --history` needs: see `historyCode`. */
export { reasonsOf } from "../classifiers/explain/explain.js";
export { decidedBy, historyOf } from "../delivery/history/history.js";
