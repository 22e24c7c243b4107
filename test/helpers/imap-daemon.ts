import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { ImapFlow } from "imapflow";

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

/** Processes of a server that a test has started. */
export class Daemons {
  readonly #children: ChildProcess[] = [];
  #said = "";

  /** Starts a program that stays in the foreground. */
  start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#said += text;
      });
    }
    this.#children.push(child);
  }

  /**
   * Waits until somebody listens on a port.
   *
   * @param log returns the text of their logs
   * @throws Error with the output of the programs if one of them ends
   */
  async listening(port: number, log = () => ""): Promise<void> {
    while (!(await answers(port))) {
      const ended = this.#children.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      if (ended !== undefined) throw new Error(`${ended.spawnfile} ended: ${this.#said}${log()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0).reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
  }
}

/** Connects to a server of this machine that speaks no TLS. */
export async function plainClient(port: number, user = USER): Promise<ImapFlow> {
  const auth = { user, pass: PASSWORD };
  const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, doSTARTTLS: false, auth, logger: false });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
