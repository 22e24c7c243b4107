import { setFlagsFromString } from "node:v8";
import type { Follower } from "../../jobs/follower.js";
import type { CommonOptions } from "../options/options.js";
import { say, tell } from "./output.js";
import { type Progress, progressBar } from "./progress.js";

/** Phases whose progress is a share, without a count beside the bar. */
const SHARE_PHASES: readonly string[] = ["training", "searching"];

/** Callbacks of a job that show what it tells. */
export type Followed = Required<Pick<Follower, "onNotice" | "onFault" | "onProgress">>;

/**
 * Returns the callbacks of a job: notices go to standard error, and each phase has a progress bar, which stays until
 * something is printed. While documents are read, V8 compiles less.
 */
export function following(options: CommonOptions): Followed {
  let current: string | undefined;
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
      if (phase !== current) {
        if (phase === "reading") compileLess();
        else if (current === "reading") compileAsUsual();
        current = phase;
        bar = undefined;
      }
      bar ??= progressBar(phase, SHARE_PHASES.includes(phase) ? "share" : total, options);
      bar.update(done);
    },
  };
}

/**
 * Makes V8 inline less while documents are read. Hundreds of functions read them, for a second or two. Compiling them with
 * the functions that they call takes more time than it saves, in every thread.
 *
 * It holds for the whole process. So a command calls it where it begins to read, and calls `compileAsUsual` when all is
 * read; the library and the servers, which live long, leave V8 as it is.
 */
export function compileLess(): void {
  // Chosen by measuring how long reading takes.
  inlineAtMost(50);
}

/** Restores the default of V8. */
export function compileAsUsual(): void {
  inlineAtMost(DEFAULT);
}

/** V8's default for the bytes of bytecode that a compiled function takes over from other functions. */
export const DEFAULT = 920;

/** Major version of V8: 11 in Node.js 20, 14 in Node.js 26. V8 prints an error for an option that it does not have. */
const V8 = Number.parseInt(process.versions.v8, 10);
/** Whether this V8 has the option. */
export const HAS_OPTION: boolean = V8 >= 11 && V8 <= 14;

function inlineAtMost(bytes: number): void {
  if (HAS_OPTION) setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${bytes}`);
}
