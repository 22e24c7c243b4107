import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import type { SharedChange } from "../../model/learning/shared-change.js";
import type { NumberedChange } from "../learning/change-queue.js";

/** The position of a model in a stream. */
export interface Position {
  /** The number of the last change; 0 before the first. */
  readonly n: number;
  /** A digest of the first model and of all changes so far: once two streams differ, all later digests differ too. */
  readonly chain: string;
}

/** A change in the stream. Its bytes are not trusted until `chainAfter` has confirmed them. */
export interface StreamEntry extends SharedChange, Position {}

/** The possible outcomes of a change that a host sent: see `Fate`. `sent before`: the host has sent it already. */
export const OUTCOMES = ["learned", "relabelled", "unlearned", "known", "unknown", "sent before"] as const;
export type SharedOutcome = (typeof OUTCOMES)[number];

/** The outcome of a change, and the number of the last change of the stream after it. */
export interface Sent {
  readonly outcome: SharedOutcome;
  readonly n: number;
}

/** A host of a stream. */
export interface Host {
  readonly id: string;
  /** Different for every process. If two processes of a host have joined, only the one that joined later may send. */
  readonly token: string;
}

/** The data that a host sends when it joins. */
export interface Joining {
  readonly position: Position;
  /** The number of the last change that its model file has. */
  readonly kept: number;
  /** The digest of the settings of its model. */
  readonly settings: string;
}

/** The data that a host gets when it joins. */
export interface Joined {
  /** Whether the stream is new: the host then tells the known documents by `seed`. */
  readonly isNew: boolean;
  /** The sequence of the last change that the host has sent; 0 if there is none. */
  readonly sequence: number;
  /** A warning about the stream for the user, the first time; undefined if there is none. */
  readonly notice?: string | undefined;
}

/** The stream refuses a host. Trying again does not help: the user must first do what the message says. */
export class StreamRefusal extends DataError {}

/** The error for a queue that two servers use. Each would have changes that the other has sent. */
export const COPIED =
  "another server sends changes with a copy of this queue: stop one of the two, and delete the .queue file of the copy";

/** A stream of changes that several hosts add to and follow. */
export interface ChangeStream {
  /**
   * Registers a host, so that the changes after its position are kept.
   *
   * @throws StreamRefusal with the reason, DataError if the stream cannot be reached.
   */
  join(host: Host, joining: Joining): Promise<Joined>;
  /** Tells the classes of documents that the first model knows. After the last ones the stream takes changes. */
  seed(known: readonly (readonly [digest: Uint8Array, label: string])[], isLast: boolean): Promise<void>;
  /** Adds changes, one after the other. A change that changes nothing is not added. */
  send(host: Host, changes: readonly NumberedChange[]): Promise<readonly Sent[]>;
  /** Returns the next changes after a number. If there are none yet, waits up to this many milliseconds. */
  read(after: number, milliseconds: number): Promise<readonly StreamEntry[]>;
  /** Tells the last change `n` that the model file of a host has. Changes that no host needs any more are removed. */
  keep(host: Host, n: number): Promise<void>;
  close(): void;
}

/** Returns the chain after a change. The script in Redis computes the same. */
export function chainAfter(chain: string, { kind, digest, label, counted }: SharedChange): string {
  const bytes = Buffer.from(label);
  const hash = createHash("sha1");
  for (const part of [`${chain}:${kind}:`, digest, `:${bytes.length}:`, bytes, ":", counted]) hash.update(part);
  return hash.digest("hex");
}

/** Returns the SHA-1 of the bytes of a model file. That of the first model is the chain before the first change. */
export function modelDigest(model: Uint8Array): string {
  return createHash("sha1").update(model).digest("hex");
}
