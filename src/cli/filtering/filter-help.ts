import { commandFrom } from "../command.js";
import { FILTER_OPTIONS } from "./filter-options.js";

/** `thresher filter`, for help, completion and the man page. `start.ts` runs the filter itself, without commander. */
export const newCommand = commandFrom({
  does: "Mark a message on standard input with its class: the pipe for procmail, maildrop, Sieve and mail programs.",
  hasOutcome: false,
  options: { Options: FILTER_OPTIONS },
  help: `Prints the message with new header fields at its top, and removes fields of the same names that came with it. If anything goes wrong, it prints the message unchanged, and the exit code says so. If the model has several classes besides spam, the field names the most probable one.

Exit codes:
              with the message       with --terse
  0           marked                 spam
  1                                  ham
  2                                  unsure
  3           unchanged: a fault     a fault
              with --style bogofilter
  75          unchanged: a fault (EX_TEMPFAIL: the program that delivers the
              mail keeps it, and tries again)

Examples:
  thresher filter -m mail.model < letter.eml
  thresher filter -m mail.model --style bogofilter --spam junk < letter.eml
  thresher filter -m mail.model --terse < letter.eml && echo "It is spam"`,
  run: () => undefined,
});
