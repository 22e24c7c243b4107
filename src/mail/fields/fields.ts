import { UsageError } from "../../base/errors.js";
import { isVerdictField } from "../header/later-fields.js";

interface MailField {
  readonly name: string;
  /** Its terms are not simply the words of the header field with that name. */
  readonly isMade?: true;
  /** It counts by default: `mail/README.md` has the accuracy with and without each field. */
  readonly isDefault?: true;
}

const TABLE: readonly MailField[] = [
  // The words of these header fields.
  { name: "subject", isDefault: true },
  { name: "from", isDefault: true },
  { name: "to", isDefault: true },
  { name: "cc" },
  { name: "reply-to", isDefault: true },
  { name: "return-path" },
  { name: "sender" },
  { name: "list-id" },
  { name: "message-id" },
  // Hosts, addresses and programs on the way, without times and dates.
  { name: "received", isMade: true, isDefault: true },
  // The time zone and the hour of writing.
  { name: "date", isMade: true, isDefault: true },
  // The program that the message was written with.
  { name: "agent", isMade: true, isDefault: true },
  // The names of all header fields.
  { name: "header", isMade: true },
  // Hosts that it links to or loads from, and their parent domains down to the registered one.
  { name: "link", isMade: true, isDefault: true },
  // Names of attachments, their extensions, types and sizes.
  { name: "attachment", isMade: true, isDefault: true },
  // Titles of HTML pages, and texts that stand for pictures.
  { name: "html", isMade: true, isDefault: true },
  // Words of HTML that a reader does not see.
  { name: "hidden", isMade: true, isDefault: true },
  // Words that were disguised: `v1agra` gives `viagra`.
  { name: "disguised", isMade: true, isDefault: true },
  // Unusual facts about structure, types and charsets; the number of parts.
  { name: "fact", isMade: true, isDefault: true },
];

/**
 * The fields of mail that can count beside the words of its texts. The name is the prefix of
 * their terms: `subject:word`. Any other name is that of a header field whose words count.
 * Fields that are written when a message arrives or later never count by themselves: see `header/later-fields.ts`.
 */
export const MAIL_FIELDS = namesOf(() => true);

/** The default fields. */
export const DEFAULT_MAIL_FIELDS = namesOf(({ isDefault }) => isDefault);

/** The fields that are not simply the words of one header field. */
export const MADE_FIELDS: ReadonlySet<string> = new Set(namesOf(({ isMade }) => isMade));

function namesOf(isWanted: (field: MailField) => boolean | undefined): readonly string[] {
  return TABLE.filter(isWanted).map(({ name }) => name);
}

/** Resolves a choice of fields: `all` stands for `MAIL_FIELDS`, `none` for nothing. */
export function mailFields(names: readonly string[] = DEFAULT_MAIL_FIELDS): readonly string[] {
  return names.flatMap((name) => (name === "all" ? MAIL_FIELDS : name === "none" ? [] : [name]));
}

/** @throws UsageError if one of the names is that of a field that filters write. */
export function requireNoVerdicts(names: readonly string[]): void {
  const verdict = names.find(isVerdictField);
  if (verdict === undefined) return;
  throw new UsageError(
    `fields: spam filters write ${JSON.stringify(verdict)}, so a model would learn what they said: leave it out`,
  );
}
