import type { Follower } from "../../jobs/follower.js";
import type { CommonOptions } from "../options/options.js";
import { compileAsUsual, compileLess } from "./less-compiling.js";
import { say, tell } from "./output.js";
import { type Progress, progressBar } from "./progress.js";

/** Phases whose progress is a share, without a count beside the bar. */
const SHARES: readonly string[] = ["training", "searching"];

/** Callbacks of a job that show what it tells. */
export type Followed = Required<Pick<Follower, "onNotice" | "onFault" | "onProgress">>;

/**
 * Returns the callbacks of a job: notices go to standard error, and each phase has a progress bar, which stays until
 * something is printed. While documents are read, V8 compiles less.
 */
export function following(
  options: CommonOptions & { readonly as?: string | undefined; readonly preset?: string | undefined },
): Followed {
  const { as, preset = "" } = options;
  let now: string | undefined;
  let bar: Progress | undefined;
  return {
    onNotice(line) {
      tell(options, line);
      bar = undefined;
    },
    onFault(line) {
      say(line);
      bar = undefined;
    },
    onProgress({ phase, done, total }) {
      if (phase !== now) {
        if (phase === "reading") compileLess(as === "mail" || preset.startsWith("mail"));
        else if (now === "reading") compileAsUsual();
        now = phase;
        bar = undefined;
      }
      bar ??= progressBar(phase, SHARES.includes(phase) ? "share" : total, options);
      bar.update(done);
    },
  };
}
