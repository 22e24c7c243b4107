import { realpathSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { DataError, reason } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import { exists, fileStamp, statusOf } from "../../documents/files/open-file.js";
import type { MessageAnswer } from "../filter/decide.js";
import type { Lesson, Taught, Teacher } from "../filter/teacher.js";
import { queuePath } from "../learning/change-queue.js";
import { FileTeacher, type FileTeacherOptions } from "../learning/file-teacher.js";
import { FilteringModel } from "../serving/filtering-model.js";
import { RequestFault } from "../serving/protocols/protocol.js";
import { hasLessons } from "./lesson-file.js";
import { type SiteModel, UserModel } from "./user-model.js";
import { type UserPaths, userPaths } from "./user-paths.js";

/** The options of a pool of models. */
export interface ModelPoolOptions extends Required<Pick<FileTeacherOptions, "tell" | "saveEvery">> {
  /** The model for users without lessons. */
  readonly fallback: SiteModel;
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

/**
 * Bytes that are no longer used and may be in memory: V8 frees arrays only when 64 MB of them have gathered, and lessons
 * leave some more.
 */
const GARBAGE = 70e6;

/** The lessons of a user, or a whole model, which users had before version 0.3. */
type Own = UserModel | FilteringModel | FileTeacher;

/** A user's lessons or model in memory. */
interface Held {
  /** Undefined if the file cannot be used. */
  readonly model: Own | undefined;
  /** The `fileStamp` of the file when it was first read. */
  readonly stamp: string;
  /** An estimate of the bytes that it takes. */
  readonly bytes: number;
}

/**
 * The lessons of each user, in a file each, above one model for all: see `OwnAnswers`. A file is read when it is first
 * asked for. When all take more bytes than the process has left for them, those that were not used for the longest time
 * leave memory. The one that was used last always stays. Reading is synchronous, so no file is read twice at a time. A
 * user without lessons, or with a damaged file, gets the answer of the model for all.
 *
 * Before version 0.3, the file of a user was a whole model. It answers and learns as it did, as `FileTeacher`
 * does. A lesson is always on disk before it is confirmed.
 */
export class ModelPool implements Teacher {
  readonly #paths: UserPaths;
  readonly #options: ModelPoolOptions;
  /** By path, in the order of their last use. */
  readonly #held = new Map<string, Held>();
  /** The bytes that all together may take. */
  readonly #room: number;
  /** The bytes that they take now. */
  #bytes = 0;
  /** The real path, to compare it with the paths of users. */
  readonly #fallbackPath: string;

  /**
   * @param pattern the paths of the files: see `userPaths`
   * @throws as `userPaths`; DataError if the process needs as much memory without any user
   */
  constructor(pattern: string, options: ModelPoolOptions) {
    this.#paths = userPaths(pattern);
    // Files that are read in turn are short-lived; otherwise V8 lets 32 MB of them gather. Answers are as fast.
    setFlagsFromString("--semi-space-growth-factor=1");
    this.#options = options;
    this.#fallbackPath = realpathSync.native(options.fallback.path);
    const { memory } = options;
    const used = process.memoryUsage.rss() + GARBAGE;
    this.#room = memory - used;
    if (this.#room > 0) return;
    const why = `without the models of users, the server needs ${megabytes(used)}`;
    throw new DataError(`cache: ${megabytes(memory)} is too little: ${why}`, { options: ["cache"] });
  }

  /** The number of users in memory. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Classifies a message with the lessons of its user, or with the model for all if it names none.
   *
   * @throws DataError if the user's name is refused: see `UserPaths.pathOf`.
   */
  async answer(message: Uint8Array, user?: string): Promise<MessageAnswer> {
    const { fallback, tell } = this.#options;
    if (user === undefined) return fallback.answer(message);
    const path = this.#paths.pathOf(user);
    try {
      const answer = await this.#at(path, user)?.answer(message);
      // A model that a user taught from the start may know only one class so far.
      if (answer !== undefined && answer.ranking.length > 1) return { ...answer, isOwn: true, file: path };
    } catch (error) {
      tell(`${reason(error)}; ${fallback.path} answers instead`);
      this.#drop(path);
      this.#hold(path, undefined, fileStamp(path));
    }
    return fallback.answer(message);
  }

  /**
   * Teaches a user's lessons or model. The first document that is learned makes the file.
   *
   * @throws DataError if there is no name, it is refused, or its file is the model for all; or if the lesson cannot be
   *   kept.
   */
  async teach(lesson: Lesson, document?: Uint8Array, user?: string): Promise<Taught> {
    if (user === undefined) throw new RequestFault(400, "a lesson needs the name of its user");
    const path = this.#paths.pathOf(user);
    if (path === this.#fallbackPath) {
      const shown = JSON.stringify(user);
      throw new RequestFault(403, `a lesson for ${shown} would change ${path}, the model for users without one`);
    }
    if (!exists(path)) {
      // Without lessons, the classes are those of the model for all.
      if (lesson.kind === "ask") return new UserModel(path, user, this.#options.fallback).teach(lesson);
      if (lesson.kind !== "learn") return { fates: ["unknown"], classes: [] };
      this.#paths.requireTrusted(path);
    }
    let own = this.#held.get(path)?.model;
    if (own === undefined || own instanceof FilteringModel) {
      this.#drop(path);
      own = this.#lessons(path, user) ?? new FileTeacher(path, this.#wholeOptions(path));
    }
    // Kept at once, also if the lesson fails, because a whole model holds the lock of its queue.
    const taught = own.teach(lesson, document);
    this.#hold(path, own, fileStamp(path));
    return taught;
  }

  /** Writes the lessons that wait, and drops all users from memory. Each is read again when it is next asked for. */
  clear(): void {
    for (const path of this.#held.keys()) this.#drop(path);
  }

  /** Returns what the file of a user has; undefined if there is none, or none that can be used. */
  #at(path: string, user: string): Own | undefined {
    const stamp = fileStamp(path);
    const held = this.#held.get(path);
    // What is held follows its file by itself. A file that could not be used is tried again when it has changed.
    if (held !== undefined && stamp !== "" && (held.model !== undefined || held.stamp === stamp)) {
      this.#hold(path, held.model, held.stamp);
      return held.model;
    }
    this.#drop(path);
    if (stamp === "") return undefined;
    let fault: string | undefined;
    let model: Own | undefined;
    // The lessons in the queue of a whole model are not in the file yet. Another process may use the queue.
    for (const kind of exists(queuePath(path)) ? [FileTeacher, FilteringModel] : [FilteringModel]) {
      try {
        model ??= this.#lessons(path, user) ?? new kind(path, this.#wholeOptions(path));
      } catch (error) {
        fault = reason(error);
      }
    }
    const { fallback, tell } = this.#options;
    if (fault !== undefined) tell(model === undefined ? `${fault}; ${fallback.path} answers instead` : fault);
    this.#hold(path, model, stamp);
    return model;
  }

  /** Opens the lessons of a user; undefined if the file is a whole model. @throws DataError if it cannot be used */
  #lessons(path: string, user: string): UserModel | undefined {
    this.#paths.requireTrusted(path);
    return exists(path) && !hasLessons(path) ? undefined : new UserModel(path, user, this.#options.fallback);
  }

  /** Returns the options of a whole model. */
  #wholeOptions(path: string): FileTeacherOptions {
    const { tell, saveEvery } = this.#options;
    return { tell, saveEvery, check: () => this.#paths.requireTrusted(path) };
  }

  /** Keeps a user in memory as the one that was used last, and drops others to make room. */
  #hold(path: string, model: Own | undefined, stamp: string): void {
    const answering = EACH + GROWTH * (statusOf(path)?.size ?? 0);
    const whole = model instanceof FileTeacher ? 2 * answering : answering;
    const bytes = model instanceof UserModel ? model.bytes : whole;
    this.#bytes += bytes - (this.#held.get(path)?.bytes ?? 0);
    this.#held.delete(path);
    this.#held.set(path, { model, stamp, bytes });
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#room || oldest === path) break;
      this.#drop(oldest);
    }
  }

  /** Drops a user from memory, if it is there. */
  #drop(path: string): void {
    const { model, bytes = 0 } = this.#held.get(path) ?? {};
    this.#held.delete(path);
    this.#bytes -= bytes;
    if (model instanceof FileTeacher) model.stop().catch((error) => this.#options.tell(reason(error)));
  }
}
