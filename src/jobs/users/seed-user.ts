import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { labelFor } from "../../delivery/filter/decide.js";
import { actAsOwner } from "../../delivery/users/user-files.js";
import { openClasses } from "../../documents/corpora/class-paths.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { isMailbox, isMailPlace } from "../../documents/corpora/mail-stores.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { looksLikeSpam } from "../../documents/spam-classes.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { AskPassword } from "../../mailbox/accounts/credentials.js";
import type { Fate } from "../../model/learning/learner.js";
import { tell, tellFault } from "../follower.js";
import { userTeacher } from "../learning/teach-user.js";
import { withMail } from "../mailbox/train-mailbox.js";
import { problemLines } from "../notices/corpus-lines.js";
import type { UsersOptions } from "./list-users.js";

/** The options of `seedUser`. */
export interface SeedUserOptions extends UsersOptions {
  /** The path of the model for all users. */
  readonly model: string;
  /** How many of the newest messages of spam, and of other mail, to learn. Default 50. */
  readonly newest?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ask?: AskPassword | undefined;
}

/** 100 lessons take 40 kB on disk, and 1.2 MB in memory. */
export const NEWEST = 50;

/** Before the name of a mail account, in place of a path. */
const ACCOUNT = "imap:";

/** A message to learn. */
interface Seed {
  readonly bytes: Uint8Array;
  readonly time: number;
  readonly isSpam: boolean;
}

/**
 * Teaches a user's lessons the mail in existing folders: that of folders for spam as spam, all other as the likeliest
 * class that is not spam. Only reads the folders. A message that is known is not learned again.
 *
 * @param paths of folders and mailboxes, or `imap:` and the name of a mail account
 * @throws DataError if a path has no mail, the name is refused, or the lessons cannot be kept
 */
export async function seedUser(user: string, paths: readonly string[], options: SeedUserOptions) {
  const { models, model, newest = NEWEST } = options;
  // The mail is read as the caller, who may be root; the lessons are written as their owner.
  const seeds = await newestSeeds(paths, options, newest);
  actAsOwner(models);
  const { site, teach, stop } = userTeacher({ models, user }, model, { tell: (line) => tellFault(options, line) });
  const learned: Record<string, number> = {};
  const fates: Partial<Record<Fate, number>> = {};
  try {
    for (const { bytes, time, isSpam } of seeds) {
      const label = labelFor((await site.answer(bytes)).ranking, isSpam ? "spam" : "ham");
      const [fate] = (await teach({ kind: "learn", label, time }, bytes)).fates;
      fates[fate] = (fates[fate] ?? 0) + 1;
      if (fate === "learned" || fate === "relabelled") learned[label] = (learned[label] ?? 0) + 1;
    }
  } finally {
    await stop();
  }
  return { user, learned, known: fates.known ?? 0, newest };
}

/** Returns the newest messages of both kinds, the oldest first, each message once. */
async function newestSeeds(paths: readonly string[], options: SeedUserOptions, newest: number): Promise<Seed[]> {
  const seen = new Set<string>();
  const [spam, ham]: Seed[][] = [[], []];
  const keepNewest = (seeds: Seed[]) => void seeds.sort((a, b) => b.time - a.time).splice(newest);
  const read = (corpus: Corpus, junk: readonly string[] = []) => {
    for (const { id, label, bytes } of corpus) {
      const { digest, time = corpus.modified(id) ?? 0 } = identityOf(bytes);
      const key = Buffer.from(digest).toString("hex");
      if (seen.has(key)) continue;
      seen.add(key);
      const isSpam = looksLikeSpam(label) || junk.includes(label);
      const seeds = isSpam ? spam : ham;
      // A copy, because the bytes may be a view of a whole mailbox.
      seeds.push({ bytes: Uint8Array.from(bytes), time, isSpam });
      if (seeds.length === 2 * newest) keepNewest(seeds);
    }
    tell(options, problemLines(corpus.problems));
  };
  for (const path of paths) {
    if (path.startsWith(ACCOUNT)) {
      const { include: folders, ...others } = options;
      const choice = { ...others, ...(folders && { folders }), newest, least: 0 };
      await withMail(path.slice(ACCOUNT.length), choice, ({ corpus, junk }) => read(corpus, junk));
    } else for (const corpus of corporaAt(path, options)) read(corpus);
  }
  for (const seeds of [spam, ham]) keepNewest(seeds);
  tell(options, `${plural(seen.size, "message")}; the newest: ${spam.length} of spam, ${ham.length} of other mail`);
  return [...spam, ...ham].sort((a, b) => a.time - b.time);
}

/** Opens the mail at a path: nothing if it is a folder to leave out, such as Sent. @throws DataError if there is none */
function corporaAt(path: string, options: SeedUserOptions): Corpus[] {
  const { include, exclude } = options;
  const name = basename(resolve(path));
  const isOne = name.startsWith(".") || looksLikeSpam(name);
  if (!isOne && statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    if (isMailPlace(path, true)) {
      return [openCorpus(path, { ...(include && { include }), ...(exclude && { exclude }) })];
    }
    const inside = readdirSync(path).flatMap((name) => (name.startsWith(".") ? [] : join(path, name)));
    const mailboxes = inside.filter((file) => isMailbox(file) && statSync(file).size > 0);
    const other = inside.find((file) => !isMailbox(file));
    if (mailboxes.length > 0 && other !== undefined) {
      throw new DataError(`${path} has mailboxes and ${basename(other)}, which is none: name the mailboxes one by one`);
    }
    if (mailboxes.length > 0) return mailboxes.flatMap((file) => corporaAt(file, options));
  }
  const corpus = openClasses([path]);
  const special = corpus.labels?.find((label) => isSpecialFolder(label));
  if (special === undefined || include?.some((one) => one.toLowerCase() === special.toLowerCase())) return [corpus];
  tell(options, `${path} is left out: to learn it as well, include ${JSON.stringify(special)}`);
  return [];
}
