import type { Progress } from "../../src/cli/progress.js";

/** What the user chose. */
export interface BenchOptions {
  /** How many rounds are counted. */
  readonly repeats: number;
  readonly encoding: string;
  /** Threads of thresher; undefined: its own default. */
  readonly jobs: number | undefined;
  readonly tenfold: boolean;
  readonly crossValidation: boolean;
  readonly presets: boolean;
  readonly neighbours: boolean;
  /** Whether `wc` and scikit-learn run, too. */
  readonly peers: boolean;
}

/** The corpus that everything is measured on. */
export interface BenchCorpus {
  readonly train: Folder;
  readonly test: Folder;
}

export interface Folder {
  readonly path: string;
  readonly documents: number;
  readonly bytes: number;
}

/** What each measurement needs. */
export interface Bench {
  readonly corpus: BenchCorpus;
  readonly options: BenchOptions;
  /** The Python that has scikit-learn; undefined: there is none, or it should not run. */
  readonly python: string | undefined;
  /** An empty folder, removed in the end. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  progress(label: string, total: number): Progress;
}
