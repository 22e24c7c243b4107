import { orElse } from "../../base/errors.js";
import { ERRORS_AT_MOST, NONE_BELOW, type OptionRows } from "./option-rows.js";
import { collect, fraction, names, parser } from "./parsers.js";

/** Parses a probability. */
const probability = parser((text) => {
  const share = orElse(() => fraction(text), Number.NaN);
  return share <= 1 ? share : undefined;
}, "give a probability from 0 to 1, such as .9 or 90%");

/** The options of the commands that write an answer for each document. */
export const ANSWERS: OptionRows = {
  "--probabilities": "in csv, tsv and JSON lines of -o, or of several labels: the probability of each, such as P(spam)",
  "--keep <label>": ["only documents of this class (repeatable: of any of them)", collect],
  "--above <p>": ["with --keep: only those whose class has at least this probability, such as .9", probability],
  ...ERRORS_AT_MOST,
  ...NONE_BELOW,
  "--id-column <name>": "in a table, the column of the ids to print in place of paths",
  "--columns <names>": ["columns of tables that JSON lines of -o have, too, separated by commas; all for all", names],
};
