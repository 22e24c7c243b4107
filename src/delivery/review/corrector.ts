import { DataError, reason } from "../../base/errors.js";
import { findDigest } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { TextModel } from "../../model/text-model.js";
import type { CorrectionEntry, DecisionEntry } from "../history/history-entry.js";
import type { Lesson, Teacher } from "../learning/teacher.js";
import type { DecisionLog } from "./decision-log.js";
import { Refiling } from "./file-anew.js";
import { MessageFinder } from "./message-finder.js";

/** The model that is corrected. */
export interface CorrectedModel {
  readonly model: TextModel;
  /** Returns the teacher of the model, made when it is first needed. Undefined if the model cannot learn. */
  readonly teacher: (() => Teacher) | undefined;
}

/** A correction that can be taken back. */
interface Step {
  readonly row: DecisionEntry;
  /** The correction before it. */
  readonly before: CorrectionEntry | undefined;
  /** Makes the model forget it. */
  unlearn?: () => Promise<void>;
  /** The folder in which the message was filed anew. */
  folder?: string;
}

/** Corrects decisions: keeps what the user says, teaches the model, and files the message anew. One at a time. */
export class Corrector {
  readonly finder: MessageFinder;
  readonly #log: DecisionLog;
  readonly #model: CorrectedModel;
  readonly #refiling: Refiling;
  readonly #steps: Step[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** @param folders with messages, as real paths */
  constructor(log: DecisionLog, model: CorrectedModel, folders: readonly string[]) {
    this.#log = log;
    this.#model = model;
    this.finder = new MessageFinder(folders);
    this.#refiling = new Refiling(folders, model.model.labels);
  }

  get canTakeBack(): boolean {
    return this.#steps.length > 0;
  }

  /** Gives a decision another class, or confirms it. @returns what was done, as a sentence */
  correct(row: DecisionEntry, label: string): Promise<string> {
    return this.#inTurn(() => this.#correct(row, label));
  }

  /** Takes the last correction back. @returns the row, and what was done; undefined if there is none */
  takeBack(): Promise<{ readonly row: DecisionEntry; readonly said: string } | undefined> {
    return this.#inTurn(() => this.#takeBack());
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #correct(row: DecisionEntry, label: string): Promise<string> {
    const { digest } = row;
    const before = this.#log.corrections.get(digest);
    const found = await this.finder.find(row, before?.filed);
    const correction = { time: new Date().toISOString(), digest, correct: label };
    // First, so that nothing that follows can lose it.
    this.#log.correct({ ...correction, filed: before?.filed });
    const step: Step = { row, before };
    this.#steps.push(step);
    if (found === undefined) return `${label}: kept. The message is gone, so the model does not learn it.`;
    const { path, bytes } = found;
    const notLearned = await whyNot(async () => {
      step.unlearn = await this.#teach(label, bytes, before?.correct ?? undefined);
    });
    let place = "in its folder already";
    const notFiled = await whyNot(async () => {
      const { folder, target } = await this.#refiling.file(path, label, row.into);
      if (target === undefined) return;
      step.folder = folder;
      place = `filed as ${target}`;
      this.#log.correct({ ...correction, filed: target });
    });
    const learned = notLearned === undefined ? "learned" : `not learned: ${notLearned}`;
    return `${label}: ${learned}; ${notFiled === undefined ? place : `not filed anew: ${notFiled}`}.`;
  }

  async #takeBack(): Promise<{ readonly row: DecisionEntry; readonly said: string } | undefined> {
    const step = this.#steps.pop();
    if (step === undefined) return undefined;
    const { row, before, unlearn, folder } = step;
    const { correct = null, filed } = before ?? {};
    const stays = folder === undefined ? undefined : await whyNot(() => this.#refiling.takeBack(folder));
    this.#log.correct({ time: new Date().toISOString(), digest: row.digest, correct, filed });
    const why = unlearn && (await whyNot(unlearn));
    const faults = `${why ? `; not unlearned: ${why}` : ""}${stays ? `; not moved back: ${stays}` : ""}`;
    return { row, said: `Taken back${faults}.` };
  }

  /** Teaches the model. @param before the class that it was taught before @returns a function that takes it back */
  async #teach(label: string, bytes: Uint8Array, before: string | undefined): Promise<() => Promise<void>> {
    const { known, labels } = this.#model.model;
    const n = known === undefined ? -1 : findDigest(known, identityOf(bytes).digest);
    const old = before ?? (n < 0 ? undefined : labels[known?.classes[n] ?? 0]);
    await this.#lesson({ kind: "learn", label }, bytes);
    return () => this.#lesson(old === undefined ? { kind: "unlearn" } : { kind: "learn", label: old }, bytes);
  }

  async #lesson(lesson: Lesson, bytes: Uint8Array): Promise<void> {
    const { teacher } = this.#model;
    if (teacher === undefined) throw new DataError("this model cannot learn");
    const { fates } = await teacher().teach(lesson, bytes);
    if (fates[0] === "binary") throw new DataError("it is binary");
  }
}

/** Returns why something failed; undefined if it did not. Nothing else depends on this part of a correction. */
async function whyNot(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof DataError || (error instanceof Error && "code" in error)) return reason(error);
    throw error;
  }
}
