import type { Redis } from "ioredis";
import { DataError } from "../../base/errors.js";
import { newRedis, type RedisAddress, redisFault, requireSound } from "../../base/redis.js";
import { safeText } from "../../base/safe-text.js";
import { SHARED_KINDS, type SharedKind } from "../../model/learning/shared-change.js";
import type { NumberedChange } from "../learning/change-queue.js";
import {
  type ChangeStream,
  COPIED,
  type Host,
  type Joined,
  type Joining,
  OUTCOMES,
  type Sent,
  type SharedOutcome,
  type StreamEntry,
  StreamRefusal,
} from "./change-stream.js";
import { joinRefusal } from "./join-refusal.js";
import { SCRIPTS, type ScriptName, STREAM_FORMAT, streamKey } from "./stream-scripts.js";

/** The values of `ARGV` in a script, in order: see the docstring of each script. */
type Arguments = readonly (string | number | Uint8Array)[];
/** A client with our scripts. */
type ScriptedRedis = Redis & {
  readonly [name in `${ScriptName}Buffer`]: (keys: readonly string[], args: Arguments) => Promise<unknown>;
};

const NOT_KEPT = "Redis keeps no append-only file, so it loses changes if it crashes: set appendonly to yes";

/** Seconds after which a host that has not told its position is forgotten: a week. */
const HOST_LIFE = 7 * 24 * 3600;
/** Changes that are read at a time: at first, and at most. */
const FIRST_BATCH = 16;
const MAX_BATCH = 256;
/** About how many bytes an answer has. On a slow line, the model learns and is saved while the rest arrives. */
const ANSWER_BYTES = 2 ** 20;

/** The entries of a stream as Redis returns them: an id such as `17-0`, then names and values in turn. */
type RawEntries = [id: Buffer, fields: Buffer[]][];

/** A stream of changes in Redis. Every call fails at once while Redis is away. */
export class RedisStream implements ChangeStream {
  readonly #address: RedisAddress;
  /** For commands. */
  readonly #redis: ScriptedRedis;
  /** For reading, which waits. */
  readonly #reader: Redis;
  readonly #streamKey: string;
  /** The number of changes that are read next. */
  #batch = FIRST_BATCH;
  /** Whether `join` has looked at how Redis keeps its data. */
  #hasWarned = false;

  /** @param option the option that names Redis, for errors @throws DataError if the client is not installed */
  constructor(address: RedisAddress, option: string) {
    this.#address = address;
    this.#streamKey = streamKey(address.name, "stream");
    const redis = newRedis(address, option);
    for (const [name, { lua, keys }] of Object.entries(SCRIPTS)) {
      redis.defineCommand(name, { lua, numberOfKeys: keys.length });
    }
    this.#redis = redis as ScriptedRedis;
    this.#reader = newRedis(address, option);
  }

