import { Command } from "commander";
import { onEndSignal } from "../../../base/end-signals.js";
import { UsageError } from "../../../base/errors.js";
import { safeText } from "../../../base/safe-text.js";
import { spamIn } from "../../../delivery/filter/decide.js";
import { FileTeacher, type FileTeacherOptions } from "../../../delivery/learning/file-teacher.js";
import { LOG_FORMS } from "../../../delivery/operation/request-log.js";
import { addressText } from "../../../delivery/serving/address.js";
import { type Listener, type Listening, listen } from "../../../delivery/serving/listen.js";
import { type Answering, MessageServer } from "../../../delivery/serving/message-server.js";
import { FRAMED, messageOf, teach } from "../../../delivery/serving/protocols/framed.js";
import type { SessionProtocol } from "../../../delivery/serving/protocols/protocol.js";
import { ThreadedModel } from "../../../delivery/serving/threaded-model.js";
import { spamdService, type UserModels } from "../../../delivery/spamd/spamd-service.js";
import { SPAMD } from "../../../delivery/spamd/spamd-session.js";
import { ModelPool } from "../../../delivery/users/model-pool.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { HISTORY } from "../../options/history-option.js";
import { type CommonOptions, type Flags, type Texts, withOptions } from "../../options/options.js";
import { collect, parser, seconds, size, whole } from "../../options/parsers.js";
import { VERSION } from "../../output/output.js";
import { keepingAnswers } from "./serve-answers.js";
import { Operation, type OperationOptions } from "./serve-operation.js";
import { type Place, type PlaceOptions, placesOf, socketAccess } from "./serve-places.js";

/** The options of `thresher serve`. */
type ServeOptions = Pick<CommonOptions, "quiet"> &
  Flags<"allowTell"> &
  PlaceOptions &
  OperationOptions &
  Texts<"spam" | "models" | "history"> & {
    readonly model: string;
    readonly cache?: number;
    readonly timeout: number;
    readonly saveEvery?: number;
    readonly jobs: number;
  };

/** Clients at a time; further ones classify by themselves. */
const MAX_CLIENTS = 100;

/** Parses seconds, up to the longest wait of a timer in Node. */
const waiting = seconds(2 ** 31 / 1000 - 1);

/** Parses the permissions of a socket: octal digits, as for `chmod`. */
const permissions = parser(
  (text) => (/^0?[0-7]{3}$/.test(text) ? Number.parseInt(text, 8) : undefined),
  "give three octal digits, such as 660",
);

/** Makes the command `thresher serve`. */
export function newCommand(): Command {
  const command = withModel(new Command("serve"), "the model; a new version of the file is used as soon as it is there")
    .description("Keep a model in memory and answer thresher filter --server, for much mail.")
    .action(serve);
  withOptions(command, "Options", {
    "--socket <path|port>":
      "listen at a Unix socket that only you may write to, or at a port of this machine, open to all its users; 0 chooses a free port",
    "--socket-mode <octal>": ["who may write to the socket: 660 its group too, 666 every user", permissions],
    "--socket-group <group>": "give the socket to a group that may write to it (mode 660)",
    "--spamd <address>": ["answer spamc and other clients of spamd at HOST:PORT or at a socket; repeatable", collect],
    "--spam <class>": "with --spamd: the class that is spam (default: as filter finds it)",
    "--allow-tell": "with --spamd: let clients teach the model (spamc --learntype)",
    "--models <path>": "with --spamd: a model for each user, whose name is %u",
    "--cache <size>": ["with --models: how much memory the server may take (default: 512M)", size],
    "--timeout <seconds>": ["time for a client to send its message and read the answer", waiting, { default: 10 }],
    "--jobs <n>": ["threads that answer, each with about 130 MB; 1 if the model learns", whole(1), { default: 1 }],
    "--learn-socket <path>": "learn at this socket, with thresher learn --server",
    "--save-every <seconds>": ["how often a model that learns is written to its file (default: 30)", waiting],
    ...HISTORY,
    "--log <form>": ["write a line for each request to standard error, without the content of mail", LOG_FORMS],
    "--metrics <port>": ["answer /metrics (for Prometheus) and /healthz at a port of this machine", whole(0)],
    "--quiet": "print only the address and errors",
  });
  return withHelp(command, HELP);
}

const HELP = `Prints its address, as --server takes it, when it is ready. If a new model
cannot be loaded, the one before stays in use, and one line says so. SIGHUP
reads the model again. SIGTERM and SIGINT end the server after it has answered
all messages that it received.

With --spamd, programs that know SpamAssassin's spamd work with this model:
spamc, spamass-milter, Exim, Haraka, isbg. A message is spam from 5.0 points,
which is a probability of .8. If something goes wrong, they pass the message on
as it was. With --models, each user whom spamc names (-u) has a model, made by
the first message that the user teaches; until then, -m answers.

A port is open to every user of the machine: all can ask the model, and while
the server is down, anybody can listen there and receive the mail. A socket is
for its owner, and for those whom --socket-mode and --socket-group name.

Sockets that systemd has opened are used in place of --socket, --learn-socket
and --spamd: thresher setup systemd prints the units.

With --learn-socket, the server learns: thresher learn, relabel, unlearn and
forget take its path as --server. What it learns is on disk at once, and in the
model file within --save-every seconds. The model must be trained with
--remember.

Examples:
  thresher serve -m mail.model --socket ~/.thresher.socket
  thresher serve -m mail.model --spamd 127.0.0.1:783 --allow-tell
  thresher serve -m mail.model --spamd 127.0.0.1:783 --models '/var/lib/thresher/%u.model'
  thresher serve -m mail.model --socket ~/.thresher.socket --learn-socket ~/.learn.socket
  thresher learn spam letter.eml --server ~/.learn.socket
  thresher filter --server ~/.thresher.socket -m mail.model < letter.eml`;

