import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { type FaultTeller, faultTeller } from "../../base/fault-teller.js";
import { secondsOf } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { countedBytes, type DocumentChange, makeChange } from "../../model/learning/document-change.js";
import { forget } from "../../model/learning/forget.js";
import { type Fate, Learner } from "../../model/learning/learner.js";
import { type LimitedModel, type LimitTest, limitTest } from "../../model/limits.js";
import type { TextModel } from "../../model/text-model.js";
import { type MessageAnswer, requireSpam } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import type { Lesson, Taught, Teacher } from "../filter/teacher.js";
import { FollowedFile, type FollowOptions } from "../serving/followed-file.js";
import { ChangeQueue, queuePath } from "./change-queue.js";

/** The options of following and writing a model file. */
export interface FileTeacherOptions extends FollowOptions {
  /** Milliseconds between a change and writing the file. Default 30 s. */
  readonly saveEvery?: number;
}

/** A model that learns, its id, and the test of its answers, if there is a limit. */
interface Loaded {
  readonly model: Learner;
  readonly id: string;
  readonly test: LimitTest | undefined;
}

/** The document of a lesson without one, and the counts of a change without them. */
const NOTHING = new Uint8Array(0);
/** If the waiting changes have more bytes than this, they are written to the model file at once. */
const MAX_WAITING_BYTES = 2 ** 24;

/**
 * The model of a file, in memory. Each lesson becomes changes of the model. A change goes to a queue on disk, then into
 * the model in memory. The changes of the queue are written to the model file together. Other programs may change the
 * file, too: the changes of the queue are then made again in the new model. Making a change twice has no effect, so no
 * change is lost or counts twice if the process is killed at any moment.
 */
export class FileTeacher implements Teacher {
  readonly path: string;
  readonly #options: FileTeacherOptions;
  readonly #queue: ChangeQueue;
  readonly #file: FollowedFile<Loaded>;
  readonly #faults: FaultTeller;
  #timer: NodeJS.Timeout | undefined;
  /** The id of the model in the file. */
  #saved = "";

  /** @throws DataError if the model cannot be read or cannot learn, or its queue cannot be used. */
  constructor(path: string, options: FileTeacherOptions) {
    this.path = path;
    this.#options = options;
    const lineOf = (fault: string) => `${fault}; changes wait in ${queuePath(path)}`;
    this.#faults = faultTeller(options.tell, `${path}: written again`, lineOf);
    this.#queue = new ChangeQueue(path);
    try {
      this.#file = new FollowedFile(path, () => this.#load(path), options);
    } catch (error) {
      this.#queue.close();
      throw error;
    }
    if (this.#queue.changes.length > 0) this.#saveSoon();
  }

  /** Eight hexadecimal digits: the same for the same model. */
  get id(): string {
    return this.#file.id;
  }

  /** The number of changes that are on disk, but not yet in the file of the model. */
  get waiting(): number {
    return this.#queue.changes.length;
  }

  /** Returns the model with all lessons. */
  site(): LimitedModel {
    const { model, id, test } = this.#file.latest();
    return { model: model.model(), id, test };
  }

  /** Classifies a message. */
  answer(message: Uint8Array): MessageAnswer {
    const { model, id, test } = this.#file.latest();
    const document = model.read(classifiedBytes(message));
    const answer = model.classifyRead(document);
    const { ranking, logOdds } = answer;
    const isUnsure = test && test(answer) !== undefined;
    const reasons = this.#options.explains ? model.grounds(document) : undefined;
    const source = { model: id, file: this.path, saved: this.#saved };
    return { ranking, logOdds, ...source, knowsWords: model.knowsWords(document), isUnsure, reasons };
  }

  /** Carries out a lesson. A binary document is not learned. */
  async teach(lesson: Lesson, document: Uint8Array = NOTHING): Promise<Taught> {
    const changes = this.#changesOf(lesson, document);
    const fates = changes?.map((change) => this.#take(change)) ?? ["binary" as const];
    return { fates, classes: this.#file.current.model.classes };
  }

  /** Reads the file now, even if it looks unchanged. */
  reload(): void {
    this.#file.reload();
  }

  /** Writes the changes that wait. If that fails, they stay in the queue. */
  async stop(): Promise<void> {
    this.#save();
    clearTimeout(this.#timer);
    this.#queue.close();
  }

  /** Puts a change into the queue on disk, and makes it in the model in memory. */
  #take(change: DocumentChange): Fate {
    const { model, id, test } = this.#file.current;
    this.#queue.add(change);
    const fate = makeChange(model, change);
    if (fate !== "known" && fate !== "unknown") this.#file.current = { model, id: nextId(id, change), test };
    if (this.#queue.bytes > MAX_WAITING_BYTES) this.#save();
    else this.#saveSoon();
    return fate;
  }

  /** Returns the changes of a lesson; undefined for a binary document, which is not learned. */
  #changesOf(lesson: Lesson, document: Uint8Array): DocumentChange[] | undefined {
    const { model } = this.#file.latest();
    if (lesson.kind === "ask") return [];
    const withoutCounts = { kind: lesson.kind, label: "", counted: NOTHING };
    if (lesson.kind === "forget") {
      const { documents } = forget(model.model(), { before: lesson.before });
      return documents.map(({ digest }) => ({ ...withoutCounts, digest: Buffer.from(digest, "hex") }));
    }
    const { digest, time } = identityOf(document);
    if (lesson.kind === "unlearn") return [{ ...withoutCounts, digest }];
    const { label } = lesson;
    if (lesson.kind === "relabel") return [{ ...withoutCounts, digest, label }];
    const read = model.read(document);
    if (read.isBinary) return undefined;
    const counted = countedBytes({ seconds: secondsOf(time ?? lesson.time) }, read);
    return [{ kind: "learn", digest, label, counted }];
  }

  /** Returns the model of the file with the changes that wait. */
  #load(path: string): Loaded {
    const { model, id } = loadIdentified(path);
    const { forMail } = this.#options;
    if (forMail !== undefined) requireSpam(model.labels, forMail);
    this.#saved = id;
    const changes = this.#queue.changes;
    // Few lessons change little, so the limit is that of the file until it is read again.
    const test = limitTest(model, this.#options, this.#options.tell);
    return { model: this.#withChanges(model, changes), id: changes.reduce(nextId, id), test };
  }

  /** Returns a loaded model with changes made in it. */
  #withChanges(model: TextModel, changes: readonly DocumentChange[]): Learner {
    const changed = new Learner(model);
    for (const change of changes) makeChange(changed, change);
    return changed;
  }

  /** Plans to write the changes that wait, unless that is planned already. */
  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.#save(), this.#options.saveEvery ?? 30_000);
  }

  /** Writes the changes that wait into the model file. If that fails, tells the user and tries again later. */
  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.changes.length === 0) return;
    const { path } = this;
    try {
      const change = (model: TextModel | undefined) => {
        if (model === undefined) throw new DataError(`${path}: the model is gone`);
        return { model: this.#withChanges(model, this.#queue.changes).model() };
      };
      // Waits only one second for the lock, because all clients wait meanwhile. Another attempt follows.
      updateModel(path, change, { wait: 1 });
      this.#queue.clear();
      this.#file.refresh();
      this.#faults.end();
    } catch (error) {
      this.#faults.tell((error as Error).message);
      this.#saveSoon();
    }
  }
}

/** Returns the id of a model after a change: eight digits that depend on all changes so far. */
function nextId(id: string, { kind, digest, label }: DocumentChange): string {
  return createHash("sha1").update(`${id}:${kind}:${label}:`).update(digest).digest("hex").slice(0, 8);
}
