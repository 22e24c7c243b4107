/**
 * What can count of a message beside the words of its texts, each with its name as the mark
 * of its terms:
 *
 * - `subject`, `from`, `to`, `cc`, `reply-to`, `return-path`, `sender`, `list-id`,
 *   `message-id`: the words of these header fields;
 * - `received`: the hosts, addresses and programs on the way, without times and dates;
 * - `date`: the zone and the hour of writing;
 * - `agent`: the program that it was written with;
 * - `header`: the names of all header fields;
 * - `link`: the hosts that it leads to or loads from, and the ends of them that are hosts;
 * - `attachment`: names, their endings, types and sizes;
 * - `html`: the titles of pages, and texts in the place of pictures;
 * - `hidden`: words of HTML that are not seen;
 * - `disguised`: words that stood in disguise, `v1agra` as `viagra`;
 * - `fact`: what is uncommon in the structure, types, charsets, the number of parts.
 *
 * Any other name is that of a header field whose words count.
 */
export const MAIL_FIELDS = [
  "subject",
  "from",
  "to",
  "cc",
  "reply-to",
  "return-path",
  "sender",
  "list-id",
  "message-id",
  "received",
  "date",
  "agent",
  "header",
  "link",
  "attachment",
  "html",
  "hidden",
  "disguised",
  "fact",
] as const;

/** The fields that count where nothing is chosen. */
export const DEFAULT_MAIL_FIELDS: readonly string[] = [
  "subject",
  "from",
  "to",
  "reply-to",
  "received",
  "date",
  "agent",
  "link",
  "attachment",
  "html",
  "hidden",
  "disguised",
  "fact",
];

/** In the place of names: all of `MAIL_FIELDS`, or none of them. */
export const ALL_FIELDS = "all";
export const NO_FIELDS = "none";

/** The names that some names stand for. */
export function mailFields(names: readonly string[] = DEFAULT_MAIL_FIELDS): readonly string[] {
  return names.flatMap((name) => (name === ALL_FIELDS ? MAIL_FIELDS : name === NO_FIELDS ? [] : [name]));
}
