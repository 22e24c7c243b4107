import { safeText } from "../../base/safe-text.js";
import { StreamRefusal } from "./change-stream.js";

/** The names in the messages. */
interface JoinFacts {
  /** The address of Redis, as users know it. */
  readonly redis: string;
  /** The key of the stream in Redis. */
  readonly key: string;
  /** The last change that the model of the host has made. */
  readonly n: number;
  /** The number that Redis returned with its answer, if any: the last change, or with `trimmed` the first one. */
  readonly number: string | undefined;
}

/**
 * Returns the error for a host whose model the stream does not accept, with what the user can do.
 *
 * @param answer the reason that the script `JOIN` has returned: a key of `reasons`
 */
export function joinRefusal(answer: string, { redis, key, n, number }: JoinFacts): StreamRefusal {
  const copy = "copy the model and its .position file from a running host";
  const fresh =
    "take the host with the highest change number: delete its .position file, start it with another name, and copy its model to the others";
  const reasons: Readonly<Record<string, string>> = {
    gone: `Redis has no such stream, but the model has followed it to change ${n}: bring back the data of Redis, or ${fresh}`,
    format: "the stream is of another version of thresher: run the same version on all hosts",
    settings: "the stream is for models with other settings: name another stream, or use the model of a running host",
    base: `the stream began with another model: ${copy}, or name another stream`,
    lost: `the stream ends at change ${number}, but the model has change ${n}: Redis has lost changes; bring back its data, or ${fresh}`,
    hole: `the model has followed the stream to change ${n}, but what comes next is missing in Redis, which has change ${number}: ${copy} that has it`,
    other: `the stream is not the one that the model has followed: Redis has lost changes; bring back its data, or ${fresh}`,
    foreign: `something else has written to the key ${key} of Redis: remove that (XDEL, then XSETID ${key} ${number}-0; DEL if it is no stream), or ${fresh}`,
    trimmed: `the stream begins after change ${number}, but the model has followed it only to ${n}: ${copy}`,
  };
  return new StreamRefusal(`${redis}: ${reasons[answer] ?? `unexpected answer ${safeText(answer)}`}`);
}
