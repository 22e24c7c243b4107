import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import { exists, fileStamp, statusOf } from "../../documents/files/open-file.js";
import { ONLY_OWNER } from "../../documents/files/write-file.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { newModel } from "../../model/learning/remembering-model.js";
import type { MessageAnswer } from "../filter/decide.js";
import type { Lesson, Models, Taught, Teacher } from "../filter/teacher.js";
import { queuePath } from "../learning/change-queue.js";
import { FileTeacher, type FileTeacherOptions } from "../learning/file-teacher.js";
import { FilteringModel } from "../serving/filtering-model.js";
import { type UserPaths, userPaths } from "./user-paths.js";

/** The options of a pool of models. */
export interface ModelPoolOptions extends Required<Pick<FileTeacherOptions, "tell" | "saveEvery">> {
  /** The file of the model for users without one. It also begins the models of new users. */
  readonly fallbackPath: string;
  /** The same model in memory. */
  readonly fallback: Models;
  /** The bytes that the process may take. */
  readonly memory: number;
}

/**
 * Bytes that each model in memory takes in addition to `GROWTH` times its file. A model that learns takes twice as
 * much.
 */
const EACH = 250_000;
/** The size of a model in memory, divided by the size of its file. */
const GROWTH = 1.25;

/** Bytes of arrays that are no longer used and may be in memory: V8 frees them only when this many have gathered. */
const GARBAGE = 64e6;

/** A user's model in memory. */
interface Held {
  /** Undefined if the file cannot be used. */
  readonly model: FilteringModel | FileTeacher | undefined;
  /** The `fileStamp` of the file when it was first read. */
  readonly stamp: string;
  /** An estimate of the bytes that it takes. */
  readonly bytes: number;
}

/**
 * A model for each user, in a file each, read when it is first asked for. When the models take more bytes than the
 * process has left for them, those that were not used for the longest time leave memory. The one that was used last
 * always stays. Reading is synchronous, so no model is read twice at a time. A user without a model, or with a damaged
 * one, gets the answer of the fallback.
 *
 * A lesson is on disk before it is confirmed, as with `FileTeacher`. When a model leaves memory, its lessons are
 * written to its file first. If that fails, they stay in its queue, which is read with the model the next time.
 */
export class ModelPool implements Teacher {
  readonly #paths: UserPaths;
  readonly #options: ModelPoolOptions;
  /** By path, in the order of their last use. */
  readonly #held = new Map<string, Held>();
  /** The bytes that all models together may take. */
  readonly #room: number;
  /** The bytes that they take now. */
  #bytes = 0;
  /** The real path, to compare it with the paths of users. */
  readonly #fallbackPath: string;

