import { describe, expect, it } from "vitest";
import type { Account } from "../../../src/mailbox/accounts/account.js";
import { orRefusal } from "../../../src/mailbox/imap/faults.js";
import { listFolders } from "../../../src/mailbox/imap/folders.js";
import { closeAccount, type OpenOptions, openAccount } from "../../../src/mailbox/imap/open-account.js";
import {
  connectionTo,
  type ImapAnswer,
  type ImapCommand,
  type ImapScript,
  serverFor,
} from "../../helpers/imap-server.js";

const PASSWORD = { credentials: { pass: "secret" } };
/** Short, so that a silent server is reported soon, on a slow machine too. */
const SHORT = { ...PASSWORD, patience: 300 };

const base64 = (text: string) => Buffer.from(text).toString("base64");

const NAMESPACE = { capabilities: "IMAP4rev1 NAMESPACE" };
/** A server that refuses the login with some words. */
const refusing = (words: string): ImapScript => ({ answers: { LOGIN: ({ tag }) => `${tag} NO ${words}\r\n` } });
const answering = (name: string, text: string): ImapScript => ({ answers: { [name]: () => `${text}\r\n` } });

/** The message of the error with which a server is refused, without the account. */
async function faultWith(
  script: ImapScript,
  options: OpenOptions = PASSWORD,
  more: Partial<Account> = {},
  server = serverFor(script),
): Promise<string> {
  const error = await openAccount((await server).account(more), options).then(closeAccount, (error: Error) => error);
  expect(error).toMatchObject({ name: "DataError" });
  const { message } = error as Error;
  expect(message).toMatch(/^me at 127\.0\.0\.1:\d+: [^\n]{1,300}$/);
  return message.replace(/^.*?:\d+: /, "");
}

