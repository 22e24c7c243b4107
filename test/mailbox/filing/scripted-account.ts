import type { Socket } from "node:net";
import { ImapStore } from "../../../src/mailbox/filing/imap-store.js";
import { listing, uidsIn } from "../../helpers/imap-mail.js";
import { connectionTo, type ImapAnswer, serverFor, type TestImapServer } from "../../helpers/imap-server.js";

/** The mail of a scripted account, and the ways in which its server differs from others. */
export interface ScriptedMail {
  /** The messages of each folder, by UID. */
  readonly folders: Map<string, Map<number, string>>;
  /** Default: `IMAP4rev1 NAMESPACE MOVE UIDPLUS`. */
  capabilities?: string;
  /** The UIDVALIDITY of all folders. Default 1. */
  validity?: number;
  /** When messages were received, in days of January 2026, by folder and UID, such as `INBOX#7`. Copies keep it. Default 1. */
  readonly days?: Map<string, number>;
  /** Returns an answer whose last line lacks the tag; undefined for the ordinary answer, empty for none. */
  instead?: ((name: string, args: string, socket: Socket) => string | undefined) | undefined;
}

interface Asked {
  readonly args: string;
  readonly socket: Socket;
}

/** Starts a server on which messages can be moved, copied and removed. */
export function startAccount(mail: ScriptedMail): Promise<TestImapServer> {
  const { folders, days = new Map<string, number>() } = mail;
  const open = new WeakMap<Socket, string>();
  const deleted = new Set<number>();
  const validity = () => mail.validity ?? 1;
  const messagesOf = (socket: Socket) => folders.get(open.get(socket) ?? "") ?? new Map<number, string>();
  const nextUid = (messages: ReadonlyMap<number, string>) => Math.max(0, ...messages.keys()) + 1;
  const selected = ({ args, socket }: Asked, how: string) => {
    const messages = folders.get(unquoted(args));
    if (messages === undefined) return "NO [NONEXISTENT] no such folder";
    open.set(socket, unquoted(args));
    return `* ${messages.size} EXISTS\r\n* OK [UIDVALIDITY ${validity()}]\r\nOK [${how}]`;
  };
  const transferred = ({ args, socket }: Asked, isMove: boolean) => {
    const [uid, to] = [uidsIn(args)[0], folders.get(unquoted(args.slice(args.indexOf(" ") + 1)))];
    const text = messagesOf(socket).get(uid);
    if (to === undefined) return "NO [TRYCREATE] no such folder";
    if (text === undefined) return "OK nothing to do";
    const next = nextUid(to);
    to.set(next, text);
    const target = unquoted(args.slice(args.indexOf(" ") + 1));
    days.set(`${target}#${next}`, days.get(`${open.get(socket)}#${uid}`) ?? 1);
    if (isMove) messagesOf(socket).delete(uid);
    return `OK [COPYUID ${validity()} ${uid} ${next}] done`;
  };
  const plain: Record<string, (asked: Asked) => string> = {
    SELECT: (asked) => selected(asked, "READ-WRITE"),
    EXAMINE: (asked) => selected(asked, "READ-ONLY"),
    CREATE: ({ args }) => {
      folders.set(unquoted(args), new Map());
      return "OK";
    },
    STATUS: ({ args }) => {
      const messages = folders.get(unquoted(args.replace(/ \(.*$/, "")));
      if (messages === undefined) return "NO [NONEXISTENT] no such folder";
      return `* STATUS ${args.replace(/ \(.*$/, "")} (UIDNEXT ${nextUid(messages)} UIDVALIDITY ${validity()})\r\nOK`;
    },
    "UID FETCH": ({ args, socket }) => {
      const messages = [...messagesOf(socket)];
      const isWanted = inSet(args.split(" ", 1)[0], Math.max(...messages.map(([uid]) => uid)));
      const rows = messages.map(([uid, text], i) => {
        if (!isWanted(uid)) return "";
        const day = String(days.get(`${open.get(socket)}#${uid}`) ?? 1).padStart(2, "0");
        const items = [
          `UID ${uid} RFC822.SIZE ${text.length} FLAGS (${deleted.has(uid) ? "\\Deleted" : ""})`,
          `INTERNALDATE "${day}-Jan-2026 12:00:00 +0000"`,
          ...(args.includes("BODY.PEEK[]") ? [`BODY[]<0> {${text.length}}\r\n${text}`] : []),
        ];
        return `* ${i + 1} FETCH (${items.join(" ")})\r\n`;
      });
      return `${rows.join("")}OK`;
    },
    "UID SEARCH": ({ args, socket }) => {
      // Some servers count other line ends in a search.
      if (/LARGER|SMALLER/.test(args)) return "BAD no search by size";
      const found = [...messagesOf(socket).keys()].filter((uid) => !args.includes("UNDELETED") || !deleted.has(uid));
      return `* SEARCH ${found.join(" ")}\r\nOK`;
    },
    "UID MOVE": (asked) => transferred(asked, true),
    "UID COPY": (asked) => transferred(asked, false),
    "UID STORE": ({ args }) => {
      for (const uid of uidsIn(args)) {
        if (args.includes("+FLAGS (\\Deleted)")) deleted.add(uid);
        if (args.includes("-FLAGS (\\Deleted)")) deleted.delete(uid);
      }
      return "OK";
    },
    "UID EXPUNGE": ({ args, socket }) => {
      for (const uid of uidsIn(args)) if (deleted.delete(uid)) messagesOf(socket).delete(uid);
      return "OK";
    },
  };
  const answerOf =
    (name: string): ImapAnswer =>
    ({ tag, args, socket }) => {
      const text = mail.instead?.(name, args, socket) ?? plain[name]({ args, socket });
      const last = text.lastIndexOf("\n") + 1;
      return text === "" ? undefined : `${text.slice(0, last)}${tag} ${text.slice(last)}\r\n`;
    };
  const answers = Object.fromEntries(Object.keys(plain).map((name) => [name, answerOf(name)]));
  const LIST: ImapAnswer = (command) => {
    const pattern = unquoted(command.args.replace(/^"" /, ""));
    return listing([...folders.keys()].filter((name) => pattern === "*" || pattern === name))(command);
  };
  return serverFor({
    get capabilities() {
      return mail.capabilities ?? "IMAP4rev1 NAMESPACE MOVE UIDPLUS";
    },
    answers: { ...answers, LIST },
  });
}

/** Returns the store of an account on such a server. */
export function storeAt(server: TestImapServer, mail: ScriptedMail, pauses: readonly number[]): ImapStore {
  const connection = connectionTo(server, { pauses });
  return new ImapStore(connection, { folders: mail.folders.keys() });
}

/** Returns whether a UID is in a sequence set. @param last what `*` stands for */
function inSet(set: string, last: number): (uid: number) => boolean {
  const ranges = set.split(",").map((range) => range.split(":").map((end) => (end === "*" ? last : Number(end))));
  return (uid) => ranges.some(([from, to = from]) => uid >= Math.min(from, to) && uid <= Math.max(from, to));
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, "$1");
}
