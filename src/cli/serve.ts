import { Command } from "commander";
import { UsageError } from "../errors.js";
import { safeText } from "../reports/safe-text.js";
import { addressText, portAddress, type ServerAddress, socketAddress } from "../serving/address.js";
import { CurrentModel } from "../serving/current-model.js";
import { MessageServer } from "../serving/message-server.js";
import { listen } from "./listen.js";
import { tell } from "./notices.js";
import { number, whole } from "./options.js";

interface ServeOptions {
  readonly model: string;
  readonly socket?: string;
  readonly port?: number;
  readonly connections: number;
  readonly timeout: number;
  readonly quiet?: boolean;
}

/** The longest that a timer of Node can wait, in seconds. */
const MOST_SECONDS = 2 ** 31 / 1000 - 1;

/** `thresher serve -m MODEL --socket PATH` */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Keep a model in memory, and answer thresher filter --server: for much mail.")
    .requiredOption("-m, --model <file>", "the model; when the file changes, the new one is used")
    .option("--socket <path>", "listen at a Unix socket that nobody else may write to")
    .option(
      "--port <n>",
      "listen at a port of this machine, for all its users, up to 65535; 0: at a free one",
      whole(0),
    )
    .option("--connections <n>", "clients at a time; others do the work themselves", whole(1), 100)
    .option("--timeout <seconds>", "for a client to send its message and read the answer", number, 10)
    .option("--quiet", "print no messages, only where it listens and errors")
    .option("--debug", "print the stack of an error")
    .helpOption("-h, --help", "show help")
    .action(serve)
    .addHelpText(
      "after",
      `
Prints where it listens, as --server takes it, when it does. A model that
cannot be loaded leaves the one before it in use, and one line says so. SIGTERM
and SIGINT end it when all that has been asked is answered.

Examples:
  thresher serve -m mail.model --socket ~/.thresher.socket
  thresher serve -m mail.model --port 0
  thresher filter --server ~/.thresher.socket -m mail.model < letter.eml`,
    );
}

async function serve(options: ServeOptions): Promise<void> {
  const { model: path, connections, timeout } = options;
  const address = chosenAddress(options);
  if (!(timeout > 0 && timeout <= MOST_SECONDS)) {
    throw new UsageError(`timeout: required seconds, more than 0 and at most ${MOST_SECONDS}, got ${timeout}`);
  }
  const model = new CurrentModel(path, (fault) => {
    if (fault === undefined) tell(options, `thresher: ${safeText(path)}: now model ${model.id}`);
    else console.error(`thresher: ${safeText((fault as Error).message)}; model ${model.id} stays in use`);
  });
  const server = new MessageServer((message) => model.answer(message), { connections, patience: timeout * 1000 });
  const stopped = firstSignal();
  const bound = await listen(server, address);
  process.stdout.write(`${safeText(addressText(bound))}\n`);
  tell(options, `thresher: serving model ${model.id}`);
  await stopped;
  await server.stop();
}

/** Resolves at the first signal to end; the second ends the process at once, as it does elsewhere. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function chosenAddress({ socket, port }: ServeOptions): ServerAddress {
  if (socket !== undefined && port === undefined) return socketAddress(socket);
  if (port !== undefined && socket === undefined) return portAddress(port);
  throw new UsageError(`serve: required one of --socket and --port, got ${socket === undefined ? "neither" : "both"}`);
}
