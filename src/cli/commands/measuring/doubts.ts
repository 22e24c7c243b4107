import { type ListDoubtsOptions, listDoubts } from "../../../jobs/measuring/list-doubts.js";
import { doubtsText } from "../../../reports/doubts/doubts-text.js";
import { commandFrom } from "../../command.js";
import { CORPUS, ID_COLUMN } from "../../options/corpus-options.js";
import { learningGroups, ONE_METHOD } from "../../options/model-options.js";
import { whole } from "../../options/parsers.js";

/** `thresher doubts`. */
export const newCommand = commandFrom({
  does: "Find likely label errors: documents that look misfiled.",
  takes: { "<corpus>": CORPUS },
  options: {
    Options: {
      "--top <n>": ["show the n that look most misfiled; 0 shows all", whole(0), { default: 20 }],
    },
    Protocol: {
      "--folds <k>": ["judge each document by a model of the other k - 1 folds", whole(2), { default: 10 }],
    },
    ...learningGroups(ONE_METHOD, ID_COLUMN),
  },
  help: `Every document is judged by a model that was not trained on it. Nothing is moved: look at the documents, and move those that are misfiled yourself.

Examples:
  thresher doubts mail
  thresher doubts news --encoding latin1 --top 50 --json`,
  shown: "top folds classifier preset include exclude json quiet",
  run(root: string, options: ListDoubtsOptions) {
    const found = listDoubts(root, options);
    return { isDone: true, json: () => found, text: (style: object) => doubtsText(found, style) };
  },
});
