import { statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { orElse, UsageError } from "../base/errors.js";
import { VERSION } from "../base/version.js";
import { followedDrift } from "../delivery/drift/followed-drift.js";
import { type FilterOptions, spamIn } from "../delivery/filter/decide.js";
import type { Models } from "../delivery/filter/teacher.js";
import { decidedBy, historyOf } from "../delivery/history/history.js";
import { FileTeacher } from "../delivery/learning/file-teacher.js";
import { ServerMetrics, serveMetrics } from "../delivery/operation/server-metrics.js";
import { addressText } from "../delivery/serving/address.js";
import { FilteringModel } from "../delivery/serving/filtering-model.js";
import { listen } from "../delivery/serving/listen.js";
import { MAX_WAITING_BYTES, MessageServer } from "../delivery/serving/message-server.js";
import { type ActionFrom, newDesk } from "../delivery/serving/protocols/desk.js";
import { framed } from "../delivery/serving/protocols/framed.js";
import type { Protocol, ServerEvent } from "../delivery/serving/protocols/protocol.js";
import { ModelPool } from "../delivery/users/model-pool.js";
import type { AnswerLimits } from "../model/limits.js";
import { tell, tellFault } from "./follower.js";
import { MAIL_OPTIONS, type Place, type PlaceOptions, placesOf } from "./serve-places.js";

/** The options of `serveModels`. */
export interface ServeModelsOptions extends PlaceOptions, AnswerLimits {
  /** The path of the model. A new version of the file is used as soon as it is there. */
  readonly model: string;
  /** Seconds for a client to send its message and read the answer. */
  readonly timeout: number;
  /** Threads that answer; 1 if the model learns. */
  readonly jobs: number;
  /** For mail programs: the class that is spam. Default: as `filterMessage` finds it. */
  readonly spam?: string | undefined;
  /** What mail programs do with spam other than marking it, by its points. */
  readonly action?: readonly ActionFrom[] | undefined;
  /** Let mail programs teach the model. Default false. */
  readonly allowTell?: boolean | undefined;
  /** For mail programs: the path of a model for each user, whose name is `%u`. */
  readonly models?: string | undefined;
  /** With `models`: the bytes that the process may take. Default: 512 million. */
  readonly cache?: number | undefined;
  /** Seconds between a lesson and writing the model file. Default: 30. */
  readonly saveEvery?: number | undefined;
  /** A file that gets each decision. */
  readonly history?: string | undefined;
  /** The port of `/metrics` and `/healthz`; 0 chooses a free one. Default: there is none. */
  readonly metrics?: number | undefined;
  /** Ends the server after it has answered all messages that it received. */
  readonly signal: AbortSignal;
  /** Called before the model is read, with a function that reads the models again. */
  readonly onStart?: ((reload: () => void) => void) | undefined;
  /** Called when it listens, with the addresses for messages. */
  readonly onListening?: ((addresses: readonly string[]) => void) | undefined;
  /** Called with each event. */
  readonly onEvent?: ((event: ServerEvent) => void) | undefined;
}

/** Clients at a time; further ones classify by themselves. */
const MAX_CLIENTS = 100;

/**
 * Answers messages, and learns lessons, until the signal.
 *
 * @throws DataError if a model cannot be read, or it cannot listen; UsageError if options do not go together
 */
export async function serveModels(options: ServeModelsOptions): Promise<void> {
  const { model: path, timeout, allowTell = false, spam, models, history, action: actions, signal } = options;
  const { filter, mail, learn, access } = placesOf(options);
  const isLearning = learn !== undefined || (allowTell && models === undefined);
  requireServable(options, mail.length > 0, learn !== undefined || allowTell, isLearning);
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
  let reload: () => void = () => undefined;
  options.onStart?.(() => reload());
  const { model, pool } = loadModels(options, isLearning);
  reload = () => {
    model.reload();
    pool?.clear();
  };
  const keep = history === undefined ? undefined : historyOf(history, "serve", (line) => tellFault(options, line));
  const users: Models = pool ?? model;
  // Without the methods that teach.
  const answering = (models: Models): Models => ({ answer: (message, user) => models.answer(message, user) });
  const desk = newDesk(allowTell ? users : answering(users), {
    ...{ spam, actions, program: VERSION },
    hasUsers: pool !== undefined,
  });

  const metrics = new ServerMetrics(VERSION);
  const drift = history === undefined ? undefined : followedDrift(history, path);
  let page: Server | undefined;
  const limits = { connections: MAX_CLIENTS, patience: timeout * 1000, room: { left: MAX_WAITING_BYTES } };
  const listening: Awaited<ReturnType<typeof listen>>[] = [];
  /**
   * Begins to answer at a place. Returns the address.
   *
   * @param deciding what the answers decide, for the history. Undefined if they are not kept
   * @param who may write to the socket
   */
  const open = async <Request>(place: Place, protocol: Protocol<Request>, deciding?: FilterOptions, who = access) => {
    let at = "";
    const server = new MessageServer(protocol, limits, (event) => {
      metrics.observe(event);
      options.onEvent?.({ ...event, at });
      if (event.kind !== "answered" || deciding === undefined) return;
      const { message, answer } = event.facts;
      // A model that is damaged, or knows one class, decides nothing.
      if (answer !== undefined) orElse(() => keep?.(message, decidedBy(answer, deciding)), undefined);
    });
    const opened = await listen(server, place, who);
    listening.push(opened);
    at = addressText(opened.address);
    return at;
  };
  try {
    // Stops at once if no class of the model is spam.
    if (mail.length > 0) spamIn((await model.answer(new Uint8Array(0))).ranking, spam);
    const addresses: string[] = [];
    if (filter !== undefined) addresses.push(await open(filter, framed(answering(model)), {}));
    const deciding = { style: "spamassassin", spam } as const;
    for (const { protocolOf, place } of mail) addresses.push(await open(place, protocolOf(desk), deciding));
    // {}: only the owner may write to this socket, whatever the options say of the others.
    const lessons = learn === undefined ? "" : `, learning at ${await open(learn, framed(model), undefined, {})}`;
    options.onListening?.(addresses);
    if (options.metrics !== undefined) {
      page = await serveMetrics(options.metrics, () => {
        const status = statSync(path, { throwIfNoEntry: false });
        return metrics.text(model.id, status && Date.now() - status.mtimeMs, drift?.());
      });
      const { port } = page.address() as AddressInfo;
      if (options.metrics === 0) tell(options, `metrics at http://127.0.0.1:${port}/metrics`);
    }
    tell(options, `serving model ${model.id}${lessons}`);
    await stopped;
  } finally {
    await Promise.all(listening.map((place) => place.stop()));
    pool?.clear();
    await model.stop();
    page?.close();
    page?.closeAllConnections();
  }
}

/**
 * Loads the model and, with `models`, the pool with a model for each user. Users without one get the answers of the model.
 *
 * @param isLearning whether the model itself learns
 */
function loadModels(options: ServeModelsOptions, isLearning: boolean) {
  const { model: path, models, jobs, cache = 512e6, saveEvery = 30, history, errorsAtMost } = options;
  const onFault = (line: string) => tellFault(options, line);
  const following = { tell: onFault, saveEvery: 1000 * saveEvery, explains: history !== undefined, errorsAtMost };
  const onChange = () => tell(options, `${path}: now model ${model.id}`);
  const model = isLearning
    ? new FileTeacher(path, { ...following, onChange })
    : new FilteringModel(path, { ...following, onChange, jobs });
  const pool =
    models === undefined
      ? undefined
      : new ModelPool(models, { fallbackPath: path, fallback: model, ...following, memory: cache });
  return { model, pool };
}

/**
 * Checks that the options go together.
 *
 * @param canLearn whether there is a socket for lessons, or clients may teach
 * @param isLearning whether the model itself learns
 * @throws UsageError if an option has no use.
 */
function requireServable(options: ServeModelsOptions, hasMail: boolean, canLearn: boolean, isLearning: boolean): void {
  const { saveEvery, allowTell = false, spam, models, cache, jobs, history } = options;
  const wrong = [
    allowTell && !hasMail && `--allow-tell needs ${MAIL_OPTIONS}`,
    spam !== undefined && !hasMail && `--spam needs ${MAIL_OPTIONS}`,
    models !== undefined && !hasMail && `--models needs ${MAIL_OPTIONS}`,
    cache !== undefined && models === undefined && "--cache needs --models",
    saveEvery !== undefined && !canLearn && "--save-every needs --learn-socket or --allow-tell",
    history !== undefined &&
      models !== undefined &&
      "--history cannot be combined with --models: one file would have the mail of all users",
    jobs > 1 && isLearning && "--jobs cannot be combined with learning: a model that learns answers in one thread",
  ].find((text) => text !== false);
  if (wrong !== undefined) throw new UsageError(wrong);
}
