import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { namesIn } from "../helpers/folder.js";
import { type PopServer, startPopServer } from "./pop-server.js";
import {
  delivered,
  dovecotConfiguration,
  execute,
  giveHome,
  installed,
  newHome,
  PROGRAMS,
  SPAM,
  searchPath,
  succeeded,
  trainedModel,
  write,
} from "./programs.js";

/** The last line is a dot. */
const HAM = "From: a@example.com\nSubject: meeting\n\nlunch tomorrow\n.\n";
let [model, bin] = ["", ""];

beforeAll(() => {
  [model, bin] = [trainedModel(), installed()];
});

/** Fetches two messages into a home; what the program is to do stands in a file that `recipe` writes. */
async function fetched(home: string, recipe: (server: PopServer) => readonly [string, ...string[]]) {
  const server = await startPopServer([HAM, SPAM]);
  try {
    const [program, ...args] = recipe(server);
    const outcome = await execute(program, args, home);
    return { ...outcome, left: server.left() };
  } finally {
    server.end();
  }
}

describe("getmail", () => {
  const getmail = (home: string, args: readonly string[], more = "") =>
    fetched(home, ({ port }) => {
      mkdirSync(join(home, ".getmail"), { mode: 0o700 });
      const options = `[retriever]
type = SimplePOP3Retriever
server = 127.0.0.1
port = ${port}
username = me
password = secret

[filter-1]
type = Filter_external
path = ${bin}/thresher
arguments = ("filter", ${args.map((arg) => `"${arg}"`).join(", ")})
${more}
[destination]
type = Maildir
path = ${home}/Maildir/

[options]
delete = true
`;
      write(home, ".getmail/getmailrc", options);
      giveHome(home);
      return ["getmail", `--getmaildir=${home}/.getmail`];
    });

  it("marks what it fetches, above which it puts fields of its own", async () => {
    const home = newHome(model);
    expect(await getmail(home, ["-m", `${home}/mail.model`])).toMatchObject({ code: 0, left: [] });
    const [ham, spam] = delivered(home, "Maildir").sort((a, b) => a.indexOf("winner") - b.indexOf("winner"));
    expect(ham).toMatch(/^Return-Path: .*\nX-Thresher: label=ham; [^\n]*\n/s);
    expect(ham.endsWith(`\n${HAM}`)).toBe(true);
    expect(spam).toMatch(/\nX-Thresher: label=spam; /);
    expect(spam.endsWith(`\n${SPAM}`)).toBe(true);
  });

  it("leaves messages that could not be marked on the server", async () => {
    const home = newHome();
    expect((await getmail(home, ["-m", `${home}/mail.model`])).left).toEqual([HAM, SPAM]);
    expect(delivered(home, "Maildir")).toEqual([]);
  });

  it("fetches where a server of ours is gone, which the filter says on standard error", async () => {
    const home = newHome(model);
    const args = ["--server", `${home}/socket`, "-m", `${home}/mail.model`];
    expect((await getmail(home, args, "ignore_stderr = True\n")).left).toEqual([]);
    expect(delivered(home, "Maildir").filter((message) => message.includes("\nX-Thresher: label="))).toHaveLength(2);
  });
});

describe("fetchmail", () => {
  it("gives what it fetches to procmail, which marks and files it", async () => {
    const home = newHome(model);
    const { code, left } = await fetched(home, ({ port }) => {
      const procmail = PROGRAMS.procmail(home, searchPath(bin), `thresher filter -m ${home}/mail.model`);
      const options = `poll 127.0.0.1 service ${port} protocol pop3 auth password uidl
  user "me" password "secret" sslproto ""
  mda "/usr/bin/${procmail.join(" ")}"
`;
      write(home, ".fetchmailrc", options);
      giveHome(home);
      return ["fetchmail", "-f", `${home}/.fetchmailrc`, "--idfile", `${home}/ids`, "--pidfile", `${home}/pid`];
    });
    expect({ code, left }).toEqual({ code: 0, left: [] });
    const [ham, spam] = ["Maildir", "Maildir/.spam"].map((maildir) => delivered(home, maildir));
    expect(ham).toEqual([expect.stringMatching(/^X-Thresher: label=ham; .*\nlunch tomorrow\n\.\n$/s)]);
    expect(spam).toEqual([expect.stringMatching(/^X-Thresher: label=spam; .*\nwinner of a cash prize\n$/s)]);
  });
});

describe("mbsync", () => {
  /** The files of src/delivery/README.md: an account whose folders are in ~/Mail. Its server is started by mbsync. */
  const synchronised = async (home: string, dovecot: string) => {
    const options = `IMAPStore server
Tunnel "/usr/lib/dovecot/imap -c ${dovecot}"

MaildirStore here
Path ${home}/Mail/
Inbox ${home}/Mail/Inbox
SubFolders Verbatim

Channel mail
Far :server:
Near :here:
Patterns *
Create Both
Expunge Both
SyncState *
`;
    write(home, ".mbsyncrc", options);
    giveHome(home);
    await succeeded(execute("mbsync", ["-c", `${home}/.mbsyncrc`, "-a"], home));
  };

  it("fetches messages, and brings those that sort has moved to their folder on the server", async () => {
    const home = newHome();
    mkdirSync(join(home, "Mail"));
    for (const [name, message] of Object.entries({ "1.a.h": HAM, "2.a.h": SPAM, "3.a.h": HAM })) {
      write(home, `Maildir/new/${name}`, message);
    }
    const dovecot = dovecotConfiguration(home, "");
    await synchronised(home, dovecot);
    const sort = ["sort", "Mail/Inbox", "-m", model, "--into", "Mail", "--move", "--only", "spam"];
    expect(await execute(join(bin, "thresher"), sort, home)).toMatchObject({ code: 0, stderr: "" });
    await synchronised(home, dovecot);
    await synchronised(home, dovecot);
    const texts = (maildir: string) =>
      ["cur", "new"]
        .flatMap((part) => namesIn(join(home, maildir, part)).map((name) => join(home, maildir, part, name)))
        .map((path) => withoutNew(readFileSync(path, "latin1")))
        .sort();
    expect({ inbox: texts("Maildir"), spam: texts("Maildir/.spam") }).toEqual({ inbox: [HAM, HAM], spam: [SPAM] });
    expect({ inbox: texts("Mail/Inbox"), spam: texts("Mail/spam") }).toEqual({ inbox: [HAM, HAM], spam: [SPAM] });
  });
});

/** A message without the field by which mbsync finds one that it has sent. */
const withoutNew = (message: string) => message.replace(/^X-TUID: .*\r?\n/m, "").replaceAll("\r", "");
