import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdLock } from "../../../../src/documents/files/file-lock.js";
import { load } from "../../../../src/model/file/model-file.js";
import { COMMAND, execute, thresherProcess } from "../../../helpers/command.js";
import { expectFault, outputOf } from "../../../helpers/expectations.js";
import { namesIn, temporaryFolder } from "../../../helpers/folder.js";
import { serving, storedFolder } from "../../../helpers/imap-mail.js";
import { type ImapAnswer, type ImapScript, TestImapServer } from "../../../helpers/imap-server.js";
import { account, setUp, trained, WORDS } from "./mailbox-desk.js";

setUp();

const accountOn = (script: ImapScript = {}) => account(TestImapServer.start(script));

describe("thresher mailbox check", () => {
  const FOLDERS = ["INBOX", "Work", "Work/&U,BTFw-", "Sent", "Bad&ABs-[31m"];

  it("shows the classes, what is left out and why", async () => {
    const { mailbox, server } = await accountOn({
      capabilities: "IMAP4rev1 UIDPLUS MOVE IDLE CONDSTORE",
      answers: {
        LIST: ({ tag, args }) =>
          args === '"" ""'
            ? `* LIST (\\Noselect) "/" ""\r\n${tag} OK\r\n`
            : `${FOLDERS.map((name) => `* LIST () "/" "${name}"\r\n`).join("")}${tag} OK\r\n`,
        STATUS: ({ tag, args }) => `* STATUS ${args.replace(/ \(.*$/, "")} (MESSAGES 1204)\r\n${tag} OK\r\n`,
      },
    });
    const { code, stdout, stderr } = await mailbox("check home");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`me at 127.0.0.1:${server.port} (plain): 5 folders, 2 classes

Classes, with their messages:
  Work       1,204
  Work/台北  1,204

Left out:
  INBOX          1,204  its use is inbox: a class only if you choose it
  Bad\\u001b[31m  1,204  its name has invisible characters: rename it
  Sent           1,204  by its name, nobody sorts messages into it
`);
    expect(server.received.join("\n")).not.toMatch(/^(?:SELECT|STORE|EXPUNGE|CREATE)/m);
  });

  it("says what to install if imapflow is missing", async () => {
    const alone = temporaryFolder();
    cpSync(dirname(COMMAND), alone, { recursive: true });
    const { env } = await accountOn();
    const outcome = await execute(process.execPath, [join(alone, "thresher.cjs"), "mailbox", "check", "home"], { env });
    const message = "thresher mailbox needs the package imapflow: install it beside thresher, npm install imapflow";
    expectFault(outcome, 1, message);
  });
});

describe("thresher mailbox watch", () => {
  it("says in one line what is wrong with an account, a model, a class or a server", async () => {
    const { mailbox } = await accountOn({ capabilities: "IMAP4rev1 UIDPLUS" });
    const [model, other] = [await trained(1, "--remember"), await trained(1)];
    expectFault(await mailbox(`watch work -m ${model}`), 2, /there is no account "work"/);
    const missing = join(temporaryFolder(), "nowhere.model");
    expectFault(await mailbox(`watch home -m ${missing}`), 1, /nowhere\.model/);
    expect(namesIn(dirname(missing))).toEqual([]);
    expectFault(await mailbox(`watch home -m ${other}`), 1, /--remember/);
    expectFault(await mailbox(`watch home -m ${model} --only Spam`), 2, /Spam/);
    const LOGIN: ImapAnswer = ({ tag }) => `${tag} NO [AUTHENTICATIONFAILED] no\r\n`;
    for (const [script, message] of [
      [{ capabilities: "IMAP4rev1" }, /neither MOVE nor UIDPLUS/],
      [{ answers: { LOGIN } }, /refuses the user or the password/],
    ] as const) {
      expectFault(await (await accountOn(script)).mailbox(`watch home -m ${model}`), 1, message);
    }
  });

  it("does not run beside a command that moves messages of the account, or with a state that others may write", async () => {
    const { mailbox, state } = await accountOn();
    const model = await trained(1, "--remember");
    mkdirSync(state, { recursive: true });
    const release = holdLock(join(state, "lock"));
    expectFault(await mailbox(`watch home -m ${model}`), 1, /lock/);
    release();
    writeFileSync(join(state, "watch"), "{}\n");
    chmodSync(join(state, "watch"), 0o666);
    expectFault(await mailbox(`watch home -m ${model}`), 1, /can be written to by other users/);
    expect(existsSync(join(state, "lock"))).toBe(false);
  });
});

