import { DataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { threadsOf } from "../../mail/header/threads.js";
import type { MessageFacts } from "../../mail/message-facts.js";

/** Ways to group documents: by sender, by subject without `Re:`, by thread, or by the group column of a table. */
export const GROUPINGS = ["from", "subject", "thread", "group"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The groups of documents that belong together, so that splits keep them on one side. */
export interface DocumentGroups {
  /** The group of each document, numbered from 0 in order of appearance. */
  readonly groups: Uint32Array;
  /** Number of groups. */
  readonly count: number;
  /** Number of documents that lack the fields, so that each is its own group. */
  readonly alone: number;
}

/**
 * Groups documents by their headers, or by their column of groups in a table.
 *
 * @throws DataError if no document has what they are to be grouped by.
 */
export function groupsBy(facts: readonly MessageFacts[], grouping: Grouping): DocumentGroups {
  const keys = facts.map(KEY[grouping]);
  const alone = keys.filter((key) => key === undefined).length;
  if (alone === facts.length) {
    throw new DataError(
      `group-by ${grouping}: none of the ${plural(facts.length, "document")} has ${FIELDS[grouping]}; measure without groups`,
      { options: grouping === "group" ? ["groupColumn"] : [] },
    );
  }
  const groups = grouping === "thread" ? threadsOf(facts) : numbered(keys);
  return { groups, count: new Set(groups).size, alone };
}

/** For errors: the fields or the column by which documents are grouped. */
const FIELDS: Readonly<Record<Grouping, string>> = {
  from: "From in its header",
  subject: "Subject in its header",
  thread: "Message-ID, References, In-Reply-To or Subject in its header",
  group: "a group in a column; name the column with groupColumn",
};

/**
 * Returns a text for the group of a message; undefined if its header has none. For threads, it only shows whether the
 * header has one of the fields; `threadsOf` makes the groups.
 */
const KEY: Readonly<Record<Grouping, (facts: MessageFacts) => string | undefined>> = {
  from: ({ sender }) => sender,
  subject: ({ subject }) => subject,
  group: ({ group }) => group,
  thread: ({ messageId, references: [reference], subject }) => messageId ?? reference ?? subject,
};

/** Numbers keys. Equal keys get equal numbers; each undefined key gets its own number. */
function numbered(keys: readonly (string | undefined)[]): Uint32Array {
  const groups = new Uint32Array(keys.length);
  const alike = groupedBy(keys.keys(), (i) => keys[i] ?? i).values();
  for (const [number, own] of [...alike].entries()) for (const i of own) groups[i] = number;
  return groups;
}
