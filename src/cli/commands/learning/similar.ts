import { similarPaths } from "../../../jobs/explaining/similar-paths.js";
import { commandFrom } from "../../command.js";
import { FOLDERS, PATHS } from "../../options/file-options.js";
import { model } from "../../options/option-rows.js";
import { whole } from "../../options/parsers.js";

/** `thresher similar`. */
export const newCommand = commandFrom({
  does: "Show the known documents most similar to each document, and the terms they share.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...model("a model that keeps its documents"),
      "--top <n>": ["how many documents to show", whole(1), { default: 10 }],
      "--terms <n>": ["how many terms to show of each", whole(0), { default: 5 }],
    },
    Folders: FOLDERS,
  },
  help: `Similarity is the cosine of the weighted terms, in which rare terms count more: 0 for no common term, 1 for a copy. A model keeps its documents if it was trained with --keep-documents, or with --classifier nearest-neighbours or locally-weighted.

Examples:
  thresher similar -m mail.model letter.txt
  thresher similar -m mail.model inbox --top 1 --json`,
  run: similarPaths,
});
