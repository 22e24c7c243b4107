import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { optionName, settingValue } from "../../../base/option-names.js";
import type { InputOptions } from "../../../jobs/inputs/inputs.js";
import { DOCUMENT_FORMS } from "../../../mail/news.js";
import { learn } from "../../../model/learning/learn.js";
import { newModel } from "../../../model/learning/remembering-model.js";
import { PRESET_NAMES, type TrainOptions } from "../../../model/options.js";
import { PRESETS } from "../../../model/presets.js";
import { type Settings, settingsFrom } from "../../../model/settings.js";
import { type ChangeOptions, changeModel, withChangeOptions } from "../../input/change-model.js";
import { documentsToLearn } from "../../input/documents-to-learn.js";
import { Inputs, withInputs } from "../../input/inputs.js";
import { className, requireLabel, withNewClass } from "../../input/label-argument.js";
import { teachDocuments } from "../../input/teaching.js";
import { withHelp } from "../../options/help.js";
import { pick, withCommonOptions, withOptions } from "../../options/options.js";
import { fraction } from "../../options/parsers.js";
import { MAX_CHANGES, withEach } from "../../output/document-lines.js";
import { printLearning } from "../../output/learning-outcome.js";
import { isOpen, lookedAt } from "../../output/mail-notice.js";
import { tell } from "../../output/notices.js";

type LearnCommandOptions = ChangeOptions &
  InputOptions &
  NewModelOptions & { readonly trainOnError?: boolean; readonly unsureBelow?: number };

/** The options of a new model. */
type NewModelOptions = Pick<TrainOptions, "preset" | "as">;

/** Makes the command `thresher learn`. */
export function newCommand(): Command {
  const command = new Command("learn")
    .description("Learn more documents of one class without training again; makes the model if there is none.")
    .argument("<label>", "the class of the documents", className)
    .action(run);
  withOptions(command, "Options", {
    "--train-on-error": "learn only documents that the model puts into another class",
    "--unsure-below <p>": [
      "with --train-on-error, also learn documents whose class is less probable than this (default: 0)",
      fraction,
    ],
  });
  withOptions(command, "A new model", {
    "--preset <name>": ["its settings (default: mail for mail, otherwise lecture)", PRESET_NAMES],
    "--as <form>": ["how it reads documents (default: found out from the first ones)", DOCUMENT_FORMS],
  });
  return withHelp(
    withCommonOptions(withInputs(withEach(withChangeOptions(withNewClass(command)), MAX_CHANGES))),
    `The model becomes the one that training on all its documents would give. A
document is counted once; if it is known under another class, it gets the new
class. Two copies of a message are one document: Message-ID, Date, From and body
decide, and fields that were added on the way do not.

Only naive Bayes models can learn, and only if they remember their documents:
made by learn, or by train --remember, which takes all options of a model. The
model before the change is kept as MODEL.previous: rename it
to undo the change.

Examples:
  thresher learn spam junk.mbox -m mail.model --preset mail
  thresher learn spam junk.eml -m mail.model
  thresher learn ham Maildir/cur -m mail.model --train-on-error --unsure-below 0.9
  thresher learn spam - -m mail.model < message
  thresher learn spam junk.eml --server /run/thresher/socket.learn`,
    ["model", "server", "train-on-error", "dry-run", "preset", "each", "include", "exclude", "new-class", "quiet"],
  );
}

/** Learns documents into a model, a new model or a server, and prints what became of each. */
async function run(label: string, paths: readonly string[], options: LearnCommandOptions): Promise<void> {
  const { trainOnError, unsureBelow: margin, server } = options;
  if (margin !== undefined && !trainOnError) throw new UsageError("--unsure-below needs --train-on-error");
  const chosen: NewModelOptions = pick(options, ["preset", "as"]);
  const settings = settingsFrom(chosen);
  const inputs = new Inputs(paths, options);
  // Refuses a label that is likely a mistake: a file, or nearly the name of another class.
  const requireSound = (labels?: readonly string[]) => requireLabel("learn", label, paths, options, labels);
  if (server !== undefined) {
    if (trainOnError || Object.keys(chosen).length > 0) {
      throw new UsageError(
        "--server: the model of a server keeps its settings and learns every document: leave out the other options",
      );
    }
    return teachDocuments(server, inputs, options, ({ time }) => ({ kind: "learn", label, time }), requireSound);
  }
  const learnOptions = { trainOnError, margin };
  const learning = changeModel(options, (before) => {
    requireSound(before?.labels);
    const documents = documentsToLearn(inputs.readAs(before), label, options);
    if (before !== undefined) {
      requireSame(chosen, settings, before.settings);
      return learn(before, documents, learnOptions);
    }
    // Made before a document is read, so that wrong options are reported first.
    const model = newModel(chosen);
    // If no option says how to read documents, the first ones show whether they are mail.
    if (!isOpen(chosen)) return learn(model, documents, learnOptions);
    const mailModel = newModel({ ...chosen, as: "mail" });
    const first = lookedAt(documents);
    if (first.isMail) tell(options, MAIL_MODEL);
    return learn(first.isMail ? mailModel : model, first.documents, learnOptions);
  });
  for (const { id, fate } of learning.documents) if (fate === "binary") inputs.fail({ kind: "binary", where: id });
  await printLearning(learning, options);
  inputs.tellFailures(options);
}

/** The notice on a new model for mail that no option asked for. */
const MAIL_MODEL =
  "this looks like mail: the new model is made with --preset mail (--as auto reads messages as they are)";

/**
 * Checks that the options agree with the settings of the model, which cannot change.
 *
 * @param chosen the settings that options name
 * @param settings all settings that follow from them
 * @param own those of the model
 * @throws UsageError that names the first option that differs
 */
function requireSame(chosen: TrainOptions, settings: Settings, own: Settings): void {
  const { preset, ...options } = chosen;
  const given = { ...(preset === undefined ? {} : PRESETS[preset]), ...options };
  for (const name of Object.keys(given) as (keyof Settings)[]) {
    if (JSON.stringify(settings[name]) === JSON.stringify(own[name])) continue;
    throw new UsageError(
      `--${optionName(name)} ${settingValue(name, settings[name])}: the model has ${settingValue(name, own[name])}; leave the option out, or make a new model`,
    );
  }
}
