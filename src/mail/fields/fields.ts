import { UsageError } from "../../base/errors.js";
import { isVerdictField } from "../header/later-fields.js";

/** Header fields whose words count. */
const WORD_FIELDS = "subject from to cc reply-to return-path sender list-id message-id".split(" ");

/**
 * Fields whose terms are not the words of one header field:
 *
 * - `received`: hosts, addresses and programs on the way, without times and dates;
 * - `date`: the time zone and the hour of writing;
 * - `agent`: the program that the message was written with;
 * - `header`: the names of all header fields;
 * - `link`: hosts that the message links to or loads from, and their parent domains down to the registered domain;
 * - `attachment`: names of attachments, their extensions, types and sizes;
 * - `html`: titles of HTML pages, and the texts that replace pictures;
 * - `hidden`: words of HTML that a reader does not see;
 * - `disguised`: words that were disguised: `v1agra` becomes `viagra`;
 * - `fact`: unusual facts about structure, types and charsets; the number of parts.
 */
export const MADE_FIELDS: ReadonlySet<string> = new Set(
  "received date agent header link attachment html hidden disguised fact".split(" "),
);

/** Fields that do not count by default. `mail/README.md` has the accuracy with and without each field. */
const OPTIONAL_FIELDS = new Set("cc return-path sender list-id message-id header".split(" "));

/**
 * The fields of mail that can count in addition to the words of its texts. The name of a field is the prefix of its
 * terms: `subject:word`. Any other name means a header field whose words count. Fields that are written when a message
 * arrives or later never count unless they are named: see `header/later-fields.ts`.
 */
export const MAIL_FIELDS: readonly string[] = [...WORD_FIELDS, ...MADE_FIELDS];

/** The default fields. */
export const DEFAULT_MAIL_FIELDS: readonly string[] = MAIL_FIELDS.filter((name) => !OPTIONAL_FIELDS.has(name));

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

/**
 * Fields whose terms tell neither what a message says nor who wrote it. Programs write them, or they name the reader,
 * as `to` does in every message.
 */
const NO_EVIDENCE = new Set("received date agent header fact attachment message-id to cc delivered-to".split(" "));

/** Fields of addresses. Many people share single words and parts of a domain, but a whole address is one sender. */
const ADDRESSES = new Set("from reply-to sender return-path errors-to".split(" "));

/** Words that occur in all kinds of messages and languages: prefixes of replies, and pieces of web addresses. */
const IN_ANY_LANGUAGE = new Set(
  "re fw fwd aw wg sv vs tr rv res enc odp antw http https www com org net html htm utm mailto".split(" "),
);

/**
 * Whether a known term of mail is evidence of a class: a word of the texts, of the subject or of a link, or the address
 * of a sender. An answer without evidence is only a guess from the sizes of the classes and traits of mail programs.
 *
 * @param term a term of a vocabulary, such as `lunch` or `from:anna@mail.example`
 */
export function isEvidence(term: string): boolean {
  const colon = term.indexOf(":");
  const field = term.slice(0, Math.max(0, colon));
  if (NO_EVIDENCE.has(field)) return false;
  if (ADDRESSES.has(field)) return term.includes("@");
  return term
    .slice(colon + 1)
    .split(" ")
    .some((word) => WORD.test(word) && !IN_ANY_LANGUAGE.has(word));
}

/** Two letters, or one in a script without upper and lower case. */
const WORD = /\p{L}{2}|\p{Lo}/u;
