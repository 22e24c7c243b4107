import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { FaultTeller } from "../../base/fault-teller.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { IncrementalModel } from "../../model/learning/incremental-model.js";
import { makeChange, type SharedChange } from "../../model/learning/shared-change.js";
import type { TextModel } from "../../model/text-model.js";
import type { MessageAnswer } from "../filter/decide.js";
import { FollowedFile, type FollowOptions } from "../serving/followed-file.js";
import { ChangeQueue, queuePath } from "./change-queue.js";
import { LocalTeacher } from "./local-teacher.js";
import type { TaughtFate } from "./teacher.js";

/** The options of following and writing a model file. */
export interface FileTeacherOptions extends FollowOptions {
  /** Milliseconds between a change and writing the file. Default 30 s. */
  readonly saveEvery?: number;
}

/** If the waiting changes have more bytes than this, they are written to the model file at once. */
const MAX_WAITING_BYTES = 2 ** 24;

/**
 * The model of a file, in memory. A change goes to a queue on disk, then into the model in memory. The changes of the
 * queue are written to the model file together. Other programs may change the file, too: the changes of the queue are
 * then made again in the new model. Making a change twice has no effect, so no change is lost or counts twice if the
 * process is killed at any moment.
 */
export class FileTeacher extends LocalTeacher {
  readonly #path: string;
  readonly #options: FileTeacherOptions;
  readonly #queue: ChangeQueue;
  readonly #file: FollowedFile<{ readonly model: IncrementalModel; readonly id: string }>;
  readonly #faults: FaultTeller;
  #timer: NodeJS.Timeout | undefined;
  /** The id of the model in the file. */
  #saved = "";

  /** @throws DataError if the model cannot be read or cannot learn, or its queue cannot be used. */
  constructor(path: string, options: FileTeacherOptions) {
    super();
    this.explains = options.explains ?? false;
    this.#path = path;
    this.#options = options;
    const lineOf = (fault: string) => `${fault}; changes wait in ${queuePath(path)}`;
    this.#faults = new FaultTeller(options.tell, `${path}: written again`, lineOf);
    this.#queue = new ChangeQueue(path, options.tell);
    try {
      this.#file = new FollowedFile(path, () => this.#loaded(), options);
    } catch (error) {
      this.#queue.close(false);
      throw error;
    }
    if (this.#queue.length > 0) this.#saveSoon();
  }

  get id(): string {
    return this.#file.id;
  }

  protected override get source() {
    return { file: this.#path, saved: this.#saved };
  }

  protected get model(): IncrementalModel {
    return this.#file.current.model;
  }

  override answer(message: Uint8Array): MessageAnswer {
    this.#file.latest();
    return super.answer(message);
  }

  /** Reads the file now, even if it looks unchanged. */
  reload(): void {
    this.#file.reload();
  }

  /** Writes the changes that wait. If that fails, they stay in the queue. */
  async stop(): Promise<void> {
    this.#save();
    clearTimeout(this.#timer);
    this.#queue.close(false);
  }

  /** Puts a change into the queue on disk, and makes it in the model in memory. */
  protected async take(change: SharedChange): Promise<TaughtFate> {
    const { model, id } = this.#file.latest();
    this.#queue.add(change);
    const fate = makeChange(model, change);
    if (fate !== "known" && fate !== "unknown") this.#file.current = { model, id: nextId(id, change) };
    if (this.#queue.bytes > MAX_WAITING_BYTES) this.#save();
    else this.#saveSoon();
    return fate;
  }

  /** Returns the model of the file with the changes that wait. */
  #loaded(): { readonly model: IncrementalModel; readonly id: string } {
    const { model, id } = loadIdentified(this.#path);
    this.#saved = id;
    const changes = this.#queue.first();
    return { model: this.#changed(model, changes), id: changes.reduce(nextId, id) };
  }

  /** Makes changes in a model that was loaded. */
  #changed(model: TextModel, changes: readonly SharedChange[]): IncrementalModel {
    const changed = new IncrementalModel(model);
    for (const change of changes) makeChange(changed, change);
    return changed;
  }

  /** Writes the changes that wait after a while, unless that is planned already. */
  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.#save(), this.#options.saveEvery ?? 30_000);
  }

  /** Writes the changes that wait into the model file. If that fails, tells the user and tries again later. */
  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    try {
      const change = (model: TextModel | undefined) => {
        if (model === undefined) throw new DataError(`${this.#path}: the model is gone`);
        return { model: this.#changed(model, this.#queue.first()).model() };
      };
      // Waits only one second for the lock, because all clients wait meanwhile. Another attempt follows.
      updateModel(this.#path, change, { wait: 1 });
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
function nextId(id: string, { kind, digest, label }: SharedChange): string {
  return createHash("sha1").update(`${id}:${kind}:${label}:`).update(digest).digest("hex").slice(0, 8);
}
