import { compareFiles } from "../../../jobs/measuring/compare-files.js";
import { commandFrom } from "../../command.js";
import { SEED } from "../../options/options.js";
import { whole } from "../../options/parsers.js";

/** `thresher compare`. */
export const newCommand = commandFrom({
  does: "Say whether two evaluations of the same documents differ by more than chance.",
  takes: {
    "<a>": "the output of thresher evaluate --json",
    "<b>": "the output with other settings, the same protocol and the same seed",
  },
  options: {
    Options: {
      "--top <n>": ["how many documents to show on which they disagree", whole(0), { default: 10 }],
    },
    Running: SEED,
  },
  help: `B is better if the 95 % interval of its accuracy minus that of A lies above 0. With several runs, the interval is that of the corrected resampled t-test. With one run, it is that of the paired bootstrap, and McNemar's exact test must agree (p below 0.05).

Examples:
  thresher compare a.json b.json
  thresher compare a.json b.json --top 1000 --json`,
  run: compareFiles,
});
