import type { OptionRows } from "./option-rows.js";

/** The option of the commands that decide. */
export const HISTORY: OptionRows = {
  "--history <file>":
    "add each decision to this file, for thresher review: sender, subject, class and the strongest terms, and no text",
};
