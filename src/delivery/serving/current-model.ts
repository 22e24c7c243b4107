import { fileStamp } from "../../documents/files/files.js";
import { loadToFilter } from "../../model/file/model-file.js";
import { type MessageAnswer, type MessageClassifier, messageClassifier } from "../filter/mail-filter.js";

/**
 * A model that follows its file. Before each answer it checks whether the file has changed, which takes
 * microseconds; a watch of the file system would lose a file that is replaced. If the new file cannot be
 * loaded, the old model stays until the file changes again.
 */
export class CurrentModel {
  readonly #path: string;
  readonly #onChange: (fault?: unknown) => void;
  #model: { readonly id: string; readonly classify: MessageClassifier };
  #stamp = "";

  /**
   * @param onChange called after another model was loaded, or with the fault if it could not be
   * @throws DataError if there is no model to begin with.
   */
  constructor(path: string, onChange: (fault?: unknown) => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#model = this.#loaded();
  }

  /** The id of the model. */
  get id(): string {
    return this.#model.id;
  }

  /** The answer of the model that the file holds now. */
  answer(message: Uint8Array): MessageAnswer {
    if (fileStamp(this.#path) !== this.#stamp) this.reload();
    return this.#model.classify(message);
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  /** Reads the file now, even if it looks unchanged. */
  reload(): void {
    try {
      this.#model = this.#loaded();
    } catch (error) {
      this.#onChange(error);
      return;
    }
    this.#onChange();
  }

  #loaded(): { readonly id: string; readonly classify: MessageClassifier } {
    // Before the file is read, so that a change in between is noticed the next time.
    this.#stamp = fileStamp(this.#path);
    const loaded = loadToFilter(this.#path);
    return { id: loaded.id, classify: messageClassifier(loaded) };
  }
}
