import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A server of POP3 (RFC 1939), enough for the programs that fetch mail from one. */
export interface PopServer {
  readonly port: number;
  /** Messages that have not been deleted. */
  readonly left: () => readonly string[];
  readonly end: () => void;
}

/** Serves messages, whose lines end in LF, to whoever asks. */
export async function startPopServer(messages: readonly string[]): Promise<PopServer> {
  const mailbox = new Map(messages.map((message, i) => [String(i + 1), message.replaceAll("\n", "\r\n")]));
  const server = createServer((socket) => void converse(socket, mailbox).catch(() => socket.destroy()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    left: () => [...mailbox.values()].map((message) => message.replaceAll("\r\n", "\n")),
    end: () => server.close(),
  };
}

async function converse(socket: Socket, mailbox: Map<string, string>): Promise<void> {
  const deleted = new Set<string>();
  const list = (about: (message: string, number: string) => string, wanted: string | undefined) => {
    const lines = [...mailbox].map(([number, message]) => `${number} ${about(message, number)}\r\n`);
    return wanted === undefined ? `+OK\r\n${lines.join("")}.\r\n` : `+OK ${lines[Number(wanted) - 1]}`;
  };
  const whole = (number = "") => `+OK\r\n${mailbox.get(number)?.replace(/^\./gm, "..")}.\r\n`;
  const answers: Readonly<Record<string, (number: string | undefined) => string>> = {
    USER: () => "+OK\r\n",
    PASS: () => "+OK\r\n",
    STAT: () => `+OK ${mailbox.size} ${[...mailbox.values()].join("").length}\r\n`,
    LIST: (number) => list(({ length }) => String(length), number),
    UIDL: (number) => list((_, other) => `id${other}`, number),
    RETR: whole,
    // However many lines are asked for: fetchmail asks for more than there are.
    TOP: whole,
    DELE: (number = "") => {
      deleted.add(number);
      return "+OK\r\n";
    },
  };
  socket.write("+OK\r\n");
  for await (const line of createInterface(socket)) {
    const [command, number] = line.split(" ");
    if (command === "QUIT") {
      // Only now, as the protocol has it.
      for (const number of deleted) mailbox.delete(number);
      socket.end("+OK\r\n");
      return;
    }
    socket.write(Object.hasOwn(answers, command) ? answers[command](number) : "-ERR\r\n");
  }
}
