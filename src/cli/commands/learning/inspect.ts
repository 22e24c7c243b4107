import { Command } from "commander";
import { STRENGTHS, type Strength } from "../../../classifiers/explain/strongest.js";
import { loadIdentified } from "../../../model/file/model-file.js";
import { terminalText } from "../../../reports/blocks.js";
import { termLegendOf, termSection } from "../../../reports/explanation/term-text.js";
import { inspectionJson, inspectionOf } from "../../../reports/inspection/inspection.js";
import { inspectionText } from "../../../reports/inspection/inspection-text.js";
import { requireClasses } from "../../input/label-argument.js";
import { termInClasses } from "../../input/term-in-classes.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

type InspectCommandOptions = CommonOptions & {
  readonly model: string;
  readonly class?: readonly string[];
  readonly term?: readonly string[];
  readonly terms: number;
  readonly by: Strength;
};

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
async function run(options: InspectCommandOptions): Promise<void> {
  const { model, id } = loadIdentified(options.model);
  const { by, terms } = options;
  const shown = shownClasses(model.labels, options.class);
  if (options.term !== undefined) {
    const found = options.term.map((term) => termInClasses(model, term, by, shown));
    return print(options, {
      asJson: () => ({ model: id, strengthBy: by, terms: found }),
      asText: () => terminalText([...found.map(termSection), [termLegendOf(found)]], terminalStyle()),
    });
  }
  const inspection = inspectionOf(model, id, by, terms, shown);
  await print(options, {
    asJson: () => inspectionJson(inspection),
    asText: () => inspectionText(inspection, options.class === undefined, terminalStyle()),
  });
}

/** Returns the numbers of the classes with these names, or of all. @throws UsageError if a class does not exist. */
function shownClasses(labels: readonly string[], names: readonly string[] | undefined): readonly number[] {
  if (names === undefined) return [...labels.keys()];
  const chosen = requireClasses("class", names, labels);
  return [...labels.keys()].filter((c) => chosen.has(labels[c]));
}
