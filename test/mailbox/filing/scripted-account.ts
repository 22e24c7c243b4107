import type { Socket } from "node:net";
import { join } from "node:path";
import { digestOfBytes } from "../../../src/delivery/filing/file-system.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import { repair, undo } from "../../../src/delivery/filing/undo.js";
import { ImapStore } from "../../../src/mailbox/filing/imap-store.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { listing, uidsIn } from "../../helpers/imap-mail.js";
import {
  connectionTo,
  type ImapAnswer,
  type ImapCommand,
  serverFor,
  type TestImapServer,
} from "../../helpers/imap-server.js";

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

/** Copies or moves a message, as the server does or as another program. Returns its new UID. */
export function transfer(
  { folders, days }: ScriptedMail,
  from: string,
  uid: number,
  to: string,
  isMove = false,
): number {
  const next = nextUid(folders.get(to));
  folders.get(to)?.set(next, folders.get(from)?.get(uid) ?? "");
  days?.set(`${to}#${next}`, days.get(`${from}#${uid}`) ?? 1);
  if (isMove) folders.get(from)?.delete(uid);
  return next;
}

const nextUid = (messages: ReadonlyMap<number, string> = new Map()) => Math.max(0, ...messages.keys()) + 1;

type Asked = Pick<ImapCommand, "args" | "socket">;

/** Starts a server on which messages can be moved, copied and removed. */
export function startAccount(mail: ScriptedMail): Promise<TestImapServer> {
  const { folders, days } = mail;
  const open = new WeakMap<Socket, string>();
  const deleted = new Set<number>();
  const validity = () => mail.validity ?? 1;
  const openIn = (socket: Socket) => open.get(socket) ?? "";
  const messagesOf = (socket: Socket) => folders.get(openIn(socket)) ?? new Map<number, string>();
  const selected = ({ args, socket }: Asked, how: string) => {
    const messages = folders.get(unquoted(args));
    if (messages === undefined) return "NO [NONEXISTENT] no such folder";
    open.set(socket, unquoted(args));
    return `* ${messages.size} EXISTS\r\n* OK [UIDVALIDITY ${validity()}]\r\nOK [${how}]`;
  };
  const transferred = ({ args, socket }: Asked, isMove: boolean) => {
    const [uid, to] = [uidsIn(args)[0], unquoted(args.slice(args.indexOf(" ") + 1))];
    if (!folders.has(to)) return "NO [TRYCREATE] no such folder";
    if (!messagesOf(socket).has(uid)) return "OK nothing to do";
    return `OK [COPYUID ${validity()} ${uid} ${transfer(mail, openIn(socket), uid, to, isMove)}] done`;
  };
  const plain: Record<string, (asked: Asked) => string> = {
    SELECT: (asked) => selected(asked, "READ-WRITE"),
    EXAMINE: (asked) => selected(asked, "READ-ONLY"),
    CREATE: ({ args }) => {
      folders.set(unquoted(args), new Map());
      return "OK";
    },
    STATUS: ({ args }) => {
      const name = args.replace(/ \(.*$/, "");
      const messages = folders.get(unquoted(name));
      if (messages === undefined) return "NO [NONEXISTENT] no such folder";
      return `* STATUS ${name} (UIDNEXT ${nextUid(messages)} UIDVALIDITY ${validity()})\r\nOK`;
    },
    "UID FETCH": ({ args, socket }) => {
      const messages = [...messagesOf(socket)];
      const isWanted = inSet(args.split(" ", 1)[0], Math.max(...messages.map(([uid]) => uid)));
      const rows = messages.map(([uid, text], i) => {
        if (!isWanted(uid)) return "";
        const day = String(days?.get(`${openIn(socket)}#${uid}`) ?? 1).padStart(2, "0");
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

/** Returns whether a UID is in a sequence set. @param last what `*` stands for */
function inSet(set: string, last: number): (uid: number) => boolean {
  const ranges = set.split(",").map((range) => range.split(":").map((end) => (end === "*" ? last : Number(end))));
  return (uid) => ranges.some(([from, to = from]) => uid >= Math.min(from, to) && uid <= Math.max(from, to));
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, "$1");
}

export const COPYING = "IMAP4rev1 NAMESPACE UIDPLUS";
export const MOVING = "IMAP4rev1 NAMESPACE UIDPLUS MOVE";

/** Returns the store of an account on a server. Default: on a new one for its mail. */
export async function storeOf(mail: ScriptedMail, pauses: readonly number[] = [], server = startAccount(mail)) {
  return new ImapStore(connectionTo(await server, { pauses }), { folders: mail.folders.keys() });
}

/** The text of most messages. */
export const TEXT = "Subject: again\r\n\r\nthe same words\r\n";

/** How a message of the inbox is filed in Junk. */
export const filingOf = (uid: number, text = TEXT) => {
  const read = digestOfBytes(Buffer.from(text));
  return { source: `INBOX;UIDVALIDITY=1/;UID=${uid}`, folder: "Junk", label: "Junk", probability: 1, read };
};

/** Files messages of the inbox in Junk. Returns the path of the journal. */
export async function sorted(mail: ScriptedMail, uids = [1, 2, 3], journal = join(temporaryFolder(), "j.jsonl")) {
  const filer = new Filer(temporaryFolder(), { mode: "move", journal, store: await storeOf(mail) });
  try {
    for (const uid of uids) await filer.file(filingOf(uid));
  } finally {
    filer.finish();
  }
  return journal;
}

/** Undoes the steps of a journal, after a repair, as `mailbox sort --undo` does. Returns the outcomes. */
export async function undone(mail: ScriptedMail, path: string, pauses: readonly number[] = []): Promise<string[]> {
  const store = await storeOf(mail, pauses);
  await repair(readJournal(path, "home"), { store });
  const outcomes: string[] = [];
  for await (const { outcome } of undo(readJournal(path, "home"), { store })) outcomes.push(outcome);
  return outcomes;
}

/** Cuts the connection for good at the n-th command of a name, before or after the server obeys. */
export function cutAt(mail: ScriptedMail, command: string, n: number, obey: () => void = () => undefined): void {
  let count = 0;
  mail.instead = (name, _, socket) => {
    if (name !== command || ++count !== n) return undefined;
    obey();
    socket.destroy();
    return "";
  };
}
