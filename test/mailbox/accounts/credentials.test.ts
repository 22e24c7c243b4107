import { afterEach, describe, expect, it, vi } from "vitest";
import { type Account, accountFrom } from "../../../src/mailbox/accounts/account.js";
import { credentialsOf } from "../../../src/mailbox/accounts/credentials.js";

afterEach(() => vi.unstubAllEnvs());

function account(more: Partial<Account> = {}): Account {
  return { ...accountFrom("my-home", { host: "localhost", user: "me" }), ...more };
}

describe("credentialsOf", () => {
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