describe("openAccount", () => {
  it("logs in, takes the capabilities after login, and does not tell its version", async () => {
    const AUTHENTICATE = ({ tag, args }: ImapCommand) => (args === "PLAIN" ? "+ \r\n" : `${tag} OK in\r\n`);
    const server = await serverFor({ capabilities: "IMAP4rev1 ID AUTH=PLAIN", answers: { AUTHENTICATE } });
    const client = await openAccount(server.account(), PASSWORD);
    expect(client.usable).toBe(true);
    await closeAccount(client);
    expect(server.received).toContain('ID ("name" "thresher")');
    expect(server.received).toContain(base64("\0me\0secret"));
    const script = { capabilities: "IMAP4rev1 MOVE", capabilitiesAfterLogin: "IMAP4rev1 IDLE" };
    const other = await openAccount((await serverFor(script)).account(), PASSWORD);
    expect([...other.capabilities.keys()]).toEqual(["IMAP4rev1", "IDLE"]);
    await closeAccount(other);
  });

  it.each([
    ["XOAUTH2", /^user=me\|auth=Bearer token\|\|$/],
    ["OAUTHBEARER", /^n,a=me,\|host=127\.0\.0\.1\|port=\d+\|auth=Bearer token\|\|$/],
  ])("logs in with a token by %s, or tells that it is refused", async (mechanism, said) => {
    const capabilities = `IMAP4rev1 SASL-IR AUTH=${mechanism} AUTH=PLAIN`;
    const accepting = { AUTHENTICATE: ({ tag }: ImapCommand) => `${tag} OK in\r\n` };
    const server = await serverFor({ capabilities, answers: accepting });
    const account = server.account({ tokenCommand: "echo token" });
    await closeAccount(await openAccount(account, { credentials: { accessToken: "token" } }));
    const sent = server.received.find((command) => command.startsWith("AUTHENTICATE")) ?? "";
    const token = Buffer.from(sent.replace(/^.* /, ""), "base64").toString();
    expect(token.replaceAll("\x01", "|")).toMatch(said);
    const AUTHENTICATE = ({ tag, args }: ImapCommand) =>
      args.startsWith(mechanism)
        ? `+ ${base64('{"status":"400"}')}\r\n`
        : `${tag} NO [AUTHENTICATIONFAILED] expired\r\n`;
    const faultOf = (script: ImapScript) =>
      faultWith(script, { credentials: { accessToken: "old" } }, { tokenCommand: "x" });
    const refused = "the server refuses the user or the token: expired: check tokenCommand";
    expect(await faultOf({ capabilities, answers: { AUTHENTICATE } })).toBe(refused);
    expect(await faultOf({})).toBe("the server takes no OAuth 2 token: check tokenCommand");
  });

  const closed: ImapScript = { answers: { CAPABILITY: ({ socket }) => void socket.destroy() } };
  const garbage: ImapScript = { answers: { LOGIN: ({ tag }) => `${tag} \0\x01({]"\r\n` } };
  it.each<readonly [string, ImapScript, RegExp]>([
    ["a wrong password", refusing("[AUTHENTICATIONFAILED] away"), /^the server refuses the user or .* "home": away$/],
    ["nobody let in", refusing("[UNAVAILABLE] database down"), /^the server lets nobody in now: database down$/],
    ["no login without TLS", { capabilities: "IMAP4rev1 LOGINDISABLED" }, /takes no password .*: set security to tls$/],
    ["BYE in the greeting", { greeting: "* BYE too many" }, /^the server closed the connection: too many$/],
    ["BYE after login", answering("LOGIN", "* BYE maintenance"), /^the server closed the connection: maintenance$/],
    ["a connection that is closed", closed, /^the server closed the connection$/],
    ["4 GB", answering("CAPABILITY", "* CAPABILITY {4294967296}"), /^the server sent more than 67\.1 MB in one answer/],
    ["a size of 30 digits", answering("CAPABILITY", `* CAPABILITY {${"9".repeat(30)}}`), /^the server sent more than/],
    ["garbage for an answer", garbage, /^what it sends is not IMAP: check host and port$/],
  ])("tells in one line: %s", async (_, script, message) => {
    expect(await faultWith(script)).toMatch(message);
  });

  const dripping = ({ socket }: ImapCommand) => {
    const timer = setInterval(() => socket.write("*"), 20);
    socket.on("close", () => clearInterval(timer));
    return undefined;
  };
  const silent = () => undefined;
  it.each<readonly [string, ImapScript, RegExp]>([
    ["says nothing", { greeting: "" }, /^it sends no greeting of IMAP/],
    ["speaks HTTP", { greeting: "HTTP/1.1 400 Bad Request" }, /^it sends no greeting of IMAP/],
    ["sends a line byte by byte", { answers: { CAPABILITY: dripping } }, /^the server does not answer/],
    ["falls silent before login", { answers: { CAPABILITY: silent } }, /^the server does not answer/],
    ["falls silent after login", { ...NAMESPACE, answers: { NAMESPACE: silent } }, /^the server does not answer/],
  ])("does not wait for ever for a server that %s", async (_, script, message) => {
    expect(await faultWith(script, SHORT)).toMatch(message);
  });

  it("keeps a line that never ends from filling the memory", async () => {
    const chunk = "x".repeat(1 << 20);
    let sent = 0;
    const CAPABILITY: ImapAnswer = ({ socket }) => {
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
      };
      socket.on("drain", more).write("* OK ");
      more();
      return undefined;
    };
    expect(await faultWith({ answers: { CAPABILITY } })).toMatch(/^the server sent more than/);
    expect(sent).toBeLessThan(100 * chunk.length);
  });

  it("does not send a password without TLS if TLS was asked for", async () => {
    const capabilities = "IMAP4rev1 STARTTLS";
    for (const [script, message] of [
      [{}, /^it does not start TLS \(Server does not support STARTTLS\): set security to tls$/],
      [{ greeting: "* PREAUTH welcome" }, /^it does not start TLS/],
      [{ capabilities, answers: { STARTTLS: ({ tag }) => `${tag} NO not now\r\n` } }, /^it does not start TLS/],
      [{ capabilities, answers: { STARTTLS: ({ tag }) => `${tag} OK\r\n* OK x\r\n` } }, /^it does not start TLS/],
      [{}, /does not speak TLS there|closed the connection/],
    ] satisfies [ImapScript, RegExp][]) {
      const server = await serverFor(script);
      const security = message.source.startsWith("^") ? "starttls" : "tls";
      expect(await faultWith(script, PASSWORD, { security }, Promise.resolve(server))).toMatch(message);
      expect(server.received.join()).not.toMatch(/LOGIN|AUTHENTICATE|secret/);
    }
  });

  it("survives an error of the connection while nothing is asked", async () => {
    const server = await serverFor();
    const client = await openAccount(server.account(), PASSWORD);
    server.close();
    await expect.poll(() => client.usable).toBe(false);
    await expect(listFolders(client)).rejects.toThrow();
    await closeAccount(client);
  });
});

