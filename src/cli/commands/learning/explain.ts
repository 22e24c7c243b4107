import { explainPaths, TERMS_SHOWN } from "../../../jobs/explaining/explain-paths.js";
import { commandFrom } from "../../command.js";
import { FOLDERS, PATHS } from "../../options/file-options.js";
import { LESSONS, model } from "../../options/option-rows.js";
import { orAll, whole } from "../../options/parsers.js";

/** `thresher explain`. */
export const newCommand = commandFrom({
  does: "Say why a document gets its class: what each term adds, and which terms decide.",
  takes: { "<path...>": PATHS },
  options: {
    Options: {
      ...model(),
      "--class <class>": "explain this class (default: the most probable)",
      "--against <class>": "compare it with this class (default: the next most probable)",
      "--terms <n>": [
        `show the n strongest terms, or all (default: ${TERMS_SHOWN}, or parts of mail)`,
        orAll(whole(0)),
      ],
      ...LESSONS,
      "--factors": ["show the product by hand: prior and P(term | class)", { conflicts: ["class", "against"] }],
    },
    Folders: FOLDERS,
  },
  help: `The figures are exact natural log odds (nats). They add up to the lead of one class over the other. Below them is the counterfactual: the smallest set of terms without which the document would get another class. For mail, there is a line for each part of the message: sender, subject, words and others.

With a model of several labels, it explains each label that the document gets, or the most probable one if it gets none.

Examples:
  thresher explain -m mail.model letter.txt
  thresher explain -m mail.model letter.txt --against spam --terms 50
  cat letter.txt | thresher explain -m mail.model --json -`,
  run: explainPaths,
});
