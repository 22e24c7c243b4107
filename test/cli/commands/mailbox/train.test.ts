import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { load } from "../../../../src/model/file/model-file.js";
import { type RunOptions, thresher, thresherProcess } from "../../../helpers/command.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { type StoredMail, serving, storedFolder } from "../../../helpers/imap-mail.js";
import { type ImapAnswer, TestImapServer } from "../../../helpers/imap-server.js";

let server: TestImapServer | undefined;
afterEach(() => server?.close());

const WORDS: Readonly<Record<string, string>> = { Junk: "winner cash prize", Work: "meeting lunch report" };

function newMail(): StoredMail {
  const textOf = (name: string) => (uid: number) =>
    `From: ${name}@example.org\nMessage-ID: <${name}${uid}@example.org>\nSubject: ${name}\n\n${WORDS[name]} ${uid}\n`;
  return new Map(["Junk", "Work"].map((name) => [name, storedFolder([1, 2, 3, 4], textOf(name))]));
}

/** A home with an account on a server with mail, and an own folder for temporary files. */
async function newHome(answers: Readonly<Record<string, ImapAnswer>> = {}) {
  server = await TestImapServer.start(serving(newMail(), () => answers));
  const cwd = temporaryFolder();
  const env = { XDG_CONFIG_HOME: join(cwd, "config"), THRESHER_PASSWORD: "secret", TMPDIR: temporaryFolder() };
  const args = ["--host", `127.0.0.1:${server.port}`, "--user", "me", "--security", "plain"];
  expect(await thresher(["mailbox", "add", "home", ...args], { cwd, env })).toMatchObject({ code: 0, stderr: "" });
  return { cwd, env };
}

const train = (home: RunOptions, ...args: string[]) => thresher(["mailbox", "train", "home", ...args], home);

describe("thresher mailbox train", () => {
  it("learns a class from each folder, and leaves no mail behind", async () => {
    const home = await newHome();
    const { code, stdout, stderr } = await train(home, "-m", "home.model");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "thresher: home: 8 messages in 2 folders\n" });
    expect(stdout).toMatch(
      /^Learned 2 classes from 8 documents \(Junk 4, Work 4\): \d+ terms, .*\nThe model is in home\.model \(.*\)\. Sort with it:\n {2}thresher mailbox sort home -m home\.model --dry-run\n$/,
    );
    const { settings, known } = load(join(home.cwd, "home.model"));
    expect(settings).toMatchObject({ as: "mail", classifier: "multinomial", emphasis: 5 });
    // Watch teaches it.
    expect(known?.times).toHaveLength(8);
    expect(readdirSync(home.env.TMPDIR)).toEqual([]);
  });

  it("keeps a copy, which train reads, and downloads only what is new", async () => {
    const home = await newHome();
    expect(await train(home, "-m", "a.model", "--keep", "copy")).toMatchObject({ code: 0 });
    const again = await train(home, "-m", "b.model", "--keep", "copy", "--json");
    expect(again).toMatchObject({ code: 0, stderr: "thresher: home: 8 messages (0 new) in 2 folders\n" });
    expect(JSON.parse(again.stdout)).toMatchObject({ model: "b.model", documents: 8 });
    const local = ["train", "copy", "-m", "c.model", "--preset", "mail", "--remember", "--quiet"];
    expect(await thresher(local, home)).toMatchObject({ code: 0, stderr: "" });
    const [a, b, c] = ["a", "b", "c"].map((name) => load(join(home.cwd, `${name}.model`)).vocabulary.size);
    expect([b, c]).toEqual([a, a]);
  });

  it.each<readonly [string, readonly string[], number, string]>([
    ["no day", ["--since", "yesterday"], 2, '--since "yesterday": give a day such as 2026-01-31'],
    ["a day that does not exist", ["--since", "2026-02-30"], 2, '--since "2026-02-30": give a day'],
    ["no number", ["--newest", "0"], 2, '--newest "0": give a whole number of at least 1'],
    ["a folder that does not exist", ["--folders", "Junk,Wrk"], 1, 'there is no folder "Wrk": there is Junk, Work'],
    ["one folder", ["--folders", "Junk"], 1, "choose others by --folders"],
    ["a copy that is something else", ["--keep", "config"], 1, "config has other files: name a new or an empty folder"],
  ])("refuses %s in one line, and writes no model", async (_, args, code, message) => {
    const home = await newHome();
    const outcome = await train(home, "-m", "home.model", ...args);
    expect(outcome).toMatchObject({ code, stdout: "" });
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).toMatch(/^thresher: [^\n]+\n$/);
    expect(existsSync(join(home.cwd, "home.model"))).toBe(false);
    expect(readdirSync(home.env.TMPDIR)).toEqual([]);
  });

  it("removes the mail that it has when a signal ends it", async () => {
    let fetched: () => void = () => undefined;
    const isFetching = new Promise<void>((resolve) => {
      fetched = resolve;
    });
    const home = await newHome({
      "UID FETCH": () => {
        fetched();
        return undefined;
      },
    });
    const ended = await thresherProcess(["mailbox", "train", "home", "-m", "home.model"], {
      ...home,
      onStart: (child) => void isFetching.then(() => child.kill("SIGINT")),
    });
    expect(ended).toMatchObject({ code: null, signal: "SIGINT", stdout: "", stderr: "" });
    expect(readdirSync(home.env.TMPDIR)).toEqual([]);
    expect(existsSync(join(home.cwd, "home.model"))).toBe(false);
  });
});
