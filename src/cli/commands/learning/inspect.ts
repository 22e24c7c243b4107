import { Command } from "commander";
import { type InspectOptions, inspectModel, STRENGTHS } from "../../../jobs/explaining/inspect-model.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

/** Makes the command `thresher inspect`. */
export function newCommand(): Command {
  const command = withModel(new Command("inspect"))
    .description("Show a model: its id, its settings, its classes and the strongest terms of each.")
    .action(run);
  withOptions(command, "Options", {
    "--class <class>": ["show only this class (repeatable)", collect],
    "--term <term>": ["look up this term: its count and strength in each class (repeatable)", collect],
    "--terms <n>": ["how many terms to show for each class", whole(0), { default: 10 }],
    "--by <strength>": ["the strength of a term: its counts, or its weight", STRENGTHS, { default: "counts" }],
  });
  return withHelp(
    withCommonOptions(command),
    `By counts, the strength of a term for a class is
P(t|c) · ln(P(t|c) / P(t|other classes)), add-one smoothed, in nats: its part
of the expected log odds of a document of the class, whatever the method. By
weight, it is the weight of the term for the class, less the mean of its weights
for the other classes. Only models that are linear in the terms have weights.

Examples:
  thresher inspect -m mail.model
  thresher inspect -m mail.model --terms 30 --json
  thresher inspect -m mail.model --class spam --terms 50
  thresher inspect -m mail.model --term prize --term from:example.org
  thresher inspect -m mail.model --by weight`,
  );
}

/** Prints the facts about a model, or its counts of the terms that --term names. */
async function run(options: CommonOptions & InspectOptions): Promise<void> {
  const { json, text } = inspectModel(options);
  await print(options, { asJson: json, asText: () => text(terminalStyle()) });
}
