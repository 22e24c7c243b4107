import { once } from "node:events";
import { ImapFlow } from "imapflow";
import { isListening } from "./ports.js";
import { atTestEnd, Running, until } from "./running.js";

/** The user `nobody`, who owns the mail if root runs the tests. */
export const NOBODY = 65534;
export const isRoot = process.getuid?.() === 0;

/** The user and the password of the account. */
export const USER = "me";
export const PASSWORD = "secret";

/** A mail server of a test on this machine. */
export interface ImapDaemon {
  readonly port: number;
  /** Another mail program of the user, connected and logged in. */
  client(user?: string): Promise<ImapFlow>;
  /** Ends it. Connections are closed. */
  stop(): Promise<void>;
  /** The text of its log, if it has one. */
  log?(): string;
}

/** Processes of a server that a test has started. They end with the test. */
export class Daemons {
  readonly #all: Running[] = [];

  constructor() {
    atTestEnd(() => this.stop());
  }

  /** Starts a program that stays in the foreground. */
  start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    this.#all.push(new Running(command, args, { env, outlivesTest: true }));
  }

  /**
   * Waits until somebody listens on a port.
   *
   * @param log returns the text of their logs
   * @throws Error with the output of the programs if one of them ends
   */
  async listening(port: number, log = () => ""): Promise<void> {
    await until(async () => {
      const ended = this.#all.find(({ hasEnded }) => hasEnded);
      if (ended !== undefined) throw new Error(`a server ended: ${ended.stdout}${ended.stderr}${log()}`);
      return isListening(port);
    });
  }

  /** Ends all of them. Sessions may still hold their output. */
  async stop(): Promise<void> {
    for (const { hasEnded, child } of this.#all.splice(0).reverse()) {
      if (hasEnded) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
  }
}

/** Connects to a server of this machine that speaks no TLS, for the present test. */
export async function plainClient(port: number, user = USER): Promise<ImapFlow> {
  const auth = { user, pass: PASSWORD };
  const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, doSTARTTLS: false, auth, logger: false });
  client.on("error", () => undefined);
  atTestEnd(() => client.close());
  await client.connect();
  return client;
}
