import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { importWords } from "../../../jobs/users/import-words.js";
import type { UsersOptions } from "../../../jobs/users/list-users.js";
import { commandFrom } from "../../command.js";
import { MODELS, USER } from "../../options/file-options.js";

/** `thresher users import`: takes over what another program has learned. */
export const newCommand = commandFrom({
  does: "Take over what SpamAssassin or bogofilter has learned for a user, from its word list.",
  takes: { ...USER, "<list>": "a file with the output of sa-learn --backup or bogoutil -d wordlist.db" },
  options: { Options: MODELS },
  help: `The list is a second opinion on each message, beside the model for all users. Lessons stay above both. Another list takes its place.

Lost are which messages the program had learned, and tokens that Thresher cannot form, such as words in capitals of header fields.

Examples:
  sa-learn --backup > anna.words
  thresher users import anna anna.words --models '/var/lib/thresher/users/%u.model'
  bogoutil -d ~anna/.bogofilter/wordlist.db > anna.words`,
  run(user: string, list: string, options: UsersOptions) {
    const imported = importWords(user, list, options);
    return { isDone: true, json: () => imported, text: () => importedText(imported) };
  },
});

function importedText({ user, program, ham, spam, found, kept }: ReturnType<typeof importWords>): string {
  const from = `${grouped(ham)} ham and ${plural(spam, "spam message")}`;
  const lost = "which messages these were; learning one of them again counts it twice";
  return `${safeText(user)}: ${grouped(kept)} of ${grouped(found)} tokens of ${program}, from ${from}. Lost: ${lost}.\n`;
}
