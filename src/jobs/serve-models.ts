import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DataError, orDataError, orElse, UsageError } from "../base/errors.js";
import { VERSION } from "../base/version.js";
import { followedDrift } from "../delivery/drift/followed-drift.js";
import type { FilterOptions } from "../delivery/filter/decide.js";
import type { Models } from "../delivery/filter/teacher.js";
import { decidedBy, historyOf } from "../delivery/history/history.js";
import { FileTeacher } from "../delivery/learning/file-teacher.js";
import { ServerMetrics, serveMetrics } from "../delivery/operation/server-metrics.js";
import { addressText } from "../delivery/serving/address.js";
import { MAX_WAITING_BYTES } from "../delivery/serving/client-server.js";
import { FilteringModel } from "../delivery/serving/filtering-model.js";
import { HttpServer } from "../delivery/serving/http-server.js";
import { listen } from "../delivery/serving/listen.js";
import { MessageServer } from "../delivery/serving/message-server.js";
import { type ActionFrom, newDesk } from "../delivery/serving/protocols/desk.js";
import { framed } from "../delivery/serving/protocols/framed.js";
import type { ServerEvent } from "../delivery/serving/protocols/protocol.js";
import type { ProtocolOf } from "../delivery/serving/protocols/protocols.js";
import { ModelPool } from "../delivery/users/model-pool.js";
import { usersWithFiles } from "../delivery/users/user-files.js";
import type { AnswerLimits } from "../model/limits.js";
import { tell, tellFault } from "./follower.js";
import { MAIL_OPTIONS, type MailPlace, type Place, type PlaceOptions, placesOf } from "./serve-places.js";

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
  /** The actions of mail programs on spam, by its points. Default: none but marking. */
  readonly action?: readonly ActionFrom[] | undefined;
  /** Let mail programs teach the model; a text is the path of the password that clients by HTTP send. Default false. */
  readonly allowTell?: boolean | string | undefined;
  /** For mail programs: the path of a model for each user, whose name is `%u`. */
  readonly models?: string | undefined;
  /** With `models`: the bytes that the process may take. Default: 512 million. */
  readonly cache?: number | undefined;
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
/** Milliseconds between a lesson, which is on disk at once, and writing the model file. */
const SAVE_EVERY = 30_000;

/**
 * Answers messages, and learns lessons, until the signal.
 *
 * @throws DataError if a model cannot be read, or it cannot listen; UsageError if options do not go together
 */
