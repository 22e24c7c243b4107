import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { Account } from "../../src/mailbox/accounts/account.js";
import { Connection, type ConnectionOptions } from "../../src/mailbox/imap/connection.js";
import type { Certificate } from "./certificates.js";

/** A command of a client, with the literals that it sent in place of their sizes. */
export interface ImapCommand {
  readonly tag: string;
  /** In upper case. `UID FETCH` and other commands of two words have both. */
  readonly name: string;
  readonly args: string;
  readonly socket: Socket;
}

/**
 * The answer of a server to a command; nothing, if it is silent. Lines end with CRLF. After an answer that begins with
 * `+`, the next line of the client comes as the arguments of the same command.
 */
export type ImapAnswer = (command: ImapCommand) => string | Uint8Array | undefined;

export interface ImapScript {
  /** The first line, without its end. It may be any text. Empty: the server is silent. */
  readonly greeting?: string;
  /** Capabilities before login. Default: `IMAP4rev1`. */
  readonly capabilities?: string;
  /** Capabilities after login. Default: the same. */
  readonly capabilitiesAfterLogin?: string;
  /** Answers by the names of commands. Others have a default that fits an empty account. */
  readonly answers?: Readonly<Record<string, ImapAnswer>>;
  /** With a certificate, it speaks TLS from the start. */
  readonly certificate?: Certificate;
}

/** A small IMAP server on a free port of this machine, which answers as its script says. Any password will do. */
export class TestImapServer {
  readonly port: number;
  /** The commands that came, without tags. */
  readonly received: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #script: ImapScript;

  private constructor(server: Server, script: ImapScript) {
    this.#server = server;
    this.#script = script;
    this.port = (server.address() as AddressInfo).port;
    server.on("certificate" in script ? "secureConnection" : "connection", (socket: Socket) => this.#serve(socket));
  }

  static async start(script: ImapScript = {}): Promise<TestImapServer> {
    const { certificate } = script;
    const server =
      certificate === undefined
        ? createServer()
        : createTlsServer({ cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) });
    server.on("tlsClientError", () => undefined);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new TestImapServer(server, script);
  }

  /** An account on it. */
  account(more: Partial<Account> = {}): Account {
    const security = this.#script.certificate === undefined ? "plain" : "tls";
    return { name: "home", host: "127.0.0.1", port: this.port, user: "me", security, ...more };
  }

  /** Closes all connections, and listens no more. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => undefined);
    const { greeting = "* OK ready" } = this.#script;
    if (greeting !== "") socket.write(`${greeting}\r\n`);
    let [input, literals] = ["", ""];
    let isIn = false;
    let asking: { readonly answer: ImapAnswer; readonly command: ImapCommand } | undefined;
    const answered = (line: string) => {
      const { answer, command } = asking === undefined ? this.#asked(line, socket) : asking;
      if (asking !== undefined) this.received.push(line);
      const text = answer(asking === undefined ? command : { ...command, args: line });
      asking = typeof text === "string" && text.startsWith("+") ? { answer, command } : undefined;
      if (text !== undefined && !socket.destroyed) socket.write(text);
    };
    socket.setEncoding("latin1").on("data", (text: string) => {
      input += text;
      for (let end = input.indexOf("\r\n"); end >= 0; end = input.indexOf("\r\n")) {
        const line = input.slice(0, end);
        const literal = /\{(\d+)(\+?)\}$/.exec(line);
        if (literal !== null) {
          const size = Number(literal[1]);
          if (input.length < end + 2 + size) {
            if (literal[2] === "" && !isIn) socket.write("+ go on\r\n");
            isIn = true;
            return;
          }
          literals += line.slice(0, literal.index) + input.slice(end + 2, end + 2 + size);
          input = input.slice(end + 2 + size);
          isIn = false;
          continue;
        }
        input = input.slice(end + 2);
        answered(literals + line);
        literals = "";
      }
    });
  }

  #asked(line: string, socket: Socket): { answer: ImapAnswer; command: ImapCommand } {
    const [, tag, name, args = ""] = /^(\S+) ((?:UID )?\S+) ?([\s\S]*)$/i.exec(line) ?? ["", "", line];
    this.received.push(`${name} ${args}`.trim());
    const command = { tag, name: name.toUpperCase(), args, socket };
    return { command, answer: this.#script.answers?.[command.name] ?? this.#defaultAnswer(command) };
  }

  #defaultAnswer({ name }: ImapCommand): ImapAnswer {
    const { capabilities = "IMAP4rev1", capabilitiesAfterLogin = capabilities } = this.#script;
    const answers: Readonly<Record<string, ImapAnswer>> = {
      CAPABILITY: ({ tag }) => `* CAPABILITY ${capabilities}\r\n${tag} OK\r\n`,
      LOGIN: ({ tag }) => `${tag} OK [CAPABILITY ${capabilitiesAfterLogin}] in\r\n`,
      NAMESPACE: ({ tag }) => `* NAMESPACE (("" "/")) NIL NIL\r\n${tag} OK\r\n`,
      LIST: ({ tag, args }) => `* LIST ${args === '"" ""' ? '(\\Noselect) "/" ""' : '() "/" INBOX'}\r\n${tag} OK\r\n`,
      STATUS: ({ tag, args }) => `* STATUS ${args.replace(/ \(.*$/, "")} (MESSAGES 0)\r\n${tag} OK\r\n`,
      LOGOUT: ({ tag, socket }) => void socket.end(`* BYE\r\n${tag} OK\r\n`),
    };
    return answers[name] ?? (({ tag }) => `${tag} OK\r\n`);
  }
}

/** Starts a server for the present test. */
export async function serverFor(script: ImapScript = {}): Promise<TestImapServer> {
  const server = await TestImapServer.start(script);
  onTestFinished(() => server.close());
  return server;
}

/** Returns a connection to an account on a server, for the present test. */
export function connectionTo(server: TestImapServer, options: ConnectionOptions = {}, more: Partial<Account> = {}) {
  const connection = new Connection(server.account(more), { ask: async () => "secret", ...options });
  onTestFinished(() => connection.close());
  return connection;
}
