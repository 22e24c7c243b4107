import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { redisAddress } from "../../../base/redis.js";
import { safeText } from "../../../base/safe-text.js";
import { spamIn } from "../../../delivery/filter/decide.js";
import { FileTeacher, type FileTeacherOptions } from "../../../delivery/learning/file-teacher.js";
import { FRAMED_LESSONS, teach } from "../../../delivery/learning/lessons.js";
import { addressText, type ServerAddress } from "../../../delivery/serving/address.js";
import { type Listener, type Listening, listen, type SocketAccess } from "../../../delivery/serving/listen.js";
import { MessageServer } from "../../../delivery/serving/message-server.js";
import type { PassedSocket } from "../../../delivery/serving/passed-sockets.js";
import { FRAMED_MESSAGES } from "../../../delivery/serving/protocols/framed.js";
import { ThreadedModel } from "../../../delivery/serving/threaded-model.js";
import { RedisStream } from "../../../delivery/sharing/redis-stream.js";
import { SharedHost } from "../../../delivery/sharing/shared-host.js";
import { spamdService, type UserModels } from "../../../delivery/spamd/spamd-service.js";
import { SPAMD } from "../../../delivery/spamd/spamd-session.js";
import { ModelPool } from "../../../delivery/users/model-pool.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Flags, type Texts, withOptions } from "../../options/options.js";
import { collect, parser, seconds, size, whole } from "../../options/parsers.js";
import { VERSION } from "../../output/output.js";
import { OPERATION_OPTIONS, Operation, type OperationOptions } from "./serve-operation.js";
import { type PlaceOptions, type Places, placesOf, socketAccess } from "./serve-places.js";

type ServeOptions = Pick<CommonOptions, "quiet"> &
  Flags<"allowTell"> &
  PlaceOptions &
  OperationOptions &
  Texts<"share" | "spam" | "models"> & {
    readonly model: string;
    readonly memory?: number;
    readonly connections: number;
    readonly timeout: number;
    readonly saveEvery?: number;
    readonly jobs: number;
  };

/** Parses seconds, up to the longest wait of a timer in Node. */
const waiting = seconds(2 ** 31 / 1000 - 1);
/** How often a model that learns is written to its file, in seconds. */
const DEFAULT_SAVING = 30;
/** How much memory the models of users may take, in bytes. */
const DEFAULT_MEMORY = 512e6;

const permissions = parser(
  (text) => (/^0?[0-7]{3}$/.test(text) ? Number.parseInt(text, 8) : undefined),
  "give three octal digits, such as 660",
);

