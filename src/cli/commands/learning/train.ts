import { UsageError } from "../../../base/errors.js";
import type { TrainedModel } from "../../../jobs/learning/new-model.js";
import { type TrainModelOptions, trainModel } from "../../../jobs/learning/train-model.js";
import { commandFrom } from "../../command.js";
import { CORPUS, ID_COLUMN, SEVERAL_LABELS, UNLABELLED_PILE } from "../../options/corpus-options.js";
import { learningGroups } from "../../options/model-options.js";
import { model } from "../../options/option-rows.js";
import type { Texts } from "../../options/options.js";
import { parser, size, whole } from "../../options/parsers.js";
import { newModelOutcome } from "../../output/model-text.js";

type TrainCommandOptions = TrainModelOptions & Texts<"workers" | "parts"> & { readonly shards?: number };

/** Parses the value of `--memory`. The least, in bytes, is enough for a table of a few hundred documents. */
const memory = parser((text) => (size(text) >= 1e6 ? size(text) : undefined), "give at least 1M");

/** `thresher train`: learns in this process or by workers. */
export const newCommand = commandFrom({
  does: "Learn a model from a corpus: a folder with a folder of documents for each class.",
  takes: { "<corpus...>": `${CORPUS}; - for such a file from a pipe; or several paths, each of them a class` },
  options: {
    Options: {
      ...model("where to write the model"),
      "--memory <size>": ["the most memory, such as 500M; training stops if it needs more (default: all)", memory],
      ...UNLABELLED_PILE,
      "--keep-documents": "keep the terms and the name of each document, for thresher similar",
      "--remember": ["keep what thresher learn, unlearn and forget need", { conflicts: ["keepDocuments"] }],
      "--workers <redis>": [
        "let thresher worker count on other machines, by jobs on a Redis server: redis://[user:password@]host[:port][/queue]",
        { conflicts: ["keepDocuments", "remember", "memory"] },
      ],
      "--shards <n>": ["with --workers: how many shards, at most (default: 100)", whole(1)],
      "--parts <folder>": "with --workers: where plan and counts are kept, a folder that all machines share",
    },
    ...learningGroups(undefined, { ...ID_COLUMN, ...SEVERAL_LABELS }),
  },
  help: `A model of the same name is kept as MODEL.previous. In a Maildir, each folder is a class. Inbox, Sent, Drafts, Trash and Templates are left out, in any language, unless --include names them.

Examples:
  thresher train mail -m mail.model --preset mail
  thresher train ham.mbox spam.mbox -m mail.model --preset mail
  thresher train ~/Maildir -m mail.model --preset mail --remember --include inbox
  thresher train sorted --unlabelled pile -m my.model
  thresher train letters -m letters.model --classifier bernoulli --stop-words en --stem porter
  thresher train /mnt/mail -m mail.model --preset mail --workers redis://localhost:6379 --parts /mnt/parts`,
  shown: "model preset classifier calibrate remember workers strip include exclude json quiet",
  async run(roots: readonly string[], options: TrainCommandOptions) {
    const { workers, shards, parts, unlabelled, remember } = options;
    if (workers === undefined && (shards ?? parts) !== undefined)
      throw new UsageError(`${shards === undefined ? "--parts" : "--shards"} is for training with --workers`);
    if (workers !== undefined && parts === undefined)
      throw new UsageError("--workers needs --parts FOLDER: where all machines find plan and counts");
    const trained: TrainedModel =
      workers === undefined || parts === undefined
        ? trainModel(roots, options)
        : await (await loadWorkers()).trainByWorkers(roots, { ...options, workers, parts });
    // With documents without labels, --remember is not possible.
    const couldRemember = !remember && unlabelled === undefined && trained.couldLearn && trained.isMail;
    return newModelOutcome(
      trained,
      couldRemember ? "To let it learn more mail later, train it with --remember.\n" : "",
    );
  },
});

/** Loaded on demand: few models are made by workers. */
const loadWorkers = () => import("../../../jobs/machines/train-by-workers.js");
