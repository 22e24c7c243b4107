import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type PopServer, startPopServer } from "./pop-server.js";
import {
  delivered,
  execute,
  giveHome,
  installed,
  newHome,
  PROGRAMS,
  searchPath,
  trainedModel,
  write,
} from "./programs.js";

const HAM = "From: a@example.com\nSubject: meeting\n\nlunch tomorrow\n.\n";
const SPAM = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
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
