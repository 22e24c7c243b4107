import { afterEach, describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { type DovecotOptions, TestDovecot } from "../helpers/dovecot.js";
import { temporaryFolder } from "../helpers/folder.js";

let dovecot: TestDovecot | undefined;
afterEach(() => dovecot?.stop());

async function started(options: DovecotOptions): Promise<TestDovecot> {
  dovecot = await TestDovecot.start(options);
  return dovecot;
}

/** An environment with a configuration of its own. */
const newHome = () => ({ env: { XDG_CONFIG_HOME: temporaryFolder() } });

/** Adds an account as a user would. */
async function added({ host, port }: TestDovecot, ...more: string[]) {
  const home = newHome();
  const args = ["--host", `${host}:${port}`, "--user", "me", "--password-command", "echo secret", ...more];
  expect(await thresher(["mailbox", "add", "home", ...args], home)).toMatchObject({ code: 0, stderr: "" });
  return home;
}

describe("thresher mailbox check, with Dovecot", () => {
  it.each([
    ["maildir", "", "/"],
    ["maildir", "INBOX.", "."],
    ["mdbox", "", "."],
    ["mdbox", "INBOX/", "/"],
  ] as const)("shows the classes of an account: %s, prefix %j, separator %j", async (format, prefix, separator) => {
    const server = await started({ format, prefix, separator });
    const client = await server.client();
    for (const path of [["Work", "Money"], ["Entwürfe"], ["Grüße & mehr"], ["Junk"], ["Sent"]])
      await client.mailboxCreate(path);
    await client.append(
      [prefix === "" ? "" : prefix.slice(0, -1), "Work", "Money"].filter(Boolean).join(separator),
      "Subject: a\n\na\n",
    );
    await client.logout();
    const home = await added(server, "--security", "plain");
    const { code, stdout, stderr } = await thresher(["mailbox", "check", "home", "--json"], home);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { classes, leftOut } = JSON.parse(stdout);
    expect(classes.map(({ label, messages }: { label: string; messages: number }) => [label, messages])).toEqual(
      expect.arrayContaining([
        ["Grüße & mehr", 0],
        ["Junk", 0],
        ["Work/Money", 1],
      ]),
    );
    expect(leftOut.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["INBOX", `${prefix}Entwürfe`, `${prefix}Sent`]),
    );
  });
});
