import { type Following, followed } from "../base/following.js";

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

/** Yields documents, and reports after each how many of the files are done. @param files the number of files */
export function* readDocuments<T extends { readonly done: number }>(
  follower: Follower,
  files: number,
  documents: Iterable<T>,
  phase: "reading" | "classifying" = "reading",
): Generator<T> {
  const report = followed(follower, phase, files);
  for (const document of documents) {
    yield document;
    report(document.done);
  }
}
