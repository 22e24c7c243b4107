import { DataError } from "../../../src/base/errors.js";
import type { NumberedChange } from "../../../src/delivery/learning/change-queue.js";
import type { ChangeStream, Host, Joining, Sent, StreamEntry } from "../../../src/delivery/sharing/change-stream.js";
import { chainAfter, StreamRefusal } from "../../../src/delivery/sharing/change-stream.js";
import { keyOf } from "../../../src/features/corpus/known-documents.js";

/** What the scripts in Redis do, in this process. */
export class MemoryStream {
  readonly known = new Map<string, string>();
  readonly entries: StreamEntry[] = [];
  readonly #senders = new Map<string, number>();
  #base: string | undefined;
  #isReady = false;
  #chain = "";
  /** Whether calls fail, as they do while Redis is away. */
  isAway = false;
  /** Whether answers of `send` are lost after it has done its work. */
  losesAnswers = false;

  /** The stream as one host sees it. */
  connection(): ChangeStream {
    const reached = () => {
      if (this.isAway) throw new DataError("Redis cannot be reached");
    };
    return {
      join: async (host: Host, { position }: Joining) => {
        reached();
        if (this.#base === undefined) {
          this.#base = position.chain;
          this.#chain = position.chain;
        }
        if (position.n === 0 && position.chain !== this.#base) throw new StreamRefusal("began with another model");
        if (position.n > this.entries.length) throw new StreamRefusal("lost");
        return { isNew: !this.#isReady, sequence: this.#senders.get(host.id) ?? 0 };
      },
      seed: async (known, isLast) => {
        reached();
        for (const [digest, label] of known) this.known.set(keyOf(digest), label);
        this.#isReady = isLast;
      },
      send: async (host, changes) => {
        reached();
        const sent = changes.map((change) => this.send(host.id, change));
        if (this.losesAnswers) throw new DataError("the answer is lost");
        return sent;
      },
      read: async (after) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        reached();
        return this.entries.slice(after, after + 3);
      },
      keep: async () => reached(),
      close: () => undefined,
    };
  }

  /** One change of one host. */
  send(host: string, { sequence, kind, digest, label, counted }: NumberedChange): Sent {
    if (sequence <= (this.#senders.get(host) ?? 0)) return { outcome: "sent before", n: this.entries.length };
    this.#senders.set(host, sequence);
    const before = this.known.get(keyOf(digest));
    const add = (change: Pick<StreamEntry, "kind" | "counted" | "label">) => {
      const entry = { digest, ...change };
      this.#chain = chainAfter(this.#chain, entry);
      this.entries.push({ ...entry, n: this.entries.length + 1, chain: this.#chain });
    };
    const sent = (outcome: Sent["outcome"]) => ({ outcome, n: this.entries.length });
    if (kind === "unlearn" || kind === "forget") {
      if (!this.known.delete(keyOf(digest))) return sent("unknown");
      add({ kind, label: "", counted });
      return sent("unlearned");
    }
    if (before === label) return sent("known");
    if (before === undefined && kind === "relabel") return sent("unknown");
    this.known.set(keyOf(digest), label);
    if (before === undefined) add({ kind: "learn", label, counted });
    else add({ kind: "relabel", label, counted: new Uint8Array(0) });
    return sent(before === undefined ? "learned" : "relabelled");
  }
}