describe("thresher mailbox train", () => {
  const textOf = (name: keyof typeof WORDS) => (uid: number) =>
    `From: ${name}@example.org\nMessage-ID: <${name}${uid}@example.org>\nSubject: ${name}\n\n${WORDS[name]} ${uid}\n`;
  const withMail = (answers: Readonly<Record<string, ImapAnswer>> = {}) => {
    const folders = (["Junk", "Work"] as const).map(
      (name) => [name, storedFolder([1, 2, 3, 4], textOf(name))] as const,
    );
    return accountOn(serving(new Map(folders), () => answers));
  };

  it("learns a class from each folder, and leaves no mail behind", async () => {
    const { mailbox, cwd, env } = await withMail();
    const { code, stdout, stderr } = await mailbox("train home -m home.model");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "thresher: home: 8 messages in 2 folders\n" });
    expect(stdout).toMatch(
      /^Learned 2 classes from 8 documents \(Junk 4, Work 4\): \d+ terms, .*\nThe model is in home\.model \(.*\)\. Sort with it:\n {2}thresher mailbox sort home -m home\.model --dry-run\n$/,
    );
    const { settings, known } = load(join(cwd, "home.model"));
    expect(settings).toMatchObject({ as: "mail", classifier: "multinomial", emphasis: 5 });
    // Watch teaches it.
    expect(known?.times).toHaveLength(8);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });

  it("keeps a copy, which train reads, and downloads only what is new", async () => {
    const home = await withMail();
    expect(await home.mailbox("train home -m a.model --keep copy")).toMatchObject({ code: 0 });
    const again = await home.mailbox("train home -m b.model --keep copy --json");
    expect(again).toMatchObject({ code: 0, stderr: "thresher: home: 8 messages (0 new) in 2 folders\n" });
    expect(JSON.parse(again.stdout)).toMatchObject({ model: "b.model", documents: 8 });
    await outputOf("train copy -m c.model --preset mail --remember --quiet", home);
    const [a, b, c] = ["a", "b", "c"].map((name) => load(join(home.cwd, `${name}.model`)).vocabulary.size);
    expect([b, c]).toEqual([a, a]);
  });

  it("refuses in one line what it cannot train on, and writes no model", async () => {
    const { mailbox, cwd, env } = await withMail();
    for (const [words, code, message] of [
      ["--since yesterday", 2, '--since "yesterday": give a day such as 2026-01-31'],
      ["--since 2026-02-30", 2, '--since "2026-02-30": give a day'],
      ["--newest 0", 2, '--newest "0": give a whole number of at least 1'],
      ["--folders Junk,Wrk", 1, 'there is no folder "Wrk": there is Junk, Work'],
      ["--folders Junk", 1, "choose others by --folders"],
      ["--keep config", 1, "config has other files: name a new or an empty folder"],
    ] as const) {
      expectFault(await mailbox(`train home -m home.model ${words}`), code, message, words);
    }
    expect([existsSync(join(cwd, "home.model")), readdirSync(env.TMPDIR)]).toEqual([false, []]);
  });

  it("removes the mail that it has when a signal ends it", async () => {
    let fetched: () => void = () => undefined;
    const isFetching = new Promise<void>((resolve) => {
      fetched = resolve;
    });
    const { cwd, env } = await withMail({ "UID FETCH": () => void fetched() });
    const ended = await thresherProcess("mailbox train home -m home.model", {
      ...{ cwd, env },
      onStart: (child) => void isFetching.then(() => child.kill("SIGINT")),
    });
    expect(ended).toMatchObject({ code: null, signal: "SIGINT", stdout: "", stderr: "" });
    expect([existsSync(join(cwd, "home.model")), readdirSync(env.TMPDIR)]).toEqual([false, []]);
  });
});
