import { fileStamp } from "../../documents/files/files.js";
import { loadToFilter } from "../../model/file/model-file.js";
import { type MessageAnswer, type MessageClassifier, messageClassifier } from "../filter/mail-filter.js";

/**
 * A model that follows its file: whoever asks gets the answer of what the file holds then.
 * The file is looked at before each answer, which takes microseconds, where a watch of the
 * file system may miss a change and loses a file that is replaced. One that cannot be loaded
 * changes nothing, and is tried again when it has changed.
 */
export class CurrentModel {
  /** The id of the model. */
  id: string;
  readonly #path: string;
  readonly #onChange: (fault?: unknown) => void;
  #classify: MessageClassifier;
  #seen: string;

  /**
   * @param onChange called after another model was loaded, and when one could not be, with the fault
   * @throws DataError if there is no model to begin with.
   */
  constructor(path: string, onChange: (fault?: unknown) => void) {
    this.#path = path;
    this.#onChange = onChange;
    // Before it is read: what changes in between is seen the next time.
    this.#seen = fileStamp(path);
    const loaded = loadToFilter(path);
    this.id = loaded.id;
    this.#classify = messageClassifier(loaded);
  }

  /** What the model that the file holds now says of a message. */
  answer(message: Uint8Array): MessageAnswer {
    const stamp = fileStamp(this.#path);
    if (stamp !== this.#seen) this.reload();
    return this.#classify(message);
  }

  /** Reads the file now, whether it looks changed or not. */
  reload(): void {
    // Before it is read, as in the beginning.
    this.#seen = fileStamp(this.#path);
    try {
      const loaded = loadToFilter(this.#path);
      this.id = loaded.id;
      this.#classify = messageClassifier(loaded);
    } catch (error) {
      this.#onChange(error);
      return;
    }
    this.#onChange();
  }
}
