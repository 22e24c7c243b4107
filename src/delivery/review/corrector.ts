import { DataError, reason } from "../../base/errors.js";
import { findDigest } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { TextModel } from "../../model/text-model.js";
import type { CorrectionEntry, DecisionEntry } from "../history/history-entry.js";
import type { Lesson, Teacher } from "../learning/teacher.js";
import type { DecisionLog } from "./decision-log.js";
import { refiler } from "./file-anew.js";
import { MessageFinder } from "./message-finder.js";

/** A correction that can be taken back. */
interface Step {
  readonly row: DecisionEntry;
  /** The correction before it. */
  readonly before: CorrectionEntry | undefined;
  /** Makes the model forget it. */
  unlearn?: () => Promise<void>;
  /** Moves the message back. */
  moveBack?: () => Promise<void>;
}

/** Corrects decisions: keeps what the user says, teaches the model, and files the message anew. One at a time. */
export class Corrector {
  readonly finder: MessageFinder;
  readonly #log: DecisionLog;
  readonly #model: TextModel;
  readonly #teacher: () => Teacher;
  readonly #refile: ReturnType<typeof refiler>;
  readonly #steps: Step[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param model as it decided
   * @param teacher returns the teacher of the model, made when it is first needed, or throws a DataError
   * @param folders with messages, as real paths
   */
  constructor(log: DecisionLog, model: TextModel, teacher: () => Teacher, folders: readonly string[]) {
    this.#log = log;
    this.#model = model;
    this.#teacher = teacher;
    this.finder = new MessageFinder(log, folders);
    this.#refile = refiler(folders, model.labels);
  }

  get canTakeBack(): boolean {
    return this.#steps.length > 0;
  }

  /** Gives a decision another class, or confirms it. @returns what was done, as a sentence */
  correct(row: DecisionEntry, label: string): Promise<string> {
    return this.#inTurn(async () => {
      const before = this.#log.corrections.get(row.digest);
      const found = await this.finder.find(row);
      // First, so that nothing that follows can lose it.
      this.#keep(row, label, before?.filed);
      const step: Step = { row, before };
      this.#steps.push(step);
      if (found === undefined) return `${label}: kept. The message is gone, so the model does not learn it.`;
      const learned = await orWhy("not learned: ", async () => {
        step.unlearn = await this.#teach(label, found.bytes, before);
        return "learned";
      });
      const filed = await orWhy("not filed anew: ", async () => {
        const refiled = await this.#refile(found.path, label, row.into);
        if (refiled === undefined) return "in its folder already";
        step.moveBack = refiled.moveBack;
        this.#keep(row, label, refiled.target);
        return `filed as ${refiled.target}`;
      });
      return `${label}: ${learned}; ${filed}.`;
    });
  }

  /** Takes the last correction back. @returns the row, and what was done; undefined if there is none */
  takeBack(): Promise<{ readonly row: DecisionEntry; readonly said: string } | undefined> {
    return this.#inTurn(async () => {
      const step = this.#steps.pop();
      if (step === undefined) return undefined;
      const { row, before, unlearn, moveBack } = step;
      const moved = await orWhy("; not moved back: ", async () => (await moveBack?.()) ?? "");
      this.#keep(row, before?.correct ?? null, before?.filed);
      const unlearned = await orWhy("; not unlearned: ", async () => (await unlearn?.()) ?? "");
      return { row, said: `Taken back${unlearned}${moved}.` };
    });
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #keep({ digest }: DecisionEntry, correct: string | null, filed: string | undefined): void {
    this.#log.correct({ time: new Date().toISOString(), digest, correct, filed });
  }

  /** Teaches the model. @returns a function that takes it back */
  async #teach(label: string, bytes: Uint8Array, before: CorrectionEntry | undefined): Promise<() => Promise<void>> {
    const lesson = async (lesson: Lesson) => {
      const { fates } = await this.#teacher().teach(lesson, bytes);
      if (fates[0] === "binary") throw new DataError("it is binary");
    };
    const { known, labels } = this.#model;
    const n = known === undefined ? -1 : findDigest(known, identityOf(bytes).digest);
    const old = before?.correct ?? (n < 0 ? undefined : labels[known?.classes[n] ?? 0]);
    await lesson({ kind: "learn", label });
    return () => lesson(old === undefined ? { kind: "unlearn" } : { kind: "learn", label: old });
  }
}

/** Returns what a part of a correction says, or why it failed. Nothing else depends on it. */
async function orWhy(failed: string, run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DataError || (error instanceof Error && "code" in error)) return failed + reason(error);
    throw error;
  }
}
