import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { COMMAND, execute, type Outcome, thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { type ImapScript, TestImapServer } from "../../../helpers/imap-server.js";

/** Expects an error of one line. */
const refused = (outcome: Outcome, message: RegExp, code: 1 | 2 = 1) => expectFault(outcome, code, message);

let server: TestImapServer | undefined;
afterEach(() => server?.close());

/** Checks an account on a server. */
async function check(script: ImapScript, ...args: string[]) {
  server = await TestImapServer.start(script);
  const env = { XDG_CONFIG_HOME: temporaryFolder(), THRESHER_PASSWORD_HOME: "secret" };
  const where = ["--host", `127.0.0.1:${server.port}`, "--user", "me", "--security", "plain"];
  expect(await thresher(["mailbox", "add", "home", ...where], { env })).toMatchObject({ code: 0, stderr: "" });
  const outcome = await thresher(["mailbox", "check", "home", ...args], { env });
  return { ...outcome, stdout: outcome.stdout.replaceAll(String(server.port), "PORT") };
}

const FOLDERS = ["INBOX", "Work", "Work/&U,BTFw-", "Sent", "Bad&ABs-[31m"];
const SCRIPT: ImapScript = {
  capabilities: "IMAP4rev1 UIDPLUS MOVE IDLE CONDSTORE",
  answers: {
    LIST: ({ tag, args }) =>
      args === '"" ""'
        ? `* LIST (\\Noselect) "/" ""\r\n${tag} OK\r\n`
        : `${FOLDERS.map((name) => `* LIST () "/" "${name}"\r\n`).join("")}${tag} OK\r\n`,
    STATUS: ({ tag, args }) => `* STATUS ${args.replace(/ \(.*$/, "")} (MESSAGES 1204)\r\n${tag} OK\r\n`,
  },
};

it("shows the classes, what is left out and why", async () => {
  const { code, stdout, stderr } = await check(SCRIPT);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`me at 127.0.0.1:PORT (plain): 5 folders, 2 classes

Classes, with their messages:
  Work       1,204
  Work/台北  1,204

Left out:
  INBOX          1,204  its use is inbox: a class only if you choose it
  Bad\\u001b[31m  1,204  its name has invisible characters: rename it
  Sent           1,204  by its name, nobody sorts messages into it
`);
  expect(server?.received.join("\n")).not.toMatch(/^(?:SELECT|STORE|EXPUNGE|CREATE)/m);
});

it("says what to install if imapflow is missing", async () => {
  const folder = temporaryFolder();
  cpSync(dirname(COMMAND), folder, { recursive: true });
  const env = { XDG_CONFIG_HOME: temporaryFolder(), THRESHER_PASSWORD: "secret" };
  await thresher(["mailbox", "add", "home", "--host", "localhost", "--user", "me"], { env });
  const outcome = await execute(process.execPath, [join(folder, "thresher.cjs"), "mailbox", "check", "home"], { env });
  refused(outcome, /thresher mailbox needs the package imapflow: install it beside thresher, npm install imapflow/);
});