describe("an answer that names more messages than were asked for", () => {
  const CLOSED = /it sends more answers than any sound server: the connection was closed$/;

  /** Opens the inbox of a server with these answers. */
  async function inbox(answers: Readonly<Record<string, ImapAnswer>>, exists = 3) {
    const codes = ["UIDVALIDITY 1", "UIDNEXT 9", "HIGHESTMODSEQ 7"].map((code) => `* OK [${code}] ok\r\n`).join("");
    const open: ImapAnswer = ({ tag }) => `* ${exists} EXISTS\r\n${codes}${tag} OK\r\n`;
    const script = { capabilities: "IMAP4rev1 MOVE UIDPLUS", answers: { EXAMINE: open, SELECT: open, ...answers } };
    return connectionTo(await serverFor(script));
  }

  /** Moves a message on a server with this answer to UID MOVE. */
  const moved = async (uid: string, answer: ImapAnswer) =>
    (await inbox({ "UID MOVE": answer })).run(async (client) => {
      await client.mailboxOpen("INBOX");
      return orRefusal(client, () => client.messageMove(uid, "Junk", { uid: true }));
    });

  /** Searches the inbox of a server with these lines for an answer, in which TAG is that of the command. */
  const searched = async (lines: readonly string[], exists: number, times = 1) => {
    const text = lines.map((line) => `* ${line}\r\n`).join("");
    const account = await inbox({ "UID SEARCH": ({ tag }) => `${text.replaceAll("TAG", tag)}${tag} OK\r\n` }, exists);
    return account.run(async (client) => {
      await client.mailboxOpen("INBOX", { readOnly: true });
      const found = [];
      for (let i = 0; i < times; i++) found.push(await client.search({ all: true }, { uid: true }));
      return found.map((uids) => Array.isArray(uids) && uids.length);
    });
  };

  it.each(["1 1:4294967295 1:4294967295", "1 1:3 5:7", "1 1:4000000000,1:3"])("ends it: COPYUID %s", async (sets) => {
    for (const answer of [`TAG OK [COPYUID 1 ${sets}] moved`, `* OK [COPYUID 1 ${sets}]\r\nTAG OK`]) {
      await expect(moved("1", ({ tag }) => `${answer.replace("TAG", tag)}\r\n`)).rejects.toThrow(CLOSED);
    }
  });

  it.each([
    ...["1:4294967295", "9,4:3000000"].map((uids) => [`ESEARCH (TAG "TAG") UID ALL ${uids}`]),
    ...["1:4294967295", "(EARLIER) 4294967295:8"].map((uids) => [`VANISHED ${uids}`]),
    Array.from({ length: 300 }, () => 'ESEARCH (TAG "TAG") UID ALL 1:1000000'),
  ])("ends it: billions of messages that are found or gone, or a million again and again: %s", async (...lines) => {
    await expect(searched(lines.flat(), 4_294_967_295)).rejects.toThrow(CLOSED);
  });

  it("does not end it if a server writes one message as a range, or a text with colons", async () => {
    const { uidMap } = await moved("5", ({ tag }) => `${tag} OK [COPYUID 1 5:5 9:9] moved at 12:30\r\n`);
    expect(uidMap?.get(5)).toBe(9);
  });

  it("does not end it if a mailbox has as many messages, search after search", async () => {
    const found = await searched(['ESEARCH (TAG "TAG") UID ALL 1:500000,500002'], 500_001, 6);
    expect(found).toEqual(Array(6).fill(500_001));
  });
});