  /** Registers a host. @throws StreamRefusal if the stream does not accept its model, DataError if Redis is away */
  async join({ id, token }: Host, { position, kept, settings }: Joining): Promise<Joined> {
    await this.#connect(this.#redis);
    await requireSound(this.#redis, this.#address);
    const { n, chain } = position;
    // The answer is `ok`, or the reason for a refusal; some reasons have a number.
    const [answer, ...rest] = await this.#run("join", [STREAM_FORMAT, id, token, n, chain, settings, kept]);
    if (answer !== "ok") {
      throw joinRefusal(answer, { n, number: rest[0], redis: this.#address.shown, key: this.#streamKey });
    }
    // After `ok`: `1` if the stream takes changes, otherwise `0`; and the sequence of the last change of this host.
    const [ready, sequence] = rest;
    const persistence = await this.#called(this.#redis.info("persistence"));
    const isNews = !this.#hasWarned && /^aof_enabled:0/m.test(persistence);
    this.#hasWarned = true;
    const notice = isNews ? `${this.#address.shown}: ${NOT_KEPT}` : undefined;
    return { isNew: ready === "0", sequence: Number(sequence), notice };
  }

  /** Tells the classes of documents that the first model knows. */
  async seed(known: readonly (readonly [Uint8Array, string])[], isLast: boolean): Promise<void> {
    const entries = known.flatMap(([digest, label]) => [Buffer.from(digest), label]);
    // `1` ends the seeding, and then the stream takes changes.
    await this.#run("seed", [isLast ? "1" : "0", ...entries]);
  }

  /** Adds changes to the stream, one after the other. Returns what became of each. */
  async send({ id, token }: Host, changes: readonly NumberedChange[]): Promise<readonly Sent[]> {
    const sending = changes.map(({ sequence, kind, digest, label, counted }, i) => {
      const bytes = [Buffer.from(digest), label, Buffer.from(counted)];
      // `1` marks the first change. Each later one is refused if the one before it was not taken.
      return this.#run("send", [id, token, sequence, kind, ...bytes, i === 0 ? "1" : "0"]);
    });
    const answers = await Promise.all(sending);
    // An outcome and the number of the last change of the stream; `refused` and the reason; or `replaced`.
    return answers.map(([outcome, n]) => {
      if (outcome === "replaced") throw new StreamRefusal(COPIED);
      if (!OUTCOMES.includes(outcome as SharedOutcome)) throw new DataError(`${this.#address.shown}: ${n}`);
      return { outcome: outcome as SharedOutcome, n: Number(n) };
    });
  }

  /** Returns the next changes after number `after`. If there are none yet, waits up to this many milliseconds. */
  async read(after: number, milliseconds: number): Promise<readonly StreamEntry[]> {
    const reader = this.#reader;
    await this.#connect(reader);
    // The id of change n is `n-0`. Redis returns the entries after this id.
    const last = `${after}-0`;
    const reading = reader.xreadBuffer("COUNT", this.#batch, "BLOCK", milliseconds, "STREAMS", this.#streamKey, last);
    // The entries of each stream that was asked for, here one; null if the time is over.
    const found = (await this.#called(reading, reader)) as [key: Buffer, RawEntries][] | null;
    const entries = found?.[0]?.[1] ?? [];
    this.#adapt(entries);
    return entries.map(([id, fields]) => entryOf(id, fields));
  }

  /** Chooses how many changes are read next, by the size of these. */
  #adapt(entries: Readonly<RawEntries>): void {
    if (entries.length === 0) return;
    const bytes = entries.reduce((sum, [, fields]) => fields.reduce((all, field) => all + field.length, sum), 0);
    const fitting = Math.floor((ANSWER_BYTES * entries.length) / Math.max(1, bytes));
    this.#batch = Math.max(1, Math.min(fitting, 2 * this.#batch, MAX_BATCH));
  }

  /** Tells how far the model file of a host is, so that changes which all files have can be removed. */
  async keep({ id }: Host, n: number): Promise<void> {
    await this.#run("keep", [id, n, HOST_LIFE]);
  }

  close(): void {
    this.#redis.disconnect();
    this.#reader.disconnect();
  }

  /** Waits for the first connection only; later ones are made by the client itself. */
  async #connect(redis: Redis): Promise<void> {
    if (redis.status === "wait" || redis.status === "end") await this.#called(redis.connect(), redis);
  }

  /** Waits for an answer of Redis. @throws DataError if Redis is away or has refused. */
  async #called<T>(answer: Promise<T>, redis: Redis = this.#redis): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw redisFault(error, this.#address.shown, redis);
    }
  }

  /** Runs a script, and returns its answer as texts. */
  async #run(name: ScriptName, args: Arguments): Promise<readonly string[]> {
    const keys = SCRIPTS[name].keys.map((key) => streamKey(this.#address.name, key));
    const answer = await this.#called(this.#redis[`${name}Buffer`](keys, args));
    return [answer].flat().map(String);
  }
}

/**
 * Returns an entry of the stream. Missing fields become empty, which is not valid in any change.
 *
 * @param id the number of the change and `-0`
 * @param fields the names of fields, each followed by its value: `k` is the kind, `d` the digest, `l` the label, `b`
 *   the counts and `c` the chain
 */
function entryOf(id: Buffer, fields: readonly Buffer[]): StreamEntry {
  const pairs = fields.map((name, i) => [String(name), fields[i + 1]] as const);
  const values = new Map(pairs.filter((_, i) => i % 2 === 0));
  const bytes = (name: string) => values.get(name) ?? Buffer.alloc(0);
  const kind = String(bytes("k")) as SharedKind;
  if (!SHARED_KINDS.includes(kind)) throw new DataError(`change ${safeText(String(id))} of the stream is damaged`);
  const n = Number(String(id).replace(/-0$/, ""));
  return { n, chain: String(bytes("c")), kind, digest: bytes("d"), label: String(bytes("l")), counted: bytes("b") };
}
