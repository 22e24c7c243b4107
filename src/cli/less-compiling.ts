import { setFlagsFromString } from "node:v8";

/**
 * Runs something for which V8 is to compile less than it does by itself: later, and with less of
 * what a function calls put into it. What reads mail is hundreds of functions that run for a
 * second: compiling them takes longer than is won, in every thread. Training on
 * SpamAssassin's mail takes a quarter less processor time so.
 */
export function withLessCompiling<T>(run: () => T): T {
  set({ inlined: 200, budget: 200_000 });
  try {
    return run();
  } finally {
    set(DEFAULTS);
  }
}

interface Limits {
  /** In bytes of bytecode, of what a function calls. */
  readonly inlined: number;
  /** In bytes of bytecode that have run, before a function is looked at again. */
  readonly budget: number;
}

/** Those of V8 in Node 20: a later Node goes on with these, since V8 does not say what its own are. */
const DEFAULTS: Limits = { inlined: 920, budget: 67_584 };

function set({ inlined, budget }: Limits): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${inlined}`);
  setFlagsFromString(`--interrupt-budget=${budget}`);
}
