import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { thresherMetered } from "../bench/commands.js";
import { type ProcessCommand, runMetered } from "../bench/run-process.js";
import type { Sides } from "./documents.js";

const PEERS = join(
  dirname(createRequire(import.meta.url).resolve("text-thresher/package.json")),
  "scripts/accuracy/peers.py",
);

/** A preset, or another program. */
export interface Contestant {
  readonly name: string;
  readonly title: string;
  readonly isPreset?: boolean;
}

/** All contestants, in the order of the table. */
export const CONTESTANTS: readonly Contestant[] = [
  { name: "fast", title: "thresher, --preset fast", isPreset: true },
  { name: "best", title: "thresher, --preset best", isPreset: true },
  { name: "multinomial", title: "scikit-learn, multinomial naive Bayes" },
  { name: "complement", title: "scikit-learn, complement naive Bayes" },
  { name: "svm", title: "scikit-learn, linear SVM on words" },
  { name: "svm-pairs", title: "scikit-learn, linear SVM on words and pairs" },
  { name: "fasttext", title: "fastText" },
  { name: "fasttext-pairs", title: "fastText, pairs, 25 epochs, rate .5" },
];

/** How a contestant did; with several labels, accuracy is the micro F1. */
export interface Figures {
  readonly accuracy: number;
  readonly macro: number;
  /** Processor time of the whole process, in seconds. */
  readonly seconds: number;
  readonly peakBytes: number;
}

/** The headings of the columns: see `figureRow`. */
export const HEADINGS = ["corpus", "", "accuracy", "macro F1", "seconds", "MB"] as const;

/** The cells of a contestant. */
export function figureRow({ title }: Contestant, { accuracy, macro, seconds, peakBytes }: Figures): string[] {
  return [title, accuracy.toFixed(3), macro.toFixed(3), seconds.toFixed(1), (peakBytes / 1e6).toFixed(0)];
}

/** Trains and tests a contestant in a process of its own. @throws DataError if it fails */
export async function playContestant(
  { name, isPreset }: Contestant,
  { train, test, multiLabel }: Sides,
  python: string,
  signal?: AbortSignal,
): Promise<Figures> {
  const several = multiLabel ? ["--multi-label"] : [];
  const command: ProcessCommand = isPreset
    ? thresherMetered("evaluate", train, "--test", test, "--preset", name, ...several, "--json", "--quiet")
    : { name, argv: [python, PEERS, name, train, test] };
  const { stdout, usage } = await runMetered(command, signal);
  const figures = { seconds: usage.userSeconds + usage.systemSeconds, peakBytes: usage.peakBytes ?? 0 };
  return { ...figuresIn(stdout), ...figures };
}

/** Reads accuracy, or micro F1 of several labels, and macro F1. */
function figuresIn(stdout: string): Pick<Figures, "accuracy" | "macro"> {
  const { accuracy, micro, macro } = JSON.parse(stdout) as {
    readonly accuracy?: number;
    readonly micro?: { readonly f1: number };
    readonly macro: number | { readonly f1: number };
  };
  return { accuracy: accuracy ?? micro?.f1 ?? Number.NaN, macro: typeof macro === "number" ? macro : macro.f1 };
}
