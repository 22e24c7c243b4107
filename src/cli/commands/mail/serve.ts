import { either } from "../../../base/lists.js";
import { onEndSignal } from "../../../base/process.js";
import { safeText } from "../../../base/safe-text.js";
import { REQUIRED } from "../../../delivery/filter/verdict.js";
import { eventLine, LOG_FORMS, type LogForm, logLine } from "../../../delivery/operation/request-log.js";
import { ACTIONS } from "../../../delivery/serving/protocols/desk.js";
import { type ServeModelsOptions, serveModels } from "../../../jobs/serve-models.js";
import { commandFrom } from "../../command.js";
import { ERRORS_AT_MOST, HISTORY, model } from "../../options/option-rows.js";
import type { CommonOptions } from "../../options/options.js";
import { collect, listOf, parser, seconds, size, whole } from "../../options/parsers.js";
import { say } from "../../output/output.js";

type ServeOptions = CommonOptions & Omit<ServeModelsOptions, "signal"> & { readonly log?: LogForm };

/** Parses seconds, up to the longest wait of a timer in Node. */
const waiting = seconds(2 ** 31 / 1000 - 1);

/** Parses the permissions of a socket, as octal digits for `chmod`, and its group. */
const permissions = parser((text) => {
  const [, digits, group] = /^(0?[0-7]{3})(?::(.+))?$/.exec(text) ?? [];
  return digits === undefined ? undefined : { mode: Number.parseInt(digits, 8), group };
}, "give three octal digits, such as 660, or these and a group, such as 660:mail");

/** Parses actions, each with the lowest score for it. */
const actionFrom = listOf(
  parser(
    (text) => {
      const [, name, score] = /^(\w+)=(\d{1,3}(?:\.\d)?)$/.exec(text) ?? [];
      const action = ACTIONS.find((each) => each === name);
      return action === undefined || Number(score) < REQUIRED ? undefined : { action, score: Number(score) };
    },
    `give ${either(ACTIONS)} and a score of at least ${REQUIRED}, such as reject=15`,
  ),
);

/** Returns the row of an option with an address for mail programs. */
function answering(programs: string): [string, typeof collect] {
  return [`answer ${programs} at HOST:PORT or at a socket; repeatable`, collect];
}

/** `thresher serve`: answers until a signal ends the server. The second signal ends it at once. */
export const newCommand = commandFrom({
  does: "Keep a model in memory and answer thresher filter --server, for much mail.",
  hasOutcome: false,
  options: {
    Options: {
      ...model("the model; a new version of the file is used as soon as it is there"),
      "--socket <path|port>": "listen at a socket for you alone, or at a port, open to all users; 0 chooses a free one",
      "--socket-mode <mode>": ["who may write to the socket: 660:GROUP a group too, 666 every user", permissions],
      "--spamd <address>": answering("spamc and other clients of spamd"),
      "--milter <address>": answering("Postfix and Sendmail as a milter"),
      "--http <address>": answering("rspamc and other clients of rspamd"),
      "--spam <class>": "for mail programs: the class that is spam (default: as filter finds it)",
      "--action <action=score>": [
        `with --milter or --http: ${either(ACTIONS)} spam from a score, such as reject=15`,
        actionFrom,
      ],
      "--allow-tell [file]": "let mail programs teach the model; by --http, with the password in the file",
      "--models <path>": "for mail programs: a file for the lessons of each user, whose name is %u",
      "--cache <size>": ["with --models: how much memory the server may take (default: 512M)", size],
      "--timeout <seconds>": ["time for a client to send its message and read the answer", waiting, { default: 10 }],
      "--jobs <n>": ["threads that answer, each with about 130 MB; 1 if the model learns", whole(1), { default: 1 }],
      "--learn-socket <path>": "learn at this socket, with thresher learn --server",
      ...ERRORS_AT_MOST,
      ...HISTORY,
      "--log <form>": ["write a line for each request to standard error, without the content of mail", LOG_FORMS],
      "--metrics <port>": ["answer /metrics (for Prometheus) and /healthz at a port of this machine", whole(0)],
      "--quiet": "print only the address and errors",
    },
  },
  help: `Prints its address, as --server takes it, when it is ready. If a new model cannot be loaded, the one before stays in use, and one line says so. SIGHUP reads the model again. SIGTERM and SIGINT end the server after it has answered all messages that it received.

With --milter, Postfix and Sendmail ask about each message that comes in. After a fault the server hangs up on them, and they do what they are told to do without it.

With --spamd, programs that know SpamAssassin's spamd work with this model. A message is spam from 5.0 points, which is a probability of .8. With --models, each user whom spamc names (-u) has lessons, which change the answers of -m to mail that is like them.

With --http, Haraka, rspamc and other clients of rspamd ask. Their lessons need the password in the file of --allow-tell, or a socket for you alone.

A port is open to every user of the machine: all can ask the model, and while the server is down, anybody can listen there and receive the mail. A socket is for its owner, and for those whom --socket-mode names.

Sockets that systemd has opened are used in place of --socket, --learn-socket and the addresses for mail programs: thresher setup systemd prints the units.

With --learn-socket, the server learns: thresher learn, relabel, unlearn and forget take its path as --server. The model must be trained with --remember.

Examples:
  thresher serve -m mail.model --spamd 127.0.0.1:783 --allow-tell
  thresher serve -m mail.model --milter 127.0.0.1:7830 --action reject=15
  thresher serve -m mail.model --http 127.0.0.1:11333 --allow-tell ~/.thresher-password
  thresher serve -m mail.model --spamd 127.0.0.1:783 --models '/var/lib/thresher/%u.model'
  thresher serve -m mail.model --socket ~/.thresher.socket --learn-socket ~/.learn.socket
  thresher learn spam letter.eml --server ~/.learn.socket`,
  async run(options: ServeOptions) {
    const { log, quiet } = options;
    const stopping = new AbortController();
    const ignoreSignals = onEndSignal(() => stopping.abort());
    const write = (line: string) => void process.stderr.write(`${line}\n`);
    /** Prints a notice, as a line of the log if there is one. */
    const note = (notice: string) => (log === undefined ? say(notice) : write(logLine({ notice }, log, new Date())));
    await serveModels({
      ...options,
      signal: stopping.signal,
      // Before the model is read, which takes a while: without a listener, SIGHUP ends the process.
      onStart: (reload) => process.on("SIGHUP", reload),
      onListening: (addresses) => process.stdout.write(addresses.map((address) => `${safeText(address)}\n`).join("")),
      onNotice: (line) => quiet || note(line),
      onFault: note,
      onEvent: (event) => {
        const line = log && eventLine(event, log, new Date());
        if (line !== undefined) write(line);
      },
    }).finally(ignoreSignals);
  },
});
