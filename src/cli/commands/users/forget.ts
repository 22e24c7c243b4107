import { sumOf } from "../../../base/lists.js";
import { plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { forgetLessons } from "../../../jobs/users/forget-user.js";
import type { UsersOptions } from "../../../jobs/users/list-users.js";
import { commandFrom } from "../../command.js";
import { MODELS, USER } from "../../options/file-options.js";

/** `thresher users forget`: removes the lessons of a user. */
export const newCommand = commandFrom({
  does: "Remove the lessons of a user. A running server answers the next message without them.",
  takes: USER,
  options: { Options: MODELS },
  help: "Examples:\n  thresher users forget anna --models '/var/lib/thresher/users/%u.model'",
  run(user: string, options: UsersOptions) {
    const forgotten = forgetLessons(user, options);
    const { classes, words } = forgotten;
    const lessons = plural(sumOf(Object.values(classes)), "lesson");
    const what = words === undefined ? lessons : `${lessons} and the word list of ${words}`;
    return { isDone: true, json: () => forgotten, text: () => `Removed ${what} of ${safeText(user)}.\n` };
  },
});
