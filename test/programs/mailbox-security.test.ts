import { describe, expect, it } from "vitest";
import type { Account } from "../../src/mailbox/accounts/account.js";
import { closeAccount, openAccount } from "../../src/mailbox/imap/open-account.js";
import { TestAuthority } from "../helpers/certificates.js";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { PASSWORD, TestDovecot, USER } from "../helpers/dovecot.js";
import { temporaryFolder } from "../helpers/folder.js";

const authority = new TestAuthority();
const certificate = authority.sign();
const SECRET = { credentials: { pass: PASSWORD } };

/** The outcome of logging in: "in", or the error without the account. */
async function loginTo(account: Account): Promise<string> {
  try {
    await closeAccount(await openAccount(account, SECRET));
    return "in";
  } catch (error) {
    expect(error).toMatchObject({ name: "DataError" });
    return (error as Error).message.replace(/^me at \S+: /, "");
  }
}

describe("an account with TLS, with Dovecot", () => {
  it("is trusted by the certificate of its authority, and by no other", async () => {
    const server = await TestDovecot.start({ certificate });
    expect(await loginTo(server.account({ ca: authority.cert }))).toBe("in");
    expect(await loginTo(server.account({ ca: authority.cert, host: "localhost" }))).toBe("in");
    const untrusted = /^its certificate is from nobody whom this machine trusts/;
    expect(await loginTo(server.account())).toMatch(untrusted);
    expect(await loginTo(server.account({ ca: new TestAuthority().cert }))).toMatch(untrusted);
    expect(await loginTo(server.account({ ca: certificate.key }))).toMatch(/has no certificate in PEM/);
    expect(await loginTo(server.account({ ca: "/nowhere/ca.pem" }))).toMatch(/cannot be read: no such file or folder$/);
  });

  it("does not trust a certificate that signs itself", async () => {
    const server = await TestDovecot.start({ certificate: new TestAuthority() });
    expect(await loginTo(server.account())).toMatch(/^its certificate is from nobody whom this machine trusts/);
  });

  it.each([
    ["that has expired", authority.sign(undefined, true), "has expired: whoever runs the server must renew it"],
    [
      "of another host",
      authority.sign("DNS:mail.example.org,DNS:imap.example.org"),
      "is for another host: check the host",
    ],
  ])("is refused with a certificate %s", async (_, certificate, fault) => {
    const server = await TestDovecot.start({ certificate });
    expect(await loginTo(server.account({ ca: authority.cert }))).toBe(`its certificate ${fault}`);
  });

  it("starts TLS where it is asked for, and checks the certificate there too", async () => {
    const server = await TestDovecot.start({ certificate, isStarttls: true });
    expect(await loginTo(server.account({ ca: authority.cert }))).toBe("in");
    expect(await loginTo(server.account())).toMatch(/^its certificate is from nobody/);
    expect(await loginTo(server.account({ security: "tls", ca: authority.cert }))).toMatch(
      /^it does not speak TLS there/,
    );
  });

  it("says what is wrong if the server has no TLS, or the password is wrong", async () => {
    const server = await TestDovecot.start({});
    expect(await loginTo(server.account({ security: "starttls" }))).toMatch(/^it does not start TLS/);
    expect(await loginTo(server.account({ security: "tls" }))).toMatch(/^it does not speak TLS there/);
    const wrong = openAccount(server.account(), { credentials: { pass: "wrong" } });
    await expect(wrong).rejects.toThrow(
      /the server refuses the user or the password of account "home": Authentication failed/,
    );
    await server.stop();
    expect(await loginTo(server.account())).toBe("no server is listening there");
  });
});

it("asks for a password on the terminal, and does not show it", async () => {
  const { host, port } = await TestDovecot.start({});
  const env = { XDG_CONFIG_HOME: temporaryFolder(), THRESHER_PASSWORD: "" };
  const where = ["--host", `${host}:${port}`, "--user", USER, "--security", "plain"];
  expect(await thresher(["mailbox", "add", "home", ...where], { env })).toMatchObject({ code: 0 });
  const withoutTerminal = await thresher(["mailbox", "check", "home"], { env });
  expect(withoutTerminal.stderr).toMatch(
    /account "home" has no password: add it again with --password-command, or set/,
  );
  // `script` runs a command on a terminal of its own. The answer is typed when the question has come.
  const typed = `${process.execPath} ${COMMAND} mailbox check home`;
  const outcome = await execute("script", ["-qec", typed, "/dev/null"], {
    env,
    onStart: ({ stdout, stdin }) => stdout?.once("data", () => stdin?.write(`${PASSWORD}\r`)),
  });
  expect(outcome.code).toBe(0);
  expect(outcome.stdout).toMatch(/^Password of me at 127\.0\.0\.1:\d+: \r?\n/);
  expect(outcome.stdout).toContain("Left out:");
  expect(outcome.stdout).not.toContain(PASSWORD);
});
