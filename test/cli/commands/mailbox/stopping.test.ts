import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { thresher, thresherProcess } from "../../../helpers/command.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { listing } from "../../../helpers/imap-mail.js";
import { type ImapAnswer, TestImapServer } from "../../../helpers/imap-server.js";

const model = join(temporaryFolder(), "mail.model");
let server: TestImapServer | undefined;
beforeAll(async () => {
  const texts = (words: string) => Object.fromEntries([1, 2, 3].map((i) => [`${i}.eml`, `Subject: ${words}\n\nx\n`]));
  const corpus = folderWith({ Junk: texts("winner cash"), Work: texts("lunch report") });
  expect(await thresher(["train", corpus, "-m", model, "--preset", "mail", "--remember"])).toMatchObject({ code: 0 });
});
afterEach(() => server?.close());

/** Answers with three messages, or in another way. */
const opened: ImapAnswer = ({ tag }) =>
  `* 3 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 4] ok\r\n${tag} OK done\r\n`;

/** Runs a command until the server gets FETCH, which `fetch` answers, and `seen` is printed; then sends a signal. */
async function stopped(command: readonly string[], signal: NodeJS.Signals, fetch: ImapAnswer, seen: RegExp) {
  let onFetch: () => void = () => undefined;
  const fetching = new Promise<void>((resolve) => {
    onFetch = resolve;
  });
  server = await TestImapServer.start({
    capabilities: "IMAP4rev1 MOVE UIDPLUS NAMESPACE",
    answers: {
      LIST: listing(["INBOX", "Junk", "Work"]),
      SELECT: opened,
      EXAMINE: opened,
      "UID SEARCH": ({ tag }) => `* SEARCH 1 2 3\r\n${tag} OK\r\n`,
      "UID FETCH": (asked) => {
        onFetch();
        return fetch(asked);
      },
    },
  });
  const [XDG_CONFIG_HOME, XDG_STATE_HOME] = [temporaryFolder(), temporaryFolder()];
  const env = { XDG_CONFIG_HOME, XDG_STATE_HOME };
  const place = ["--host", `127.0.0.1:${server.port}`, "--security", "plain", "--user", "me"];
  await thresher(["mailbox", "add", "home", ...place, "--password-command", "echo secret"], { env });
  let start = 0;
  const outcome = await thresherProcess(["mailbox", ...command], {
    env,
    onStart: async (child) => {
      let printed = "";
      const saw = new Promise<void>((resolve) => {
        child.stderr?.on("data", (text: string) => {
          printed += text;
          if (seen.test(printed)) resolve();
        });
      });
      await Promise.all([fetching, seen.source === "(?:)" ? undefined : saw]);
      start = performance.now();
      child.kill(signal);
    },
  });
  return { ...outcome, seconds: (performance.now() - start) / 1000 };
}

/** The server goes away. */
const leave: ImapAnswer = () => void server?.close();
const silent: ImapAnswer = () => undefined;
const AGAIN = /trying again/;
const NOTHING = /(?:)/;

describe("a signal ends a command that waits", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("for a server that is away: sort, %s", async (signal) => {
    const { code, stdout, stderr, seconds } = await stopped(["sort", "home", "-m", model], signal, leave, AGAIN);
    expect({ code, stdout }).toEqual({ code: signal === "SIGTERM" ? 143 : 130, stdout: "" });
    expect(stderr).toContain(`stopped by ${signal} at message 1 of 3, 0 documents moved before it`);
    // Otherwise it waits three minutes.
    expect(seconds).toBeLessThan(90);
  });

  it.each<readonly [string, readonly string[], ImapAnswer, RegExp]>([
    ["sort", ["sort", "home", "-m", model, "--dry-run"], silent, NOTHING],
    ["watch", ["watch", "home", "-m", model], silent, NOTHING],
    ["watch", ["watch", "home", "-m", model], leave, AGAIN],
    ["train", ["train", "home", "-m", `${model}.new`], silent, NOTHING],
    ["train", ["train", "home", "-m", `${model}.new`], leave, AGAIN],
  ])("for a server that is silent or away: %s", async (name, command, fetch, seen) => {
    const { code, signal, seconds } = await stopped(command, "SIGTERM", fetch, seen);
    const ends = { sort: [143, null], watch: [0, null], train: [null, "SIGTERM"] } as const;
    expect([code, signal]).toEqual(ends[name as keyof typeof ends]);
    // Silence counts as a fault after a minute; then there are new attempts.
    expect(seconds).toBeLessThan(50);
  });
});
