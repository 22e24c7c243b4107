import { megabytes, percent } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import type { UsersOptions } from "../../../jobs/users/list-users.js";
import { showUser } from "../../../jobs/users/show-user.js";
import { textTable } from "../../../reports/terminal/terminal.js";
import { commandFrom } from "../../command.js";
import { MODELS, USER } from "../../options/file-options.js";

/** `thresher users show`: the lessons of a user. */
export const newCommand = commandFrom({
  does: "Show the lessons of a user by class, and how much they weigh.",
  takes: USER,
  options: { Options: MODELS },
  help: `Lessons keep numbers in place of words, so the words are not shown.

Examples:
  thresher users show anna --models '/var/lib/thresher/users/%u.model'`,
  run(user: string, options: UsersOptions) {
    const shown = showUser(user, options);
    return { json: () => shown, text: () => shownText(shown) };
  },
});

function shownText(shown: ReturnType<typeof showUser>): string {
  const { user, path, bytes, last, classes, isWhole, words } = shown;
  const lessons = words === undefined ? "lessons" : `lessons and a word list of ${words}`;
  const what = isWhole ? "a whole model of before version 0.3, used in place of the model for all" : lessons;
  const rows = Object.entries(classes).map(([label, n]) => [`  ${safeText(label)}`, String(n)]);
  const weighs = "weight" in shown ? [`Where the model for all was wrong, they weigh ${percent(shown.weight)}.`] : [];
  const head = `${safeText(user)}: ${what}, ${megabytes(bytes)}, last changed ${last.slice(0, 10)}, ${path}`;
  return [head, ...textTable(rows, "lr"), ...weighs, ""].join("\n");
}
