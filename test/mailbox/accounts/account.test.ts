import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Account,
  type AccountParts,
  accountFrom,
  accountsFrom,
  accountText,
} from "../../../src/mailbox/accounts/account.js";
import { credentialsOf } from "../../../src/mailbox/accounts/credentials.js";

const HOME = { host: "mail.example.org", user: "me@example.org" };

describe("accountFrom", () => {
  it("has TLS from the start, and the usual ports", () => {
    expect(accountFrom("home", HOME)).toEqual({ name: "home", ...HOME, port: 993, security: "tls" });
    expect(accountFrom("home", { ...HOME, security: "starttls" })).toMatchObject({ port: 143 });
    expect(accountFrom("home", { ...HOME, port: 1993, ca: "/own.pem" })).toMatchObject({ port: 1993, ca: "/own.pem" });
  });

  it("allows plain text on this machine, and to others only with `insecure`", () => {
    const plain = (host: string, insecure?: boolean) =>
      accountFrom("home", { host, user: "me", security: "plain", insecure });
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1"]) expect(plain(host).port).toBe(143);
    for (const host of ["mail.example.org", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1"]) {
      expect(() => plain(host)).toThrow(/without TLS, everybody on the way/);
      expect(plain(host, true)).toMatchObject({ host, insecure: true });
      const short = accountFrom("home", { host, user: "me", security: "insecure" });
      expect(short).toEqual(plain(host, true));
    }
  });

  it.each<readonly [AccountParts, RegExp]>([
    [{ ...HOME, host: undefined }, /host must be the name of a server/],
    ...["mail.example.org/x", "me@mail.example.org", "mail.example.org:993"].map((host) => {
      return [{ ...HOME, host }, /host must be/] as const;
    }),
    ...["", "me\r\nA1 LOGOUT"].map((user) => [{ ...HOME, user }, /user must be/] as const),
    [{ ...HOME, security: "ssl" }, /security must be tls, starttls, plain, not "ssl"/],
    [{ ...HOME, port: 70_000 }, /port must be a number from 1 to 65535, not 70000/],
    [{ ...HOME, insecure: "yes" }, /insecure must be true or false/],
    [{ ...HOME, passwordCommand: ["pass"] }, /passwordCommand must be one line/],
    [{ ...HOME, passwordCommand: "a", tokenCommand: "b" }, /cannot be combined/],
    [{ ...HOME, password: "secret" } as AccountParts, /unknown key "password"; the keys are host, port/],
  ])("refuses %j", (parts, message) => {
    expect(() => accountFrom("home", parts)).toThrow(message);
    expect(() => accountFrom("home", parts)).toThrow(/^account "home": /);
  });

  it.each(["", "-x", "a b", "../a", "a\n", "x".repeat(65)])("refuses the name %j", (name) => {
    expect(() => accountFrom(name, HOME)).toThrow(/use at most 64 letters/);
  });
});

describe("accountsFrom", () => {
  it("reads accounts by their names, and says which is wrong", () => {
    expect(accountsFrom({ home: HOME, work: HOME }).map(({ name }) => name)).toEqual(["home", "work"]);
    expect(() => accountsFrom({ home: HOME, work: {} })).toThrow(/^account "work": host/);
    expect(() => accountsFrom([])).toThrow(/"accounts" must be an object/);
    expect(() => accountsFrom({ home: "me" })).toThrow(/account "home" must be an object, not "me"/);
  });
});

it("accountText is the user and the address of the server", () => {
  expect(accountText(accountFrom("home", HOME))).toBe("me@example.org at mail.example.org:993");
  expect(accountText(accountFrom("home", { host: "::1", user: "me" }))).toBe("me at [::1]:993");
});

describe("credentialsOf", () => {
  afterEach(() => vi.unstubAllEnvs());
  const account = (more: Partial<Account> = {}): Account => ({ ...accountFrom("my-home", HOME), ...more });

  it("takes the first line that a command prints", async () => {
    const printing = (text: string) => account({ passwordCommand: `printf '${text}'` });
    for (const text of ["secret", "secret\\n", "secret\\r\\nlogin: me\\n"]) {
      expect(await credentialsOf(printing(text))).toEqual({ pass: "secret" });
    }
    expect(await credentialsOf(printing(" grün  "))).toEqual({ pass: " grün  " });
    expect(await credentialsOf(account({ tokenCommand: "echo token" }))).toEqual({ accessToken: "token" });
  });

  it("takes the account's variable before the command, the common one after it, and asks last", async () => {
    const ask = () => Promise.resolve("typed");
    expect(await credentialsOf(account(), ask)).toEqual({ pass: "typed" });
    vi.stubEnv("THRESHER_PASSWORD", "common");
    expect(await credentialsOf(account(), ask)).toEqual({ pass: "common" });
    expect(await credentialsOf(account({ passwordCommand: "echo printed" }), ask)).toEqual({ pass: "printed" });
    vi.stubEnv("THRESHER_PASSWORD_MY_HOME", "own");
    expect(await credentialsOf(account({ passwordCommand: "echo printed" }), ask)).toEqual({ pass: "own" });
    expect(await credentialsOf(account({ tokenCommand: "echo token" }), ask)).toEqual({ accessToken: "token" });
  });

  it.each([
    ["exit 3", /passwordCommand fails with exit code 3: run it in a shell/],
    ["kill -9 $$", /passwordCommand fails with SIGKILL/],
    ["true", /passwordCommand prints nothing on its first line/],
    ["printf '\\nsecret\\n'", /passwordCommand prints nothing on its first line/],
    ["printf 'a\\0b'", /passwordCommand prints no text/],
    ["yes | head -c 200000", /passwordCommand prints more than 65536 bytes/],
  ])("refuses the command %j", async (passwordCommand, message) => {
    await expect(credentialsOf(account({ passwordCommand }))).rejects.toThrow(message);
  });

  it("says where a password can come from if there is none", async () => {
    await expect(credentialsOf(account())).rejects.toThrow(
      'account "my-home" has no password: add it again with passwordCommand, or set the environment variable THRESHER_PASSWORD_MY_HOME or THRESHER_PASSWORD',
    );
  });
});
