import { fileStamp } from "../../documents/files/open-file.js";
import type { AnswerLimits } from "../../model/limits.js";
import type { FilterOptions } from "../filter/decide.js";

/** The options of following a model file. */
export interface FollowOptions extends AnswerLimits {
  /** Tells the user something in one line. */
  readonly tell: (line: string) => void;
  /** Called when another version of the file was read. */
  readonly onChange?: (() => void) | undefined;
  /** Called before the file is read. @throws DataError if it must not be */
  readonly check?: (() => void) | undefined;
  /** For mail programs, which need a model with a class for spam: its name. Default: any model is used. */
  readonly forMail?: Pick<FilterOptions, "spam"> | undefined;
  /** Whether answers have their reasons. Default false. */
  readonly explains?: boolean | undefined;
}

/**
 * The model of a file that other programs may replace. Reading the status of the file takes microseconds. A watch of
 * the file system would lose a file that is replaced. If the new file cannot be read, the old model stays until the
 * file changes again.
 */
export class FollowedFile<T extends { readonly id: string }> {
  readonly path: string;
  readonly #load: () => T;
  readonly #options: FollowOptions;
  /** The `fileStamp` of the file when it was last read. */
  #stamp = "";
  /** The model that was read last, or put in its place. */
  current: T;

  /** @throws as `load` if there is no model to begin with. */
  constructor(path: string, load: () => T, options: FollowOptions) {
    this.path = path;
    this.#load = load;
    this.#options = options;
    this.current = this.refresh();
  }

  /** The id of the current model. */
  get id(): string {
    return this.current.id;
  }

  /** Returns the model that the file holds now. */
  latest(): T {
    if (fileStamp(this.path) !== this.#stamp) this.reload();
    return this.current;
  }

  /** Reads the file now, even if it looks unchanged, and tells of a fault. */
  reload(): void {
    try {
      this.refresh();
      this.#options.onChange?.();
    } catch (error) {
      this.#options.tell(`${(error as Error).message}; model ${this.id} stays in use`);
    }
  }

  /** Reads the file now, into `current`. @throws as `load`, and as `check` of the options. */
  refresh(): T {
    // Before the file is read, so that a change in between is noticed the next time.
    this.#stamp = fileStamp(this.path);
    this.#options.check?.();
    this.current = this.#load();
    return this.current;
  }
}