export async function serveModels(options: ServeModelsOptions): Promise<void> {
  const { model: path, timeout, allowTell = false, spam, models, history, action: actions, signal } = options;
  const { filter, mail, learn, access, isPrivate, isActivated } = placesOf(options);
  const isTaught = allowTell !== false;
  const isLearning = learn !== undefined || (isTaught && models === undefined);
  requireServable(options, isActivated ? undefined : mail, isLearning);
  if (isTaught && mail.some(({ name, place }) => name === "spamd" && "port" in place)) {
    const advice = "use a socket instead, or --http with a password";
    tellFault(options, `warning: --allow-tell at a port of --spamd lets every program teach any user: ${advice}`);
  }
  const password = typeof allowTell === "string" ? passwordIn(allowTell) : "";
  const stopped = signal.aborted ? undefined : once(signal, "abort");
  let reload: () => void = () => undefined;
  options.onStart?.(() => reload());
  const { model, pool } = loadModels(options, isLearning, mail.length > 0);
  reload = () => {
    model.reload();
    pool?.clear();
  };
  const keep = history === undefined ? undefined : historyOf(history, "serve", (line) => tellFault(options, line));
  const users: Models = pool ?? model;
  // Without the methods that teach.
  const answering = (models: Models): Models => ({ answer: (message, user) => models.answer(message, user) });
  const metrics = new ServerMetrics(VERSION);
  const deskAt = (place: Place) =>
    newDesk(isTaught ? users : answering(users), {
      ...{ spam, actions, program: VERSION, hasUsers: pool !== undefined, stat: () => metrics.stat() },
      password: isPrivate(place) ? undefined : password,
    });
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
  const open = async (place: Place, protocol: ReturnType<ProtocolOf>, deciding?: FilterOptions, who = access) => {
    let at = "";
    const observe = (event: ServerEvent) => {
      metrics.observe(event);
      options.onEvent?.({ ...event, at });
      if (event.kind !== "answered" || deciding === undefined) return;
      const { message, answer } = event.facts;
      // A model that is damaged, or knows one class, decides nothing.
      if (answer !== undefined) orElse(() => keep?.(message, decidedBy(answer, deciding)), undefined);
    };
    const isHttp = "routes" in protocol;
    const server = isHttp ? new HttpServer(protocol, limits, observe) : new MessageServer(protocol, limits, observe);
    const opened = await listen(server, place, who);
    listening.push(opened);
    at = addressText(opened.address);
    return at;
  };
  try {
    const addresses: string[] = [];
    if (filter !== undefined) addresses.push(await open(filter, framed(answering(model)), {}));
    const deciding = { style: "spamassassin", spam } as const;
    for (const { protocolOf, place } of mail) addresses.push(await open(place, protocolOf(deskAt(place)), deciding));
    // {}: only the owner may write to this socket, whatever the options say of the others.
    const lessons = learn === undefined ? "" : `, learning at ${await open(learn, framed(model), undefined, {})}`;
    options.onListening?.(addresses);
    if (options.metrics !== undefined) {
      page = await serveMetrics(options.metrics, () => {
        const status = statSync(path, { throwIfNoEntry: false });
        return metrics.text({
          ...{ id: model.id, age: status && Date.now() - status.mtimeMs, drift: drift?.() },
          waiting: model instanceof FileTeacher ? model.waiting : undefined,
          users: pool && { files: orElse(() => usersWithFiles(models ?? "").length, 0), inMemory: pool.size },
        });
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
 * @param isForMail whether mail programs ask
 */
function loadModels(options: ServeModelsOptions, isLearning: boolean, isForMail: boolean) {
  const { model: path, models, jobs, cache = 512e6, history, errorsAtMost, spam } = options;
  const onFault = (line: string) => tellFault(options, line);
  // Mail programs need a class for spam, at the start and in each model that takes the place of another.
  const forMail = isForMail ? { spam } : undefined;
  const following = { tell: onFault, saveEvery: SAVE_EVERY, explains: history !== undefined, errorsAtMost, forMail };
  const onChange = () => tell(options, `${path}: now model ${model.id}`);
  const model = isLearning
    ? new FileTeacher(path, { ...following, onChange })
    : new FilteringModel(path, { ...following, onChange, jobs });
  const sharing = { ...following, fallback: model, memory: cache };
  return { model, pool: models === undefined ? undefined : new ModelPool(models, sharing) };
}

/** Returns the password in a file, without the end of its line. @throws DataError if others can read it */
function passwordIn(path: string): string {
  const { mode, text } = orDataError(
    () => ({ mode: statSync(path).mode, text: readFileSync(path, "utf8").trimEnd() }),
    (why) => `${path}: cannot read the password for lessons: ${why}`,
  );
  if ((mode & 0o007) !== 0) throw new DataError(`${path}: every user can read this password: run chmod o= ${path}`);
  if (text === "") throw new DataError(`${path}: this file has no password: write one into it`);
  return text;
}

/**
 * Checks that the options go together.
 *
 * @param mail undefined if systemd opens the sockets: its unit has the options of all of them
 * @param isLearning whether the model itself learns
 * @throws UsageError if an option has no use.
 */
function requireServable(options: ServeModelsOptions, mail: readonly MailPlace[] | undefined, isLearning: boolean) {
  const { allowTell = false, spam, models, cache, jobs, history, action } = options;
  const hasMail = mail === undefined || mail.length > 0;
  const wrong = [
    allowTell !== false && mail?.every(({ name }) => name === "milter") && "--allow-tell needs --spamd or --http",
    spam !== undefined && !hasMail && `--spam needs ${MAIL_OPTIONS}`,
    models !== undefined && !hasMail && `--models needs ${MAIL_OPTIONS}`,
    action !== undefined && mail?.every(({ name }) => name === "spamd") && "--action needs --milter or --http",
    cache !== undefined && models === undefined && "--cache needs --models",
    history !== undefined &&
      models !== undefined &&
      "--history cannot be combined with --models: one file would have the mail of all users",
    jobs > 1 && isLearning && "--jobs cannot be combined with learning: a model that learns answers in one thread",
  ].find((text) => typeof text === "string");
  if (wrong !== undefined) throw new UsageError(wrong);
}
