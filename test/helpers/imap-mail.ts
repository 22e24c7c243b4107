import type { Socket } from "node:net";
import type { ImapAnswer, ImapScript } from "./imap-server.js";

/** A folder of a scripted server. */
export interface StoredFolder {
  /** Default 1. */
  validity?: number;
  /** Attributes of LIST, such as `\\Sent`. */
  readonly attributes?: string;
  /** The messages by UID, without CRs. */
  readonly messages: Map<number, string>;
}

/** The folders of a scripted server, by name. A test may change them at any time. */
export type StoredMail = Map<string, StoredFolder>;

/** Returns a folder with messages of these UIDs. */
export function storedFolder(uids: readonly number[], textOf: (uid: number) => string): StoredFolder {
  return { messages: new Map(uids.map((uid) => [uid, textOf(uid)])) };
}

type Answers = Readonly<Record<string, ImapAnswer>>;

/**
 * Returns a script that lets clients read this mail.
 *
 * @param change returns answers to give instead of the plain ones
 */
export function serving(mail: StoredMail, change: (plain: Answers) => Answers = () => ({})): ImapScript {
  const open = new WeakMap<Socket, string>();
  const nameIn = (args: string) => args.replace(/^"(.*)"$/, "$1");
  const messagesOf = (socket: Socket) => mail.get(open.get(socket) ?? "")?.messages ?? new Map<number, string>();
  const plain: Answers = {
    LIST: (command) => {
      const pattern = nameIn(command.args.replace(/^"" /, ""));
      const names = [...mail.keys()].filter((name) => pattern === "*" || pattern === name);
      return listing(names)(command);
    },
    EXAMINE: ({ tag, args, socket }) => {
      const folder = mail.get(nameIn(args));
      open.set(socket, nameIn(args));
      if (folder === undefined) return `${tag} NO no such folder\r\n`;
      const { validity = 1, messages } = folder;
      return `* ${messages.size} EXISTS\r\n* OK [UIDVALIDITY ${validity}] valid\r\n${tag} OK [READ-ONLY]\r\n`;
    },
    "UID SEARCH": ({ tag, socket }) => `* SEARCH ${[...messagesOf(socket).keys()].join(" ")}\r\n${tag} OK\r\n`,
    "UID FETCH": ({ tag, args, socket }) => {
      const messages = messagesOf(socket);
      const found = uidsIn(args).flatMap((uid) => {
        const text = messages.get(uid);
        return text === undefined ? [] : [fetched(uid, text.replaceAll("\n", "\r\n"))];
      });
      return `${found.join("")}${tag} OK\r\n`;
    },
  };
  return { capabilities: "IMAP4rev1 NAMESPACE", answers: { ...plain, ...change(plain) } };
}

/** Returns the answer that lists folders, by their names in modified UTF-7. */
export function listing(names: readonly string[]): ImapAnswer {
  return ({ tag, args }) => {
    if (args === '"" ""') return `* LIST (\\Noselect) "/" ""\r\n${tag} OK\r\n`;
    return `${names.map((name) => `* LIST () "/" "${name}"\r\n`).join("")}${tag} OK\r\n`;
  };
}

/** Returns the answer with one message, received on the day of its UID in January 2026. */
export function fetched(uid: number, text: string): string {
  const date = `${String((uid % 28) + 1).padStart(2, "0")}-Jan-2026 12:00:00 +0000`;
  const size = Buffer.byteLength(text, "latin1");
  return `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} INTERNALDATE "${date}" BODY[]<0> {${size}}\r\n${text})\r\n`;
}

/** Returns the numbers in a sequence set at the beginning of a text. */
export function uidsIn(args: string): number[] {
  return args
    .split(" ", 1)[0]
    .split(",")
    .flatMap((range) => {
      const [from, to = from] = range.split(":").map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
}