  /**
   * @param pattern the paths of the models: see `userPaths`
   * @throws as `userPaths`; DataError if the process needs as much memory without any model
   */
  constructor(pattern: string, options: ModelPoolOptions) {
    this.#paths = userPaths(pattern);
    this.#options = options;
    this.#fallbackPath = realpathSync.native(options.fallbackPath);
    const { memory } = options;
    const used = process.memoryUsage.rss() + GARBAGE;
    this.#room = memory - used;
    if (this.#room > 0) return;
    const why = `without the models of users, the server needs ${megabytes(used)}`;
    throw new DataError(`cache: ${megabytes(memory)} is too little: ${why}`, { options: ["cache"] });
  }

  /**
   * Classifies a message with the model of its user, or with the fallback if it names none.
   *
   * @throws DataError if the user's name is refused: see `UserPaths.pathOf`.
   */
  async answer(message: Uint8Array, user?: string): Promise<MessageAnswer> {
    const answer = user === undefined ? undefined : await this.#modelAt(this.#paths.pathOf(user))?.answer(message);
    // A new user's model may know only one class so far.
    const isOwn = answer !== undefined && answer.ranking.length > 1;
    return isOwn ? { ...answer, isOwn } : this.#options.fallback.answer(message);
  }

  /**
   * Teaches the model of a user. The first document that is learned makes the model: a copy of the fallback if that
   * remembers its documents, otherwise an empty one with the preset `mail`.
   *
   * @throws DataError if there is no name, it is refused, or its model is the fallback; or if the lesson cannot be
   *   kept.
   */
  async teach(lesson: Lesson, document?: Uint8Array, user?: string): Promise<Taught> {
    if (user === undefined) throw new DataError("a lesson needs the name of the user whose model learns it");
    const path = this.#paths.pathOf(user);
    if (path === this.#fallbackPath) {
      throw new DataError(`a lesson for ${JSON.stringify(user)} would change ${path}, the model for users without one`);
    }
    if (!exists(path)) {
      if (lesson.kind !== "learn") return { fates: lesson.kind === "ask" ? [] : ["unknown"], classes: [] };
      this.#create(path);
    }
    let teacher = this.#held.get(path)?.model;
    if (!(teacher instanceof FileTeacher)) {
      this.#drop(path);
      teacher = this.#open(FileTeacher, path);
    }
    const taught = teacher.teach(lesson, document);
    // The model may have grown: `FileTeacher` changes it before it returns the promise.
    this.#hold(path, teacher, fileStamp(path));
    return taught;
  }

  /** Writes the lessons that wait, and drops the models from memory. Each is read again when it is next asked for. */
  clear(): void {
    for (const path of this.#held.keys()) this.#drop(path);
  }

  /** Returns the model of a file; undefined if there is none, or none that can be used. */
  #modelAt(path: string): Held["model"] {
    const stamp = fileStamp(path);
    const held = this.#held.get(path);
    // A model follows its file by itself. A file that could not be used is tried again when it has changed.
    if (held !== undefined && stamp !== "" && (held.model !== undefined || held.stamp === stamp)) {
      this.#hold(path, held.model, held.stamp);
      return held.model;
    }
    this.#drop(path);
    if (stamp === "") return undefined;
    let fault: string | undefined;
    let model: Held["model"];
    // The lessons in a queue are not in the file yet. Another process may use the queue.
    for (const kind of exists(queuePath(path)) ? [FileTeacher, FilteringModel] : [FilteringModel]) {
      try {
        model ??= this.#open<FilteringModel | FileTeacher>(kind, path);
      } catch (error) {
        fault = reason(error);
      }
    }
    const { fallbackPath, tell } = this.#options;
    if (fault !== undefined) tell(model === undefined ? `${fault}; ${fallbackPath} answers instead` : fault);
    this.#hold(path, model, stamp);
    return model;
  }

  /** Opens a model. @throws DataError if it cannot be used or, with `FileTeacher`, cannot learn */
  #open<T>(kind: new (path: string, options: FileTeacherOptions) => T, path: string): T {
    const { tell, saveEvery } = this.#options;
    return new kind(path, { tell, saveEvery, check: () => this.#paths.requireTrusted(path) });
  }

  /** Keeps a model in memory as the one that was used last, and drops others to make room for it. */
  #hold(path: string, model: Held["model"], stamp: string): void {
    const answering = EACH + GROWTH * (statusOf(path)?.size ?? 0);
    const bytes = model instanceof FileTeacher ? 2 * answering : answering;
    this.#bytes += bytes - (this.#held.get(path)?.bytes ?? 0);
    this.#held.delete(path);
    this.#held.set(path, { model, stamp, bytes });
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#room || oldest === path) break;
      this.#drop(oldest);
    }
  }

  /** Drops a model from memory, if it is there. */
  #drop(path: string): void {
    const { model, bytes = 0 } = this.#held.get(path) ?? {};
    this.#held.delete(path);
    this.#bytes -= bytes;
    if (model instanceof FileTeacher) model.stop().catch((error) => this.#options.tell(reason(error)));
  }

  /** Makes the model of a new user. */
  #create(path: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#paths.requireTrusted(dirname(path));
    const fallback = load(this.#fallbackPath);
    const first = fallback.known === undefined ? newModel({ preset: "mail" }) : fallback;
    updateModel(path, (model = first) => ({ model }));
    chmodSync(path, ONLY_OWNER);
  }
}
