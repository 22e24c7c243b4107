import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mailboxOf } from "../documents/containers.js";
import { COMMAND, execute } from "../helpers/command.js";
import { folderWith, type Tree } from "../helpers/folder.js";

const message = (name: string) => `From: ${name}@example.org\nSubject: about ${name}\n\n${name} words\n`;
const mailbox = (name: string) => mailboxOf([message(name), message(name)]);
const maildir = (name: string): Tree => ({
  cur: { "1.h,U=1:2,S": message(name), "2.h,U=2:2,ST": message(name) },
  new: {},
});
const folders = (...names: string[]): Tree => Object.fromEntries(names.map((name) => [name, maildir(name)]));
const dotted = (...names: string[]): Tree => Object.fromEntries(names.map((name) => [`.${name}`, maildir(name)]));
const indexed = (...names: string[]): Tree =>
  Object.fromEntries(names.flatMap((name) => [[name, mailbox(name)] as const, [`${name}.msf`, "index"] as const]));
const within = (path: string, tree: Tree): Tree =>
  path.split("/").reduceRight<Tree>((inner, name) => ({ [name]: inner }), tree);

const profile: Tree = {
  "profiles.ini": "[General]\n",
  "abc.default": {
    "prefs.js": "// preferences\n",
    Mail: { "Local Folders": indexed("Trash", "Work") },
    ImapMail: { "imap.example.org": { ...indexed("INBOX", "Junk"), "Lists.sbd": indexed("node") } },
  },
};

/** A mailbox of Google Takeout. */
const takeout = mailboxOf(
  ["Work,Inbox", "Spam", "Work,Opened"].map((labels, i) => `X-Gmail-Labels: ${labels}\n${message(`m${i}`)}`),
);

/** The files of each program in the home folder, and the classes that the command finds there. */
const PROGRAMS: Readonly<Record<string, readonly [home: Tree, ...classes: string[]]>> = {
  Thunderbird: [{ ".thunderbird": profile }, "Junk", "Lists/node", "Work"],
  "one account of Thunderbird": [{ ".thunderbird": profile }, "Junk", "Lists/node"],
  "Apple Mail": [
    within("Library/Mail/V10", {
      MailData: { "Envelope Index": "x" },
      "A0B1C2D3-0000-4000-8000-000000000001": {
        "INBOX.mbox": {},
        "Junk.mbox": { Messages: { "1.emlx": `${message("junk").length}\n${message("junk")}` } },
        "Work.mbox": { mbox: mailbox("work"), table_of_contents: Buffer.from([0, 1]) },
      },
    }),
    ...["Junk", "Work"],
  ],
  "mailboxes that Apple Mail exported": [
    {
      "Work.mbox": { mbox: mailbox("work"), table_of_contents: Uint8Array.of(0) },
      "Junk.mbox": { mbox: mailbox("j") },
    },
    ...["Junk", "Work"],
  ],
  Evolution: [
    within(".local/share/evolution/mail/local", {
      ...maildir("inbox"),
      ...dotted("Junk", "Sent", "Work"),
      ".#evolution": { x: "x" },
    }),
    ...["Junk", "Work"],
  ],
  KMail: [
    within(".local/share/local-mail", {
      ...folders("inbox", "sent-mail", "Junk"),
      ".inbox.directory": folders("Bank"),
    }),
    ...["Junk", "inbox/Bank"],
  ],
  "mbsync, OfflineIMAP": [
    { Mail: { home: { ...folders("INBOX", "Junk", "Lists.node"), "[Gmail]": folders("All Mail", "Spam") } } },
    ...["Junk", "Lists.node", "[Gmail]/Spam"],
  ],
  "nmh, Claws Mail, Sylpheed": [
    within("Mail", {
      context: "x",
      inbox: { 1: message("in"), ".mh_sequences": "cur: 1" },
      junk: { 1: message("junk"), ",2": "x" },
      work: { 3: message("work") },
    }),
    ...["junk", "work"],
  ],
  "Dovecot, Courier, Postfix": [
    within("Maildir", {
      ...maildir("inbox"),
      ...dotted("Junk", "Trash", "Work"),
      ...{ "dovecot-uidlist": "3 V1", subscriptions: "x" },
    }),
    ...["Junk", "Work"],
  ],
  "mutt, Alpine": [{ mail: { work: mailbox("work"), junk: mailbox("junk") } }, "junk", "work"],
  "Gmail, by Google Takeout": [{ "All mail Including Spam and Trash.mbox": takeout }, "Spam", "Work"],
};

/** The rows of the table: program and command. */
const ROWS = [...readFileSync("README.md", "utf8").matchAll(/^\| ([^|]+?) +\| `(thresher train [^`]+)` +\|$/gm)].map(
  ([, program, command]) => [program, command] as const,
);

describe('the table "Where is my mail?"', () => {
  it("names the programs that are tried here", () => {
    expect(ROWS.map(([program]) => program)).toEqual(Object.keys(PROGRAMS));
  });

  it.concurrent.each(ROWS)("has a command for %s that learns a class from each folder", async (program, command) => {
    const [tree, ...classes] = PROGRAMS[program];
    const home = folderWith(tree);
    const script = `thresher() { "${process.execPath}" "${COMMAND}" "$@"; }; ${command} --json --quiet`;
    const { stdout } = await execute("sh", ["-c", script], { cwd: home, env: { HOME: home } });
    expect(JSON.parse(stdout).classes.map(({ label }: { label: string }) => label)).toEqual(classes);
    expect(readFileSync(join(home, "mail.model")).length).toBeGreaterThan(0);
  });
});
