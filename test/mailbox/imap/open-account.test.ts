import { describe, expect, it } from "vitest";
import type { Account } from "../../../src/mailbox/accounts/account.js";
import { listFolders } from "../../../src/mailbox/imap/folders.js";
import { closeAccount, type OpenOptions, openAccount } from "../../../src/mailbox/imap/open-account.js";
import { type ImapCommand, type ImapScript, serverFor } from "../../helpers/imap-server.js";

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
): Promise<string> {
  const account = (await serverFor(script)).account(more);
  const error = await openAccount(account, options).then(closeAccount, (error: Error) => error);
  expect(error).toMatchObject({ name: "DataError" });
  const { message } = error as Error;
  expect(message).toMatch(/^me at 127\.0\.0\.1:\d+: [^\n]{1,300}$/);
  return message.replace(/^.*?:\d+: /, "");
}

describe("openAccount", () => {
  it("logs in, and does not tell its version", async () => {
    const AUTHENTICATE = ({ tag, args }: ImapCommand) => (args === "PLAIN" ? "+ \r\n" : `${tag} OK in\r\n`);
    const server = await serverFor({ capabilities: "IMAP4rev1 ID AUTH=PLAIN", answers: { AUTHENTICATE } });
    const client = await openAccount(server.account(), PASSWORD);
    expect(client.usable).toBe(true);
    await closeAccount(client);
    expect(server.received).toContain('ID ("name" "thresher")');
    expect(server.received).toContain(base64("\0me\0secret"));
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
    const status = `+ ${base64('{"status":"400"}')}\r\n`;
    const AUTHENTICATE = ({ tag, args }: ImapCommand) =>
      args.startsWith(mechanism) ? status : `${tag} NO [AUTHENTICATIONFAILED] expired\r\n`;
    const old = { credentials: { accessToken: "old" } };
    expect(await faultWith({ capabilities, answers: { AUTHENTICATE } }, old, { tokenCommand: "x" })).toBe(
      "the server refuses the user or the token: expired: check tokenCommand",
    );
    const without = await faultWith({}, old, { tokenCommand: "x" });
    expect(without).toBe("the server takes no OAuth 2 token: check tokenCommand");
  });

  it("takes the capabilities after login, not those before", async () => {
    const script = { capabilities: "IMAP4rev1 MOVE", capabilitiesAfterLogin: "IMAP4rev1 IDLE" };
    const client = await openAccount((await serverFor(script)).account(), PASSWORD);
    expect([...client.capabilities.keys()]).toEqual(["IMAP4rev1", "IDLE"]);
    await closeAccount(client);
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
  it.each<readonly [string, ImapScript, RegExp]>([
    ["says nothing", { greeting: "" }, /^it sends no greeting of IMAP/],
    ["speaks HTTP", { greeting: "HTTP/1.1 400 Bad Request" }, /^it sends no greeting of IMAP/],
    ["sends a line byte by byte", { answers: { CAPABILITY: dripping } }, /^the server does not answer/],
    ["falls silent before login", { answers: { CAPABILITY: () => undefined } }, /^the server does not answer/],
    [
      "falls silent after login",
      { ...NAMESPACE, answers: { NAMESPACE: () => undefined } },
      /^the server does not answer/,
    ],
  ])("does not wait for ever for a server that %s", async (_, script, message) => {
    expect(await faultWith(script, SHORT)).toMatch(message);
  });

  it("keeps a line that never ends from filling the memory", async () => {
    const chunk = "x".repeat(1 << 20);
    let sent = 0;
    const endless: ImapScript["answers"] = {
      CAPABILITY: ({ socket }) => {
        const more = () => {
          while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        };
        socket.on("drain", more).write("* OK ");
        more();
        return undefined;
      },
    };
    expect(await faultWith({ answers: endless })).toMatch(/^the server sent more than/);
    expect(sent).toBeLessThan(100 * chunk.length);
  });

  it("does not send a password without TLS if TLS was asked for", async () => {
    const capabilities = "IMAP4rev1 STARTTLS";
    for (const [script, message] of [
      [{}, /^it does not start TLS \(Server does not support STARTTLS\): set security to tls$/],
      [{ greeting: "* PREAUTH welcome" }, /^it does not start TLS/],
      [{ capabilities, answers: { STARTTLS: ({ tag }) => `${tag} NO not now\r\n` } }, /^it does not start TLS/],
      [{ capabilities, answers: { STARTTLS: ({ tag }) => `${tag} OK\r\n* OK x\r\n` } }, /^it does not start TLS/],
    ] satisfies [ImapScript, RegExp][]) {
      const server = await serverFor(script);
      const account = server.account({ security: "starttls" });
      await expect(openAccount(account, PASSWORD)).rejects.toThrow(/^me at/);
      const error: Error = await openAccount(account, PASSWORD).catch((error) => error);
      expect(error.message.replace(/^.*?:\d+: /, "")).toMatch(message);
      expect(server.received.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
    }
    const plain = await serverFor({});
    await expect(openAccount(plain.account({ security: "tls" }), PASSWORD)).rejects.toThrow(
      /does not speak TLS there|closed the connection/,
    );
    expect(plain.received.join()).not.toContain("secret");
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
