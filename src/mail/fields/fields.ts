import { UsageError } from "../../base/errors.js";
import { isVerdictField } from "../header/later-fields.js";

interface MailField {
  readonly name: string;
  /** Whether its terms are something else than the words of the header field with that name. */
  readonly isMade?: true;
  /** Whether it counts by default. `mail/README.md` has the accuracy with and without each field. */
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
  // Hosts that the message links to or loads from, and their parent domains down to the registered domain.
  { name: "link", isMade: true, isDefault: true },
  // Names of attachments, their extensions, types and sizes.
  { name: "attachment", isMade: true, isDefault: true },
  // Titles of HTML pages, and the texts that replace pictures.
  { name: "html", isMade: true, isDefault: true },
  // Words of HTML that a reader does not see.
  { name: "hidden", isMade: true, isDefault: true },
  // Words that were disguised: `v1agra` becomes `viagra`.
  { name: "disguised", isMade: true, isDefault: true },
  // Unusual facts about structure, types and charsets; the number of parts.
  { name: "fact", isMade: true, isDefault: true },
];

/**
 * The fields of mail that can count in addition to the words of its texts. The name of a field is the prefix of its
 * terms: `subject:word`. Any other name means a header field whose words count. Fields that are written when a message
 * arrives or later never count unless they are named: see `header/later-fields.ts`.
 */
export const MAIL_FIELDS = namesOf(() => true);

/** The default fields. */
export const DEFAULT_MAIL_FIELDS = namesOf(({ isDefault }) => isDefault);

/** The fields whose terms are something else than the words of one header field. */
export const MADE_FIELDS: ReadonlySet<string> = new Set(namesOf(({ isMade }) => isMade));

function namesOf(isWanted: (field: MailField) => boolean | undefined): readonly string[] {
  return TABLE.filter(isWanted).map(({ name }) => name);
}

/** Resolves a choice of fields: `all` means `MAIL_FIELDS`, and `none` means no field. */
export function mailFields(names: readonly string[] = DEFAULT_MAIL_FIELDS): readonly string[] {
  return names.flatMap((name) => (name === "all" ? MAIL_FIELDS : name === "none" ? [] : [name]));
}

/** Checks that no name is the name of a field that spam filters write. @throws UsageError if one is. */
export function requireNoVerdicts(names: readonly string[]): void {
  const verdict = names.find(isVerdictField);
  if (verdict === undefined) return;
  throw new UsageError(
    `fields: spam filters write ${JSON.stringify(verdict)}, so a model would learn what they said: leave it out`,
  );
}