export function newCommand(): Command {
  const command = withModel(new Command("serve"), "the model; a new version of the file is used as soon as it is there")
    .description("Keep a model in memory and answer thresher filter --server, for much mail.")
    .action(serve);
  withOptions(command, "Options", {
    "--socket <path>": ["listen at a Unix socket that only you may write to", { conflicts: ["port"] }],
    "--socket-mode <octal>": ["who may write to the socket: 660 its group too, 666 every user", permissions],
    "--socket-group <group>": "give the socket to a group that may write to it (mode 660)",
    "--port <n>": ["listen at a port of this machine, open to all its users; 0 chooses a free port", whole(0)],
    "--spamd <address>": ["answer spamc and other clients of spamd at HOST:PORT or at a socket; repeatable", collect],
    "--spam <class>": "with --spamd: the class that is spam (default: as filter finds it)",
    "--allow-tell": "with --spamd: let clients teach the model (spamc --learntype)",
    "--models <path>": ["with --spamd: a model for each user, whose name is %u", { conflicts: ["share"] }],
    "--memory <size>": ["with --models: how much memory the server may take (default: 512M)", size],
    "--connections <n>": ["clients at a time; further ones classify by themselves", whole(1), { default: 100 }],
    "--timeout <seconds>": ["time for a client to send its message and read the answer", waiting, { default: 10 }],
    "--jobs <n>": ["threads that answer, each with the model in memory", whole(1), { default: 1 }],
    "--share <url>": "share what the model learns with other servers, such as redis://host/mail",
    "--learn-socket <path>":
      "learn at this socket, with thresher learn --server (default with --share: the path of --socket with .learn)",
    "--save-every <seconds>": ["how often a model that learns is written to its file (default: 30)", waiting],
    ...OPERATION_OPTIONS,
    "--quiet": "print only the address and errors",
    "--debug": "print the stack of an error",
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
as it was. With --models, each user whom spamc names (-u) has a model. The first
message that a user teaches makes it; until then, -m answers. Only the user of
the server and root may be able to write where the models lie.

A port is open to every user of the machine: all can ask the model, and while
the server is down, anybody can listen there and receive the mail. A socket is
for its owner, and for those whom --socket-mode and --socket-group name. A
client sends no mail to a socket that a stranger may have put there.

Sockets that systemd has opened are used in place of --socket, --learn-socket
and --spamd: thresher setup systemd prints the units.

With --learn-socket, the server learns: thresher learn, relabel, unlearn and
forget take its path as --server. What it learns is on disk at once, and in the
model file within --save-every seconds. The model must be trained with
--remember.

With --jobs, several threads answer. Each takes about 130 MB more. A model that
learns answers in one thread.

With --share, several servers have one growing model. What one learns goes
through Redis to all of them; without Redis they go on filtering, and what they
learn waits on disk. Begin with the same model on all hosts, trained with
--remember, and teach it through a server only (thresher learn --server). The
password of Redis may be in REDISCLI_AUTH.

Examples:
  thresher serve -m mail.model --socket ~/.thresher.socket
  thresher serve -m mail.model --socket /run/thresher/socket --socket-group mail
  thresher serve -m mail.model --port 0
  thresher serve -m mail.model --spamd 127.0.0.1:783 --allow-tell
  thresher serve -m mail.model --spamd 127.0.0.1:783 --models '/var/lib/thresher/%u.model'
  thresher serve -m mail.model --socket ~/.thresher.socket --learn-socket ~/.learn.socket
  thresher serve -m mail.model --socket ~/.thresher.socket --share redis://host/mail
  thresher learn spam letter.eml --server ~/.thresher.socket.learn
  thresher filter --server ~/.thresher.socket -m mail.model < letter.eml`;

async function serve(options: ServeOptions): Promise<void> {
  const { connections, timeout, saveEvery, allowTell = false, spam, models, memory = DEFAULT_MEMORY } = options;
  const places = placesOf(options);
  const { framed, spamd, learn } = places;
  requireServable(options, places);
  const access = socketAccess(options, framed === undefined ? spamd : [framed, ...spamd]);
  const limits = { connections, patience: timeout * 1000 };
  const stopped = firstSignal();
  let reload: () => void = () => undefined;
  // Before the model is read, which takes a while: without a listener, SIGHUP ends the process.
  process.on("SIGHUP", () => reload());
  const operation = new Operation(options);
  const following = { tell: operation.say, saveEvery: 1000 * (saveEvery ?? DEFAULT_SAVING) };
  const model = servedModel(options, operation, following, learn !== undefined || (allowTell && models === undefined));
  const shared = { fallbackPath: options.model, fallback: model, ...following };
  const pool = models === undefined ? undefined : new ModelPool(models, { ...shared, memory });
  reload = () => {
    model.reload();
    pool?.clear();
  };
  const servers: { server: Listener; address: ServerAddress | PassedSocket; access?: SocketAccess }[] = [];
  const { observe } = operation;
  if (framed !== undefined) {
    const server = new MessageServer((message) => model.answer(message), limits, FRAMED_MESSAGES, observe);
    servers.push({ server, address: framed, access });
  }
  const users = pool ?? modelForAll(model);
  const answerSpamd = spamdService(allowTell ? users : { answer: (request) => users.answer(request) }, spam, VERSION);
  for (const address of spamd) {
    servers.push({ server: new MessageServer(answerSpamd, limits, SPAMD, observe), address, access });
  }
  if (learn !== undefined && "teach" in model) {
    const server = new MessageServer((request) => teach(model, request), limits, FRAMED_LESSONS, observe);
    servers.push({ server, address: learn });
  }
  const listening: Listening[] = [];
  try {
    await model.start();
    if (spamd.length > 0) spamIn((await model.answer(new Uint8Array(0))).ranking, spam);
    for (const { server, address, access } of servers) listening.push(await listen(server, address, access));
    const shown = listening.slice(0, (framed === undefined ? 0 : 1) + spamd.length);
    process.stdout.write(shown.map(({ address }) => `${safeText(addressText(address))}\n`).join(""));
    await operation.start(options.model, model);
    const lessons = listening.slice(shown.length).map(({ address }) => `, learning at ${addressText(address)}`);
    operation.tell(`serving model ${model.id}${lessons.join("")}`);
    await stopped;
  } finally {
    for (const place of listening) place.leave();
    await Promise.all(listening.map((_, i) => servers[i].server.stop()));
    pool?.clear();
    await model.stop();
    operation.stop();
  }
}

/** @throws UsageError if an option has no use at these places. */
function requireServable(options: ServeOptions, { spamd, learn }: Places): void {
  const { saveEvery, share, allowTell = false, spam, models, memory, jobs } = options;
  const forSpamd = { "--allow-tell": allowTell, "--spam": spam !== undefined, "--models": models !== undefined };
  const [lonely] = Object.entries(forSpamd).find(([, isGiven]) => isGiven && spamd.length === 0) ?? [];
  if (lonely !== undefined) throw new UsageError(`${lonely} needs --spamd`);
  if (memory !== undefined && models === undefined) throw new UsageError("--memory needs --models");
  if (share !== undefined && learn === undefined && !allowTell) {
    throw new UsageError("--share without --socket needs --learn-socket PATH or --allow-tell");
  }
  if (saveEvery !== undefined && share === undefined && learn === undefined && !allowTell) {
    throw new UsageError("--save-every needs --learn-socket, --allow-tell or --share");
  }
  if (jobs > 1 && (learn !== undefined || share !== undefined || (allowTell && models === undefined))) {
    throw new UsageError("--jobs cannot be combined with learning: a model that learns answers in one thread");
  }
}

/** Returns one model as that of every user. */
function modelForAll(model: ThreadedModel | FileTeacher | SharedHost): UserModels {
  const teach = "teach" in model ? model.teach.bind(model) : undefined;
  return {
    answer: ({ message }) => model.answer(message),
    teach: teach && ((lesson, { message }) => teach(lesson, message)),
  };
}

/**
 * Returns the model to serve: one that follows its file, or one that learns, alone or together with those of
 * other servers.
 */
function servedModel(
  { model: path, share, jobs }: ServeOptions,
  operation: Operation,
  following: FileTeacherOptions,
  isLearning: boolean,
): ThreadedModel | FileTeacher | SharedHost {
  if (share === undefined) {
    const onChange = () => operation.tell(`${path}: now model ${model.id}`);
    const options = { ...following, onChange };
    const model = isLearning ? new FileTeacher(path, options) : new ThreadedModel(path, options, jobs);
    return model;
  }
  const redis = redisAddress(share, "--share");
  if (redis.name === "") throw new UsageError("--share: name the stream, such as redis://localhost/mail");
  return new SharedHost(path, new RedisStream(redis, "--share"), { ...following, name: redis.name });
}

/** Resolves at the first signal to end; the second one ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
