import { inspectModel, STRENGTHS } from "../../../jobs/explaining/inspect-model.js";
import { commandFrom } from "../../command.js";
import { model } from "../../options/option-rows.js";
import { collect, whole } from "../../options/parsers.js";

/** `thresher inspect`. */
export const newCommand = commandFrom({
  does: "Show a model: its id, its settings, its classes and the strongest terms of each.",
  options: {
    Options: {
      ...model(),
      "--class <class>": ["show only this class (repeatable)", collect],
      "--term <term>": ["look up this term: its count and strength in each class (repeatable)", collect],
      "--terms <n>": ["how many terms to show for each class", whole(0), { default: 10 }],
      "--by <strength>": ["the strength of a term: its counts, or its weight", STRENGTHS, { default: "counts" }],
    },
  },
  help: `By counts, the strength of a term for a class is P(t|c) · ln(P(t|c) / P(t|other classes)), add-one smoothed, in nats. By weight, it is the weight of the term for the class, less the mean of its weights for the other classes. Only models that are linear in the terms have weights.

Examples:
  thresher inspect -m mail.model --class spam --terms 50
  thresher inspect -m mail.model --term prize --term from:example.org`,
  run: inspectModel,
});
