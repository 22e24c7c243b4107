import { join } from "node:path";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { save } from "../../src/model/file/save-model.js";

import { type TrainingOptions, train } from "../../src/model/training.js";
import { folderWith, temporaryFolder, twoClasses } from "./folder.js";

/** Makes a model of two classes of a few documents each, without the command. Returns the path of its file. */
export function trainedModel(options: TrainingOptions = {}, path = join(temporaryFolder(), "mail.model")): string {
  save(train(openCorpus(folderWith(twoClasses())), options), path);
  return path;
}
