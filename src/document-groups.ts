import { threadsOf } from "./email/threads.js";
import { DataError } from "./errors.js";
import type { MessageFacts } from "./message-facts.js";

/** What makes messages belong together: the same sender, the same base subject, or the thread. */
export const GROUPINGS = ["from", "subject", "thread"] as const;
/** One of them. */
export type Grouping = (typeof GROUPINGS)[number];

/** Which documents belong together. */
export interface DocumentGroups {
  /** The group of each document, numbered from 0 in order of appearance. */
  readonly groups: Uint32Array;
  readonly count: number;
  /** How many documents say nothing of it: each is a group of its own. */
  readonly alone: number;
}

/**
 * Groups of documents by what their headers say.
 *
 * @throws DataError if no document says anything: every document would be a group of its own.
 */
export function groupsBy(facts: readonly MessageFacts[], grouping: Grouping): DocumentGroups {
  const saying = facts.map(SAYS[grouping]);
  const alone = saying.filter((says) => !says).length;
  if (alone === facts.length) {
    throw new DataError(
      `group-by ${grouping}: required messages with ${FIELDS[grouping]} in their headers, found none among ${facts.length} documents: measure without groups`,
    );
  }
  const groups = grouping === "thread" ? threadsOf(facts) : numbered(facts.map(KEY[grouping]));
  return { groups, count: new Set(groups).size, alone };
}

const FIELDS: Readonly<Record<Grouping, string>> = {
  from: "From",
  subject: "Subject",
  thread: "Message-ID, References, In-Reply-To or Subject",
};

const KEY = {
  from: ({ sender }: MessageFacts) => sender,
  subject: ({ subject }: MessageFacts) => subject,
};

const SAYS: Readonly<Record<Grouping, (facts: MessageFacts) => boolean>> = {
  from: (facts) => KEY.from(facts) !== undefined,
  subject: (facts) => KEY.subject(facts) !== undefined,
  thread: ({ messageId, references, subject }) =>
    messageId !== undefined || references.length > 0 || subject !== undefined,
};

/** Equal keys get equal numbers; each undefined one gets a number of its own. */
function numbered(keys: readonly (string | undefined)[]): Uint32Array {
  const numbers = new Map<string, number>();
  let next = 0;
  return Uint32Array.from(keys, (key) => {
    const known = key === undefined ? undefined : numbers.get(key);
    if (known !== undefined) return known;
    if (key !== undefined) numbers.set(key, next);
    return next++;
  });
}
