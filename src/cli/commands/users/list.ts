import { megabytes } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { listUsers, type UserFacts, type UsersOptions } from "../../../jobs/users/list-users.js";
import { textTable } from "../../../reports/terminal/terminal.js";
import { commandFrom } from "../../command.js";
import { MODELS } from "../../options/file-options.js";

/** `thresher users list`: a line for each user. */
export const newCommand = commandFrom({
  does: "List the users with lessons.",
  options: { Options: MODELS },
  help: "The last lesson is the time at which the file was written.\n\nExamples:\n  thresher users list --models '/var/lib/thresher/users/%u.model'\n  thresher users list --models '/var/lib/thresher/users/%u.model' --json",
  run(options: UsersOptions) {
    const { users, faults } = listUsers(options);
    if (faults > 0) process.exitCode ??= 1;
    return { json: () => ({ users }), text: () => listText(users) };
  },
});

function listText(users: readonly UserFacts[]): string {
  if (users.length === 0) return "No user has lessons yet.\n";
  const labels = [...new Set(users.flatMap(({ classes }) => Object.keys(classes)))].sort();
  const rows = users.map(({ user, bytes, classes, last, isWhole, words }) => {
    const counts = labels.map((label) => (isWhole ? "" : String(classes[label] ?? 0)));
    const more = isWhole ? "a whole model" : words === undefined ? "" : `a word list of ${words}`;
    return [safeText(user), megabytes(bytes), ...counts, last.slice(0, 10), more];
  });
  const head = ["user", "size", ...labels.map(safeText), "last lesson", ""];
  const lines = textTable([head, ...rows], `lr${"r".repeat(labels.length)}ll`);
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
