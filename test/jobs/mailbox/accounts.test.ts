import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

/** A home, the path of its configuration, and what calls `thresher mailbox` in it. */
function newHome(config?: unknown) {
  const folder = temporaryFolder();
  const path = join(folder, "thresher/config.json");
  if (config !== undefined) {
    mkdirSync(dirname(path), { mode: 0o755 });
    writeFileSync(path, JSON.stringify(config), { mode: 0o644 });
  }
  const env = { XDG_CONFIG_HOME: folder };
  return { path, env, mailbox: (...args: string[]) => thresher(["mailbox", ...args], { env }) };
}

const ADD = ["add", "home", "--host", "mail.example.org", "--user", "me@example.org"];
const HOME = { host: "mail.example.org", port: 993, user: "me@example.org", security: "tls" };

describe("thresher mailbox add", () => {
  it("writes the account into a file that nobody else can read, and says how to try it", async () => {
    const { path, mailbox } = newHome();
    expect(await mailbox(...ADD, "--password-command", "pass mail/home")).toMatchObject({
      code: 0,
      stdout: "Added home (me@example.org at mail.example.org:993). To try it, run: thresher mailbox check home\n",
      stderr: "",
    });
    const accounts = { home: { ...HOME, passwordCommand: "pass mail/home" } };
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ accounts });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it("keeps everything else in the file", async () => {
    const before = { model: "mail.model", defaults: { evaluate: { folds: 10 } }, accounts: { work: HOME } };
    const { path, mailbox } = newHome(before);
    expect(await mailbox(...ADD, "--ca", "own.pem", "--quiet")).toMatchObject({ code: 0, stdout: "" });
    // The path of a certificate is the same from every folder.
    const home = { ...HOME, ca: join(process.cwd(), "own.pem") };
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ ...before, accounts: { work: HOME, home } });
    expect(await mailbox("remove", "home")).toMatchObject({ code: 0, stdout: "Removed home.\n" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(before);
  });

  it("refuses what would not work, without writing anything or repeating a password", async () => {
    const { path, env } = newHome();
    const cases: Refused[] = [
      ["add home --user me", /account "home": --host must be the name of a server/],
      ["add home --host localhost", /account "home": --user must be the name that you log in with/],
      ["add ../home --host localhost --user me", /account "\.\.\/home": use at most 64 letters/],
      [[...ADD, "--security", "ssl"], /--security: "ssl" is not a choice; choose tls, starttls, plain or insecure/],
      ["add home --host localhost:99999 --user me", /port must be a number from 1 to 65535/],
      [
        [...ADD, "--security", "plain"],
        /without TLS, everybody on the way can read .* or set --security to insecure$/m,
      ],
      [[...ADD, "--password-command", "a", "--token-command", "b"], /cannot be combined/],
      ["add", /add needs a name for the account/],
      [[...ADD, "--port", "143"], /add has no option --port any more: --host NAME:PORT/],
      [[...ADD, "--password", "hunter2"], /^(?!.*hunter2).*no option --password: did you mean --password-command\?/],
    ];
    await expectRefused(cases, ["mailbox"], { env });
    expect(existsSync(path)).toBe(false);
  });
});

describe("thresher mailbox list", () => {
  it("shows each account", async () => {
    const work = { host: "imap.example.com", user: "me", security: "starttls", tokenCommand: "token me" };
    const { mailbox } = newHome({ accounts: { home: HOME, work } });
    const lines = `home  me@example.org at mail.example.org:993  tls
work  me at imap.example.com:143              starttls
`;
    expect((await mailbox("list")).stdout).toBe(lines);
    const [home, other] = JSON.parse((await mailbox("list", "--json")).stdout).accounts;
    expect([home, other.port]).toEqual([{ name: "home", ...HOME }, 143]);
    expect((await newHome().mailbox("list")).stdout).toMatch(/^There is no account yet: add one/);
  });
});

describe("the file with the accounts", () => {
  it("is not used if others may write to it: its commands run in a shell", async () => {
    const marker = join(temporaryFolder(), "ran");
    const account = { host: "localhost", user: "me", passwordCommand: `touch ${marker}` };
    const home = newHome({ accounts: { home: account } });
    for (const spoil of [home.path, dirname(home.path)]) {
      chmodSync(spoil, 0o777);
      for (const args of [["check", "home"], ["list"], ["remove", "home"], ADD]) {
        const message = /config\.json is not used: another user owns (?:the file|its folder)/;
        expectFault(await home.mailbox(...args, "--quiet"), 1, message);
      }
      chmodSync(spoil, 0o755);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it("is not thresher.json, which may have come from somebody else", async () => {
    const cwd = folderWith({ "thresher.json": JSON.stringify({ accounts: { home: HOME } }) });
    const { env } = newHome();
    const message = /thresher\.json: "accounts" cannot be here: write them to .*config\.json/;
    expectFault(await thresher(["mailbox", "list"], { cwd, env }), 1, message);
  });

  it("is named, with its fault", async () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ home: { ...HOME, password: "hunter2" } }, /^(?!.*hunter2).*config\.json: account "home": unknown key "p/],
      [{ home: { ...HOME, security: "plain" } }, /config\.json: account "home": mail\.example\.org is another machine/],
      [[], /config\.json: "accounts" must be an object/],
      [{ "a\u001b[31m": {} }, /account "a\\u001b\[31m": use at most 64/],
    ];
    await each(cases, async ([accounts, message]) => {
      expectFault(await newHome({ accounts }).mailbox("check", "home"), 1, message);
    });
  });
});

it("an account that is missing, or there already, is reported with the existing ones", async () => {
  const { env } = newHome({ accounts: { home: HOME } });
  const none = 'there is no account "hom" (there is home): add it with thresher mailbox add';
  const missing = ["check hom", "remove hom"].map((words): Refused => [words, none]);
  await expectRefused([...missing, [ADD, 'there is an account "home" already: remove it first']], ["mailbox"], { env });
});

it("the configuration distinguishes subcommands from commands of the same name", async () => {
  const { mailbox, env } = newHome({ defaults: { "mailbox list": { json: true } } });
  expect(JSON.parse((await mailbox("list")).stdout)).toMatchObject({ accounts: [] });
  const shown = await thresher(["config"], { env });
  expect(shown.stdout).toMatch(/^mailbox list +--json/m);
  expectFault(await mailbox("lst"), 2, /there is no command "lst": did you mean list\?/);
});
