import { describe, expect, it } from "vitest";
import type { ConnectionOptions } from "../../../src/mailbox/imap/connection.js";
import { listFolders } from "../../../src/mailbox/imap/folders.js";
import { connectionTo, type ImapAnswer, serverFor } from "../../helpers/imap-server.js";

const IN: ImapAnswer = ({ tag }) => `${tag} OK in\r\n`;
const no =
  (words: string): ImapAnswer =>
  ({ tag }) =>
    `${tag} ${words}\r\n`;

const LISTED: ImapAnswer = ({ tag }) => `* LIST () "/" INBOX\r\n${tag} OK\r\n`;
/** Answers the first command with one answer, and later ones with another. */
const first = (once: ImapAnswer, later: ImapAnswer): ImapAnswer => {
  let count = 0;
  return (command) => (count++ === 0 ? once : later)(command);
};

/** Opens an account whose server answers each login differently; the last answer repeats. */
async function opened(logins: readonly ImapAnswer[], options: ConnectionOptions = {}, more = {}) {
  let count = 0;
  const LOGIN: ImapAnswer = (command) => logins[Math.min(count++, logins.length - 1)](command);
  const server = await serverFor({ capabilities: "IMAP4rev1 NAMESPACE", answers: { LOGIN, ...more } });
  const connection = connectionTo(server, { pauses: Array(12).fill(1), ...options });
  const error: Error | undefined = await connection.run(listFolders).then(
    () => undefined,
    (error) => error,
  );
  return { logins: count, fault: error?.message.replace(/^.*?:\d+: /, "") };
}

describe("the first connection", () => {
  const passing = ["LIMIT", "UNAVAILABLE", "INUSE", "SERVERBUG"].map((code) => `NO [${code}] not now`);
  passing.push("NO try again later", "BAD not now");
  it.each(passing)("is tried again after a passing fault of the login: %s", async (words) => {
    expect(await opened([no(words), no(words), IN])).toEqual({ logins: 3, fault: undefined });
  });

  it("is tried again if the server is not there yet, for half a minute", async () => {
    const pauses: number[] = [];
    const gone: ImapAnswer = ({ socket }) => void socket.destroy();
    expect(await opened([gone, gone, IN])).toEqual({ logins: 3, fault: undefined });
    const onLost = (_why: string, pause: number) => pauses.push(pause);
    expect(await opened([gone], { onLost })).toMatchObject({ logins: 9, fault: expect.stringMatching(/closed/) });
    expect(pauses).toHaveLength(8);
  });

  it("ends if the server says that the password is wrong, in its words; a later one ends if it says so twice", async () => {
    const wrong = no("NO [AUTHENTICATIONFAILED] rate limit hit");
    const fault = 'the server refuses the user or the password of account "home": rate limit hit';
    expect(await opened([wrong])).toEqual({ logins: 1, fault });
    for (const [later, outcome] of [
      [wrong, { logins: 3, fault }],
      [IN, { logins: 3, fault: undefined }],
    ] as const) {
      const LIST = first(({ socket }) => void socket.destroy(), LISTED);
      expect(await opened([IN, wrong, later], {}, { LIST })).toEqual(outcome);
    }
  });

  it("ends if the server refuses it three times without a reason, or once where nobody waits", async () => {
    const fault = 'the server refuses the login of account "home": go away';
    expect(await opened([no("NO go away")])).toEqual({ logins: 3, fault });
    expect(await opened([no("NO go away")], { retriesRefusals: false })).toEqual({ logins: 1, fault });
  });

  it("is another one after a login that leads nowhere, as Office 365 has them", async () => {
    for (const name of ["NAMESPACE", "LIST"]) {
      const fault = "the server lets nobody in now: User is authenticated but not connected.";
      const nowhere = no("BAD User is authenticated but not connected.");
      expect(await opened([IN], { pauses: [1, 1] }, { [name]: nowhere })).toEqual({ logins: 3, fault });
      const once = first(nowhere, name === "LIST" ? LISTED : IN);
      expect(await opened([IN], {}, { [name]: once })).toEqual({ logins: 2, fault: undefined });
    }
  });

  it("asks the password command again after a refusal", async () => {
    const sent: string[] = [];
    const LOGIN: ImapAnswer = ({ tag, args }) => {
      sent.push(args);
      return sent.length === 1 ? `${tag} NO old\r\n` : `${tag} OK\r\n`;
    };
    const server = await serverFor({ answers: { LOGIN } });
    await connectionTo(server, { pauses: [1], ask: undefined }, { passwordCommand: "date +%N" }).run(listFolders);
    expect(sent).toHaveLength(2);
    expect(sent[0]).not.toBe(sent[1]);
  });
});

describe("a request to stop", () => {
  /** Stops when the server gets a command, and returns the fault, and how long it took, in seconds. */
  async function stopped(when: "pause" | "login" | "command" | "password", more: ConnectionOptions = {}) {
    const stopping = new AbortController();
    const stop = () => void stopping.abort();
    const closed: ImapAnswer = ({ socket }) => void socket.destroy();
    const options = { stop: stopping.signal, pauses: [600_000], onLost: stop, ...more };
    if (when === "password") setTimeout(stop, 10);
    const start = performance.now();
    const login = { pause: closed, login: stop, command: IN, password: IN }[when];
    const { fault } = await opened([login], options, when === "command" ? { LIST: stop } : {});
    return { fault, seconds: (performance.now() - start) / 1000 };
  }

  it.each([
    ["pause", /closed/, 0],
    ["login", /^the server does not answer: try again later$/, 1.5],
    ["command", /^the server does not answer: try again later$/, 1.5],
  ] as const)("ends a pause before a new connection, or the wait for a silent server: %s", async (when, why, least) => {
    const { fault, seconds } = await stopped(when);
    expect(fault).toMatch(why);
    // Servers have ten minutes to answer.
    expect(seconds).toBeGreaterThan(least);
    expect(seconds).toBeLessThan(60);
  });

  it("ends the wait for a password", async () => {
    const ask = (_account: unknown, stop?: AbortSignal) =>
      new Promise<string>((_, reject) => stop?.addEventListener("abort", () => reject(new Error("stopped"))));
    expect((await stopped("password", { ask })).fault).toBe("stopped");
    const stop = AbortSignal.timeout(10);
    const never = connectionTo(await serverFor(), { stop }, { passwordCommand: "exec sleep 600" });
    await expect(never.run(listFolders)).rejects.toThrow(/passwordCommand cannot be run: The operation was aborted/);
  });
});
