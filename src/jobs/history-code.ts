/**
 * The code that only `thresher filter` with `--history` or `--models` needs. It is a bundle of its own, so that the filter
 * starts as fast without it.
 */
export { decidedBy, historyOf } from "../delivery/history/history.js";
export { groundsOf } from "../model/grounds.js";
export { lessonsOf } from "./learning/user-lessons.js";
