import { countedBy } from "../../../base/lists.js";
import { MAX_REMOVED } from "../../filter/spam-fields.js";
import type { Checked, Desk } from "./desk.js";
import { packetIn, packetOf } from "./milter-packets.js";
import { type MilterMessage, MilterSession, NOTHING } from "./milter-session.js";
import type { Protocol } from "./protocol.js";

/**
 * The longest pause between two messages: that of libmilter. If the server hung up earlier, senders who wait between two
 * commands would get their mail in without a verdict.
 */
const REST = 7_210_000;
/**
 * Mail servers keep a connection for each of theirs. If they could not have another one, senders who open very many would
 * get the mail of others in without a verdict.
 */
const CONNECTIONS = 1000;

/**
 * Returns the milter protocol of Sendmail and Postfix. After any fault the server hangs up: the mail server then does what
 * its settings say for a missing filter, such as `milter_default_action` of Postfix.
 */
export function milterProtocol(desk: Desk): Protocol<Uint8Array | MilterMessage> {
  const mayHold = desk.actions.some(({ action }) => action === "quarantine");
  const begin = (): Protocol<Uint8Array | MilterMessage> => {
    const session = new MilterSession(desk.hasUsers, mayHold);
    return {
      rest: REST,
      connections: CONNECTIONS,
      requestIn(bytes) {
        // Most packets have no answer, so the one that has comes with those before it.
        let length = 0;
        let request: Uint8Array | MilterMessage = NOTHING;
        while (request === NOTHING) {
          const found = packetIn(bytes.subarray(length));
          if (typeof found === "number") {
            if (length === 0) return found;
            break;
          }
          request = session.take(found.request);
          length += found.length;
        }
        const { kept } = session;
        return { request, length, ...(request instanceof Uint8Array ? { kept } : { more: kept }) };
      },
      async answer(request) {
        if (request instanceof Uint8Array) return { bytes: request };
        const { message, recipients, removed, hasQuarantine } = request;
        const checked = await desk.check({ command: "MILTER", message, recipients });
        const wanted = removed.length > MAX_REMOVED ? "reject" : checked.action;
        const action = wanted === "quarantine" && !hasQuarantine ? undefined : wanted;
        const bytes = bytesFor(request, checked.fields, action);
        session.release();
        return { bytes, facts: { ...checked.facts, action } };
      },
      fault: () => undefined,
    };
  };
  return { ...begin(), begin };
}

/** Returns the packets that say what happens to a message, or what changes in its header. */
function bytesFor({ removed, lead }: MilterMessage, fields: Checked["fields"], action: Checked["action"]): Uint8Array {
  if (action === "reject") return packetOf("y", ["550 5.7.1 Rejected as spam"]);
  if (action === "discard") return packetOf("d");
  // The last one first: Postfix counts the fields that are left, and Sendmail also those that were removed.
  const removals = [...countedBy(removed, (name) => name)].flatMap(([name, count]) =>
    Array.from({ length: count }, (_, i) => packetOf("m", [count - i, name, ""])),
  );
  // Each becomes the first one of the header.
  const additions = fields.toReversed().map(({ name, value }) => packetOf("i", [0, name, lead + value]));
  const held = action === "quarantine" ? [packetOf("q", ["spam"])] : [];
  return Buffer.concat([...removals, ...additions, ...held, packetOf("c")]);
}
