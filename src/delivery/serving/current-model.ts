import { reasonsOf } from "../../classifiers/explain/reasons.js";
import { loadToFilter } from "../../model/file/model-file.js";
import type { MessageAnswer } from "../filter/decide.js";
import { type MessageClassifier, messageClassifier } from "../filter/mail-filter.js";
import { FollowedFile, type FollowOptions } from "./followed-file.js";

/** A model that answers and follows its file. */
export class CurrentModel extends FollowedFile<{ readonly id: string; readonly classify: MessageClassifier }> {
  /** @throws DataError if there is no model to begin with. */
  constructor(path: string, options: FollowOptions) {
    const load = () => {
      const loaded = loadToFilter(path);
      if (options.isBusy) loaded.model.expectMany();
      return { id: loaded.id, classify: messageClassifier(loaded, options.explains ? reasonsOf : undefined) };
    };
    super(path, load, options);
  }

  /** Returns the answer of the model that the file holds now. */
  answer(message: Uint8Array): MessageAnswer {
    return { ...this.latest().classify(message), file: this.path };
  }
}
