import { plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { NEWEST, type SeedUserOptions, seedUser } from "../../../jobs/users/seed-user.js";
import { commandFrom } from "../../command.js";
import { passwordPrompt } from "../../input/password-prompt.js";
import { INCLUDE, MODELS, USER } from "../../options/file-options.js";
import { model } from "../../options/option-rows.js";
import { collect, whole } from "../../options/parsers.js";

/** `thresher users seed`: learns what a user has sorted already. */
export const newCommand = commandFrom({
  does: "Teach the lessons of a user from existing mail folders, which are only read.",
  takes: { ...USER, "<path...>": "a Maildir with folders, other mail folders, mailboxes, or imap:ACCOUNT" },
  options: {
    Options: {
      ...MODELS,
      ...model("the model for all users"),
      "--newest <n>": [`the n newest messages of spam, and of other mail (default: ${NEWEST})`, whole(1)],
      "--include <pattern>": [`${INCLUDE}; in a Maildir also inbox or Sent`, collect],
      "--exclude <pattern>": ["leave out folders that match (repeatable)", collect],
    },
  },
  help: `Folders such as Junk are spam, all others are not. Inbox, Sent, Drafts, Trash and Templates are left out, in any language, unless --include names them. Messages that are known are not learned again.

Examples:
  thresher users seed anna --models '/var/lib/thresher/users/%u.model' -m /var/lib/thresher/mail.model ~anna/Maildir
  thresher users seed anna --models 'users/%u.model' -m mail.model Junk.mbox Work.mbox --newest 20
  thresher users seed anna --models 'users/%u.model' -m mail.model imap:home     after thresher mailbox add home`,
  async run(user: string, paths: readonly string[], options: SeedUserOptions) {
    const seeded = await seedUser(user, paths, { ...options, ask: passwordPrompt() });
    return { isDone: true, json: () => seeded, text: () => seededText(seeded) };
  },
});

function seededText({ user, learned, known }: Awaited<ReturnType<typeof seedUser>>): string {
  const classes = Object.entries(learned).map(([label, n]) => `${plural(n, "lesson")} of ${safeText(label)}`);
  const what = classes.length === 0 ? "nothing new" : `learned ${classes.join(" and ")}`;
  return `${safeText(user)}: ${what}${known === 0 ? "" : `, ${plural(known, "message was", "messages were")} known`}.\n`;
}
