import { Command } from "commander";
import { FILTER_OPTIONS } from "./filter-options.js";

/**
 * `thresher filter`, for those who ask for help: what runs is `filter.ts`, which `start.ts`
 * loads instead of all commands.
 */
export function newCommand(): Command {
  const command = new Command("filter").description(
    "Mark a message on standard input with its class: the pipe for procmail, maildrop, Sieve and mail programs.",
  );
  for (const [name, option] of Object.entries(FILTER_OPTIONS)) {
    const short = "short" in option ? `-${option.short}, ` : "";
    const value = "value" in option ? ` ${option.value}` : "";
    command.option(`${short}--${name}${value}`, option.help);
  }
  return command.helpOption("-h, --help", "show help").addHelpText(
    "after",
    `
Prints the message as it came but for header fields of its own, which come
first; any of the same names that came with it are gone. Of several classes
that are not spam, the most probable is named. Whatever goes wrong, the
message is printed unchanged, and the exit code says so.

Exit codes:
              with the message       with --terse
  0           it is marked           spam
  1                                  ham
  2                                  unsure
  3           unchanged, with        something went wrong
              --style bogofilter
  75          unchanged: something went wrong (EX_TEMPFAIL: who delivers the
              mail keeps it, and tries again)

Examples:
  thresher filter -m mail.model < letter.eml
  thresher filter -m mail.model --style bogofilter --spam junk < letter.eml
  thresher filter -m mail.model --terse < letter.eml && echo "It is spam"`,
  );
}
