import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { holdLock } from "../../../../src/documents/files/file-lock.js";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";
import { type ImapScript, TestImapServer } from "../../../helpers/imap-server.js";

let server: TestImapServer | undefined;
afterEach(() => server?.close());

/** Returns a function that watches an account on a server, with the folder of its state. */
async function setup(script: ImapScript = {}) {
  server = await TestImapServer.start(script);
  const env = {
    XDG_CONFIG_HOME: temporaryFolder(),
    XDG_STATE_HOME: temporaryFolder(),
    THRESHER_PASSWORD_HOME: "secret",
  };
  const where = ["--host", `127.0.0.1:${server.port}`, "--user", "me", "--security", "plain"];
  expect(await thresher(["mailbox", "add", "home", ...where], { env })).toMatchObject({ code: 0 });
  const state = join(env.XDG_STATE_HOME, "thresher/mailbox/home");
  const watch = (...args: string[]) => thresher(["mailbox", "watch", ...args], { env });
  return { watch, state };
}

async function trained(...args: string[]): Promise<string> {
  const text = (words: string) => ({ "1.eml": `Subject: ${words}\n\n${words}\n` });
  const model = join(temporaryFolder(), "mail.model");
  const corpus = folderWith({ Junk: text("cheap pills"), Work: text("invoice budget") });
  expect(await thresher(["train", corpus, "-m", model, "--preset", "mail", "--quiet", ...args])).toMatchObject({
    code: 0,
  });
  return model;
}

it("says in one line what is wrong with an account, a model, a class or a server", async () => {
  const { watch } = await setup({ capabilities: "IMAP4rev1 UIDPLUS" });
  const [model, other] = [await trained("--remember"), await trained()];
  expectFault(await watch("work", "-m", model), 2, /there is no account "work"/);
  const missing = join(temporaryFolder(), "nowhere.model");
  expectFault(await watch("home", "-m", missing), 1, /nowhere\.model/);
  expect(namesIn(join(missing, ".."))).toEqual([]);
  expectFault(await watch("home", "-m", other), 1, /--remember/);
  expectFault(await watch("home", "-m", model, "--only", "Spam"), 2, /Spam/);
  server?.close();
  const { watch: again } = await setup({ capabilities: "IMAP4rev1" });
  expectFault(await again("home", "-m", model), 1, /neither MOVE nor UIDPLUS/);
});

it("says in one line that the server refuses the password", async () => {
  const LOGIN = ({ tag }: { tag: string }) => `${tag} NO [AUTHENTICATIONFAILED] no\r\n`;
  const { watch } = await setup({ answers: { LOGIN } });
  expectFault(await watch("home", "-m", await trained("--remember")), 1, /refuses the user or the password/);
});

it("does not run beside a command that moves messages of the account, or with a state that others may write", async () => {
  const { watch, state } = await setup();
  const model = await trained("--remember");
  mkdirSync(state, { recursive: true });
  const release = holdLock(join(state, "lock"));
  expectFault(await watch("home", "-m", model), 1, /lock/);
  release();
  writeFileSync(join(state, "watch"), "{}\n");
  chmodSync(join(state, "watch"), 0o666);
  expectFault(await watch("home", "-m", model), 1, /can be written to by other users/);
  expect(existsSync(join(state, "lock"))).toBe(false);
});
