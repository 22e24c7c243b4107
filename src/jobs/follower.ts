/** Callbacks of a job. A job prints nothing: without them, it is silent. */
export interface Follower {
  /** Called with each notice for the user: one line, whose names are not made safe yet. */
  readonly onNotice?: ((line: string) => void) | undefined;
}

/** Hands on notices. */
export function tell({ onNotice }: Follower, ...lines: readonly (string | readonly string[])[]): void {
  if (onNotice !== undefined) for (const line of lines.flat()) onNotice(line);
}