/** Opens the sockets and ports, and answers until a signal ends the server. */
async function serve(options: ServeOptions): Promise<void> {
  const { timeout, saveEvery = 30, allowTell = false, spam, models, cache: memory = 512e6, history } = options;
  const { framed, spamd, learn } = placesOf(options);
  const isLearning = learn !== undefined || (allowTell && models === undefined);
  requireServable(options, spamd.length > 0, learn !== undefined || allowTell, isLearning);
  const access = socketAccess(options, framed === undefined ? spamd : [framed, ...spamd]);
  const stopped = firstSignal();
  let reload: () => void = () => undefined;
  // Before the model is read, which takes a while: without a listener, SIGHUP ends the process.
  process.on("SIGHUP", () => reload());
  const operation = new Operation(options);
  const following = { tell: operation.say, saveEvery: 1000 * saveEvery, explains: history !== undefined };
  const model = servedModel(options, operation, following, isLearning);
  // Each user of --models has a model; users without one get the answers of -m.
  const shared = { fallbackPath: options.model, fallback: model, ...following };
  const pool = models === undefined ? undefined : new ModelPool(models, { ...shared, memory });
  reload = () => {
    model.reload();
    pool?.clear();
  };
  const users: UserModels = pool ?? {
    answer: ({ message }) => model.answer(message),
    teach: "teach" in model ? (lesson, { message }) => model.teach(lesson, message) : undefined,
  };
  // The functions that answer each protocol. With --history, they also keep their answers.
  const keep = keepingAnswers(history, operation.say);
  const answer = keep((request) => users.answer(request), { style: "spamassassin", spam });
  const answerSpamd = spamdService({ answer, teach: allowTell ? users.teach?.bind(users) : undefined }, spam, VERSION);
  const answerFramed = keep(({ message }) => model.answer(message), {});
  const limits = { connections: MAX_CLIENTS, patience: timeout * 1000, numbers: { clients: 0 } };
  const listening: (Listening & { readonly server: Listener })[] = [];
  /** Begins to answer at a place. @param who may write to the socket */
  const open = async <R, A>(place: Place, protocol: SessionProtocol<R, A>, answer: Answering<R, A>, who = access) => {
    let at = "";
    const server = new MessageServer(answer, limits, protocol, (event) => operation.observe({ ...event, at }));
    const { address, leave } = await listen(server, place, who);
    at = addressText(address);
    listening.push({ address, leave, server });
  };
  try {
    // Stops at once if no class of the model is spam.
    if (spamd.length > 0) spamIn((await model.answer(new Uint8Array(0))).ranking, spam);
    if (framed !== undefined) {
      await open(framed, FRAMED, (request) => answerFramed({ user: undefined, message: messageOf(request) }));
    }
    for (const place of spamd) await open(place, SPAMD, answerSpamd);
    // The address for lessons is not printed among those for messages.
    const shown = listening.length;
    if (learn !== undefined && "teach" in model) {
      // {}: only the owner may write to this socket, whatever the options say of the others.
      await open(learn, FRAMED, (request) => teach(model, request), {});
    }
    const texts = listening.map(({ address }) => addressText(address));
    process.stdout.write(texts.map((text, i) => (i < shown ? `${safeText(text)}\n` : "")).join(""));
    await operation.start(options.model, model);
    const lessons = texts.slice(shown).map((text) => `, learning at ${text}`);
    operation.tell(`serving model ${model.id}${lessons.join("")}`);
    await stopped;
  } finally {
    for (const place of listening) place.leave();
    await Promise.all(listening.map(({ server }) => server.stop()));
    pool?.clear();
    await model.stop();
    operation.stop();
  }
}

/**
 * Checks that the options go together.
 *
 * @param canLearn whether there is a socket for lessons, or clients may teach
 * @param isLearning whether the model of -m learns
 * @throws UsageError if an option has no use.
 */
function requireServable(options: ServeOptions, hasSpamd: boolean, canLearn: boolean, isLearning: boolean): void {
  const { saveEvery, allowTell = false, spam, models, cache, jobs, history } = options;
  const wrong = [
    allowTell && !hasSpamd && "--allow-tell needs --spamd",
    spam !== undefined && !hasSpamd && "--spam needs --spamd",
    models !== undefined && !hasSpamd && "--models needs --spamd",
    cache !== undefined && models === undefined && "--cache needs --models",
    saveEvery !== undefined && !canLearn && "--save-every needs --learn-socket or --allow-tell",
    history !== undefined &&
      models !== undefined &&
      "--history cannot be combined with --models: one file would have the mail of all users",
    jobs > 1 && isLearning && "--jobs cannot be combined with learning: a model that learns answers in one thread",
  ].find((text) => text !== false);
  if (wrong !== undefined) throw new UsageError(wrong);
}

/** Returns the model to serve: one that follows its file, or one that learns. */
function servedModel(
  { model: path, jobs }: ServeOptions,
  operation: Operation,
  following: FileTeacherOptions,
  isLearning: boolean,
): ThreadedModel | FileTeacher {
  const onChange = () => operation.tell(`${path}: now model ${model.id}`);
  const options = { ...following, onChange };
  const model = isLearning ? new FileTeacher(path, options) : new ThreadedModel(path, options, jobs);
  return model;
}

/** Resolves at the first signal to end; the second one ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => void onEndSignal(() => resolve()));
}
