import { LinkedGroups } from "../../base/lists.js";

/** The fields of a message that connect it to others. */
export interface ThreadedMessage {
  /** With its angle brackets; undefined if the message has none. */
  readonly messageId: string | undefined;
  /** The Message-IDs of the messages that it replies to. */
  readonly references: readonly string[];
  /** The subject, as `baseSubject` returns it. */
  readonly subject: string | undefined;
}

/**
 * Returns the thread of each message, numbered from 0 in order of appearance. Two messages are in one thread if one
 * names the other in `References` or `In-Reply-To`, if both name the same third message, even a missing one, or if they
 * have the same base subject. Messages that a chain of these connections joins are in one thread, too.
 */
export function threadsOf(messages: readonly ThreadedMessage[]): Uint32Array {
  const linked = new LinkedGroups(messages.length);
  const byId = new Map<string, number>();
  const bySubject = new Map<string, number>();
  for (const [i, { messageId, references, subject }] of messages.entries()) {
    const ties: [Map<string, number>, string][] = references.map((id) => [byId, id]);
    if (messageId !== undefined) ties.push([byId, messageId]);
    if (subject !== undefined) ties.push([bySubject, subject]);
    for (const [known, key] of ties) {
      const other = known.get(key);
      if (other === undefined) known.set(key, i);
      else linked.link(other, i);
    }
  }
  return linked.numbers();
}

/** Returns the Message-IDs, `<left@right>`, in a field value. */
export function messageIds(value: string): string[] {
  return value.match(/<[^<>\s]+>/g) ?? [];
}

/**
 * Returns the Message-ID in an `In-Reply-To` field: the first if the value begins with it, otherwise the last. Old
 * programs write sentences there, with the sender's address before the Message-ID (RFC 5322, section 4.5.4).
 *
 * @returns a list of one Message-ID, or an empty list
 */
export function repliedTo(value: string): string[] {
  const ids = messageIds(value);
  return value.startsWith("<") ? ids.slice(0, 1) : ids.slice(-1);
}
