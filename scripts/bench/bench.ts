import { copyFileSync, linkSync } from "node:fs";
import type { Progress } from "../../src/cli/output/progress.js";

/** Options of the benchmark. */
export interface BenchOptions {
  /** Number of rounds that count. */
  readonly repeats: number;
  readonly encoding: string;
  /** Threads of thresher; undefined for its default. */
  readonly jobs: number | undefined;
  readonly tenfold: boolean;
  readonly crossValidation: boolean;
  readonly presets: boolean;
  readonly neighbours: boolean;
  /** Whether to run `wc` and scikit-learn too. */
  readonly peers: boolean;
}

/** The corpus to measure on. */
export interface BenchCorpus {
  readonly train: Folder;
  readonly test: Folder;
}

export interface Folder {
  readonly path: string;
  readonly documents: number;
  readonly bytes: number;
}

/** The needs of each measurement. */
export interface Bench {
  readonly corpus: BenchCorpus;
  readonly options: BenchOptions;
  /** A Python with scikit-learn; undefined if there is none or it should not run. */
  readonly python: string | undefined;
  /** An empty folder that is removed at the end. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  progress(label: string, total: number): Progress;
}

/** Hard-links a file, or copies it where that fails. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, too many links, no permission: a copy works or reports the error.
    copyFileSync(from, to);
  }
}
