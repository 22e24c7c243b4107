import type { Progress as CallProgress } from "../../base/following.js";
import type { Follower } from "../../jobs/follower.js";
import type { CommonOptions } from "../options/options.js";
import { compileAsUsual, compileLess } from "./less-compiling.js";
import { say, tell } from "./output.js";
import { type Progress, progressBar } from "./progress.js";

/** Phases whose progress is a share, without a count beside the bar. */
const SHARES: readonly string[] = ["training", "searching"];

/** Returns a callback that shows a progress bar for each phase. The last bar stays until something is printed. */
function phaseBars(options: CommonOptions): (progress: CallProgress) => void {
  let now: string | undefined;
  let bar: Progress | undefined;
  return ({ phase, done, total }) => {
    if (phase !== now) {
      bar?.stop();
      bar = progressBar(phase, SHARES.includes(phase) ? "share" : total, options);
      now = phase;
    }
    bar?.update(done);
  };
}

/** Callbacks of a job that show what it tells. */
export type Followed = Required<Pick<Follower, "onNotice" | "onFault" | "onProgress">>;

/**
 * Returns the callbacks of a job: notices go to standard error, and each phase has a progress bar. While documents are
 * read, V8 compiles less.
 */
export function following(
  options: CommonOptions & { readonly as?: string | undefined; readonly preset?: string | undefined },
): Followed {
  const { as, preset = "" } = options;
  let showBar = phaseBars(options);
  let isReading = false;
  return {
    onNotice(line) {
      tell(options, line);
      showBar = phaseBars(options);
    },
    onFault: say,
    onProgress(progress) {
      const reads = progress.phase === "reading";
      if (reads !== isReading) {
        if (reads) compileLess(as === "mail" || preset.startsWith("mail"));
        else compileAsUsual();
        isReading = reads;
      }
      showBar(progress);
    },
  };
}
