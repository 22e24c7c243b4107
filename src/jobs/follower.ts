import type { Following } from "../base/following.js";

/** Callbacks of a job. A job prints nothing: without them, it is silent. Names in the lines are not made safe yet. */
export interface Follower extends Following {
  /** Called with each notice for the user: one line. */
  readonly onNotice?: ((line: string) => void) | undefined;
  /** Called with each fault that does not end the job: one line. Default: `onNotice`. */
  readonly onFault?: ((line: string) => void) | undefined;
}

/** Hands on notices. */
export function tell({ onNotice }: Follower, ...lines: readonly (string | readonly string[])[]): void {
  if (onNotice !== undefined) for (const line of lines.flat()) onNotice(line);
}

/** Hands on a fault. */
export function tellFault({ onNotice, onFault = onNotice }: Follower, line: string): void {
  onFault?.(line);
}
