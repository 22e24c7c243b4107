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
export function following(
  options: CommonOptions & { readonly as?: string | undefined; readonly preset?: string | undefined },
): Followed {
  const { as, preset = "" } = options;
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
        if (phase === "reading") compileLess(as === "mail" || preset.startsWith("mail"));
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
 * Makes V8 inline less, and on Node.js 20 also optimize later, while documents are read. Hundreds of functions read
 * them, for a second or two. Compiling them as V8 does by default takes more time than it saves, in every thread. The
 * README of the scripts says how much.
 *
 * It holds for the whole process. So a command calls it where it begins to read, and calls `compileAsUsual` when all is
 * read; the library and the servers, which live long, leave V8 as it is.
 *
 * @param isMail whether the documents are mail. WebAssembly does most of what other texts need.
 */
export function compileLess(isMail: boolean): void {
  // Chosen by measuring how long reading takes.
  setLimits({ inlined: 200, budget: isMail ? 200_000 : 1_000_000 });
}

/** Restores the defaults of V8. */
export function compileAsUsual(): void {
  setLimits(DEFAULTS);
}

/** V8's defaults. */
export const DEFAULTS = {
  /** Maximum bytes of bytecode that a compiled function takes over from other functions. */
  inlined: 920,
  /** How many bytes of bytecode run before V8 looks at a function again. */
  budget: 67_584,
};

/** Major version of V8: 11 in Node.js 20, 14 in Node.js 26. V8 prints an error for an option that it does not have. */
const V8 = Number.parseInt(process.versions.v8, 10);
/** Whether this V8 takes the limit `inlined`. */
export const HAS_INLINED: boolean = V8 >= 11 && V8 <= 14;
/** Whether this V8 takes the limit `budget`. */
export const HAS_BUDGET: boolean = V8 === 11;

/** Sets the limits that this V8 has. */
function setLimits({ inlined, budget }: typeof DEFAULTS): void {
  if (HAS_INLINED) setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${inlined}`);
  if (HAS_BUDGET) setFlagsFromString(`--interrupt-budget=${budget}`);
}
