import { beforeEach, describe, expect, it } from "vitest";
import { remarked } from "../../../src/delivery/doctor/finding.js";
import type { Account } from "../../../src/mailbox/accounts/account.js";
import { lookAtAccount } from "../../../src/mailbox/doctor/look-at-account.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { type ImapScript, serverFor, type TestImapServer } from "../../helpers/imap-server.js";

const SCRIPT: ImapScript = { capabilities: "IMAP4rev1 MOVE" };
let server: TestImapServer | undefined;
let state = "";
beforeEach(() => {
  state = temporaryFolder();
});

/** What is found of an account on a server, as text. */
async function looked(script: ImapScript, more: Partial<Account> = {}, patience = 60_000): Promise<string> {
  server = await serverFor(script);
  const account = server.account({ passwordCommand: "echo secret", ...more });
  const remarks = await remarked("", () => lookAtAccount(account, state, Date.now(), patience));
  return remarks.map(({ state, what }) => `${state} ${what}`.replaceAll(String(server?.port), "PORT")).join("\n");
}

describe("a look at an account", () => {
  it("says that its server can be reached, and changes nothing there", async () => {
    expect(await looked(SCRIPT)).toBe("ok reaches me at 127.0.0.1:PORT");
    expect(server?.received.join("\n")).not.toMatch(/^(?:SELECT|EXAMINE|STORE|EXPUNGE|CREATE|STATUS)/m);
  });

  it("finds a server that refuses the password, and one that is not there", async () => {
    const answers = { LOGIN: ({ tag }: { readonly tag: string }) => `${tag} NO no\r\n` };
    expect(await looked({ answers })).toMatch(/^fault me at .* refuses the login of account "home": no$/);
    expect(await looked(SCRIPT, { port: 1 })).toMatch(/^fault me at 127\.0\.0\.1:1: /);
  });

  it("finds an account without a password that a program could get", async () => {
    expect(await looked(SCRIPT, { name: "x1", passwordCommand: "exit 3" })).toMatch(/^fault .*fails with exit code 3/);
    const account = { name: "x1", host: "127.0.0.1", port: 1, user: "me", security: "plain" } as const;
    const [remark] = await lookAtAccount(account, state, 0, 60_000);
    expect(remark).toMatchObject({ state: "fault", what: expect.stringMatching(/has no password/) });
  });

  it("gives up on a server that is silent, and on a command for a password that does not end", async () => {
    expect(await looked({ greeting: "" }, {}, 300)).toMatch(/^fault me at /);
    const sleeping = { passwordCommand: "sleep 20 2>/dev/null & wait" };
    expect(await looked(SCRIPT, sleeping, 300)).toMatch(/^fault .*passwordCommand fails/);
  });

  it("finds that no message can be moved", async () => {
    expect(await looked({ ...SCRIPT, capabilities: "IMAP4rev1 UIDPLUS" })).not.toContain("fault");
    const fault = /^fault .*: the server has neither MOVE nor UIDPLUS, so a message cannot be moved/m;
    expect(await looked({ ...SCRIPT, capabilities: "IMAP4rev1" })).toMatch(fault);
  });
});
