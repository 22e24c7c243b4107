import { DataError, reason } from "../../base/errors.js";
import { findDigest } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { TextModel } from "../../model/text-model.js";
import type { CorrectionEntry } from "../history/history-entry.js";
import type { Lesson, Teacher } from "../learning/teacher.js";
import type { DecisionLog, DecisionRow } from "./decision-log.js";
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
  readonly row: DecisionRow;
  /** The correction before it. */
  readonly before: CorrectionEntry | undefined;
  readonly lesson?: { readonly back: Lesson; readonly bytes: Uint8Array };
  /** The folder in which the message was filed anew. */
  readonly folder?: string | undefined;
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
  correct(row: DecisionRow, label: string): Promise<string> {
    return this.#inTurn(() => this.#correct(row, label));
  }

  /** Takes the last correction back. @returns the row, and what was done; undefined if there is none */
  takeBack(): Promise<{ readonly row: DecisionRow; readonly said: string } | undefined> {
    return this.#inTurn(() => this.#takeBack());
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #correct(row: DecisionRow, label: string): Promise<string> {
    const { digest } = row;
    const before = this.#log.corrections.get(digest);
    const entry = this.#log.entry(row);
    const found = await this.finder.find(entry, before?.filed);
    const correction = { time: new Date().toISOString(), digest, correct: label };
    // First, so that nothing that follows can lose it.
    this.#log.correct({ ...correction, filed: before?.filed });
    if (found === undefined) {
      this.#steps.push({ row, before });
      return `${label}: kept. The message is gone, so the model does not learn it.`;
    }
    const { path, bytes } = found;
    const taught = await orWhy(() => this.#teach(label, bytes, before?.correct ?? undefined));
    const filed = await orWhy(() => this.#refiling.file(path, label, entry.into));
    const { outcome, target, folder, why } = typeof filed === "object" ? filed : { why: filed };
    if (outcome === "filed") this.#log.correct({ ...correction, filed: target });
    const lesson = typeof taught === "object" ? { lesson: { back: taught, bytes } } : {};
    this.#steps.push({ row, before, ...lesson, folder: outcome === "filed" ? folder : undefined });
    const learned = typeof taught === "object" ? "learned" : `not learned: ${taught}`;
    const place =
      outcome === "filed" ? `filed as ${target}` : outcome === "there" ? "in its folder already" : undefined;
    return `${label}: ${learned}; ${place ?? `not filed anew: ${why ?? "name its folder with --in"}`}.`;
  }

  async #takeBack(): Promise<{ readonly row: DecisionRow; readonly said: string } | undefined> {
    const step = this.#steps.pop();
    if (step === undefined) return undefined;
    const { row, before, lesson, folder } = step;
    const time = new Date().toISOString();
    const { correct = null, filed } = before ?? {};
    const stays = folder === undefined ? undefined : await orWhy(() => this.#refiling.takeBack(folder));
    this.#log.correct({ time, digest: row.digest, correct, filed });
    const why = lesson && (await orWhy(async () => void (await this.#lesson(lesson.back, lesson.bytes))));
    const faults = [
      why === undefined ? "" : `not unlearned: ${why}`,
      stays === undefined ? "" : `not moved back: ${stays}`,
    ];
    return { row, said: `${["Taken back", ...faults.filter((fault) => fault !== "")].join("; ")}.` };
  }

  /** Teaches the model. @param before the class that it was taught before @returns the lesson that takes it back */
  async #teach(label: string, bytes: Uint8Array, before: string | undefined): Promise<Lesson> {
    const { known, labels } = this.#model.model;
    const n = known === undefined ? -1 : findDigest(known, identityOf(bytes).digest);
    const old = before ?? (n < 0 ? undefined : labels[known?.classes[n] ?? 0]);
    await this.#lesson({ kind: "learn", label }, bytes);
    return old === undefined ? { kind: "unlearn" } : { kind: "learn", label: old };
  }

  async #lesson(lesson: Lesson, bytes: Uint8Array): Promise<void> {
    const { teacher } = this.#model;
    if (teacher === undefined) throw new DataError("this model cannot learn");
    const { fates } = await teacher().teach(lesson, bytes);
    if (fates[0] === "binary") throw new DataError("it is binary");
  }
}

/** Returns the result, or the reason why there is none: nothing else depends on this part of a correction. */
async function orWhy<T>(run: () => Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DataError || (error instanceof Error && "code" in error)) return reason(error);
    throw error;
  }
}
