import { UsageError } from "../../../base/errors.js";
import { countedBy } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { requiredModel } from "../../../jobs/configuration/config.js";
import { type Forgotten, forgetDocuments } from "../../../jobs/learning/change-model.js";
import { teachForgetting } from "../../../jobs/learning/teach-server.js";
import { commandFrom } from "../../command.js";
import { day, size } from "../../options/parsers.js";
import { sizesText, stateText } from "../../output/model-text.js";
import { CHANGING, type ChangeCommandOptions, taughtOutcome } from "./changing.js";

/** `thresher forget`. */
export const newCommand = commandFrom({
  does: "Take the oldest documents out of a model, so that it stays small and up to date.",
  options: {
    Options: {
      "--before <date>": ["forget documents older than this, such as 2024-01-31 (UTC)", (text) => day(text).getTime()],
      "--to-size <size>": ["forget the oldest until the file has at most this size, such as 5M or 800k", size],
      ...CHANGING,
    },
  },
  help: `The age of a document is its Date header field, otherwise the time of its file when it was learned. Afterwards the model is as if it had never seen the documents that it forgets.

Examples:
  thresher forget --before 2024-01-31 -m mail.model
  thresher forget --to-size 5M -m mail.model`,
  async run(options: ChangeCommandOptions & Forgotten) {
    const { before, toSize, server } = options;
    if (before === undefined && toSize === undefined) {
      throw new UsageError("forget needs --before DATE or --to-size SIZE");
    }
    if (server !== undefined) {
      if (before === undefined || toSize !== undefined)
        throw new UsageError("--to-size cannot be used with --server: give --before DATE");
      const taught = await teachForgetting(server, before);
      return taughtOutcome(taught, `${plural(taught.fates.unlearned ?? 0, "document")} forgotten`);
    }
    requiredModel(options.model);
    const { state, documents } = forgetDocuments({ before, toSize }, options);
    const forgotten = documents.map(({ digest, label, time }) => ({
      digest,
      label,
      date: time === undefined ? null : new Date(time).toISOString(),
    }));
    return {
      isDone: true,
      json: () => ({ ...state, documents: forgotten }),
      text: () => stateText(forgottenText(forgotten), state),
    };
  },
});

/** Returns text such as "12 documents forgotten (ham 8, spam 4), the newest of 2003-01-12". @param documents the oldest first */
function forgottenText(documents: readonly { readonly label: string; readonly date: string | null }[]): string {
  const sizes = [...countedBy(documents, ({ label }) => label)].sort(([a], [b]) => (a < b ? -1 : 1));
  const classes = sizesText(sizes.map(([label, documents]) => ({ label, documents })));
  const newest = documents.at(-1)?.date?.slice(0, 10);
  const until = newest === undefined ? "" : `, the newest of ${newest}`;
  return `${plural(documents.length, "document")} forgotten${classes}${until}`;
}
