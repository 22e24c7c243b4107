import { Command } from "commander";
import { UsageError } from "../errors.js";
import { learn } from "../learning/learn.js";
import { newModel } from "../learning/new-model.js";
import { PRESETS } from "../presets.js";
import { optionName } from "../reports/option-name.js";
import { settingValue } from "../reports/setting-value.js";
import type { Settings, TrainOptions } from "../settings.js";
import { withEach } from "./document-lines.js";
import { type InputOptions, Inputs, withInputs } from "./inputs.js";
import {
  type ChangeOptions,
  changeModel,
  className,
  documentsOf,
  tellLearning,
  withChangeOptions,
} from "./learning.js";
import { MailSigns } from "./mail-notice.js";
import { modelOptions, settingsOf, withMethodOptions, withModelOptions } from "./model-options.js";
import { tell } from "./notices.js";
import { fraction, withCommonOptions } from "./options.js";

type LearnCommandOptions = ChangeOptions &
  InputOptions &
  TrainOptions & { readonly trainOnError?: boolean; readonly margin?: number };

/** `thresher learn LABEL PATH… -m MODEL` */
export function learnCommand(): Command {
  const command = new Command("learn")
    .description("Learn more documents of one class, without training again; make the model, if there is none.")
    .argument("<label>", "the class they belong to", className)
    .option("--train-on-error", "learn only what the model puts into another class")
    .option(
      "--margin <p>",
      "with --train-on-error, learn also what it is less sure of than this, 0 to 1 (default: 0)",
      fraction,
    )
    .action(run);
  return withModelOptions(
    withCommonOptions(withInputs(withMethodOptions(withEach(withChangeOptions(command)), { calibrate: false }))),
  ).addHelpText(
    "after",
    `
The model afterwards is the one that training on all that it knows would give. A
document that it knows already is not counted twice; known under another label,
it gets this one. Two copies of a message are one document, whatever fields were
added on their way: Message-ID, Date, From and body are what counts.

Only models that are made of counts can learn, and only if they remember what
they have learned: made by learn, or by train --remember. Options of the
classifier, the text and the terms are for a model that is made. What was there
before is kept as MODEL.previous: renaming it undoes the last change.

Examples:
  thresher learn spam junk.mbox -m mail.model --preset mail
  thresher learn spam junk.eml -m mail.model
  thresher learn ham Maildir/cur -m mail.model --train-on-error --margin 0.9
  thresher learn spam - -m mail.model < message`,
  );
}

async function run(label: string, paths: readonly string[], options: LearnCommandOptions): Promise<void> {
  const { trainOnError, margin } = options;
  if (margin !== undefined && !trainOnError) throw new UsageError("--margin: required --train-on-error beside it");
  const chosen = modelOptions(options);
  const settings = settingsOf(options);
  const inputs = await Inputs.open(paths, options);
  const signs = new MailSigns();
  let isNew = false;
  const learning = changeModel(options, (before) => {
    if (before !== undefined) requireSame(chosen, settings, before.settings);
    isNew = before === undefined;
    return learn(before ?? newModel(chosen), signs.watch(documentsOf(inputs, label, options)), {
      trainOnError,
      margin,
    });
  });
  if (isNew) tell(options, ...signs.lines(chosen));
  for (const { id, fate } of learning.documents) if (fate === "binary") inputs.fail({ kind: "binary", where: id });
  await tellLearning(learning, options);
  inputs.tellFailures();
}

/** A model keeps the settings that it has. */
function requireSame(chosen: TrainOptions, settings: Settings, own: Settings): void {
  const { preset, ...options } = chosen;
  const given = { ...(preset === undefined ? {} : PRESETS[preset]), ...options };
  for (const name of Object.keys(given) as (keyof Settings)[]) {
    if (JSON.stringify(settings[name]) === JSON.stringify(own[name])) continue;
    throw new UsageError(
      `--${optionName(name)}: required ${settingValue(name, own[name])}, which the model has, got ${settingValue(name, settings[name])}: leave it out, or name a new model`,
    );
  }
}
