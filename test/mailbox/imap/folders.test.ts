import { describe, expect, it } from "vitest";
import {
  type ClassFolderOptions,
  classFolders,
  type Folder,
  listFolders,
  withMessages,
} from "../../../src/mailbox/imap/folders.js";
import { connectionTo, type ImapScript, serverFor } from "../../helpers/imap-server.js";

/** Lists the folders of a server. */
const foldersOf = async (script: ImapScript, list = listFolders) => connectionTo(await serverFor(script)).run(list);

/** A script that lists these lines, each with attributes, delimiter and name. */
function listing(lines: readonly string[], namespaces = '(("" "/")) NIL NIL'): ImapScript {
  const answer = lines.map((line) => `* LIST ${line}\r\n`).join("");
  return {
    capabilities: "IMAP4rev1 NAMESPACE",
    answers: {
      LIST: ({ tag }) => Buffer.from(`${answer}${tag} OK\r\n`, "latin1"),
      NAMESPACE: ({ tag }) => `* NAMESPACE ${namespaces}\r\n${tag} OK\r\n`,
    },
  };
}

/** Returns the classes, and the reasons why other folders are none. */
function classesOf(folders: readonly Folder[], options?: ClassFolderOptions) {
  const decided = classFolders(folders, options);
  return {
    classes: decided.flatMap(({ folder, why }) => (why === undefined ? folder.name : [])),
    leftOut: Object.fromEntries(decided.flatMap(({ folder, why }) => (why === undefined ? [] : [[folder.name, why]]))),
  };
}

describe("listFolders", () => {
  it("decodes names, and cuts off the prefix of the namespace", async () => {
    const lines = [
      '() "." INBOX',
      '() "." INBOX.Work',
      '() "." "INBOX.Work.Gr&APwA3w-e &- more"',
      '() "." {11}\r\nINBOX.a"b\\c',
      '(\\NoSelect) "." INBOX.Lists',
    ];
    const folders = await foldersOf(listing(lines, '(("INBOX." ".")) NIL NIL'));
    expect(folders.map(({ path, name, isSelectable }) => [path, name, isSelectable])).toEqual([
      ["INBOX", "INBOX", true],
      ["INBOX.Lists", "Lists", false],
      ["INBOX.Work", "Work", true],
      ["INBOX.Work.Grüße & more", "Work/Grüße & more", true],
      ['INBOX.a"b\\c', 'a"b\\c', true],
    ]);
  });

  it("counts the messages of the first thousand folders", async () => {
    const { answers, ...script } = listing(['() "/" INBOX', '() "/" Work', '(\\Noselect) "/" Lists']);
    const STATUS = ({ tag, args }: { tag: string; args: string }) =>
      `* STATUS ${args.split(" ")[0]} (MESSAGES 7)\r\n${tag} OK\r\n`;
    const list: typeof listFolders = async (client) => withMessages(client, await listFolders(client));
    const counted = await foldersOf({ ...script, answers: { ...answers, STATUS } }, list);
    expect(counted.map(({ name, messages }) => `${name} ${messages}`)).toEqual([
      "INBOX 7",
      "Lists undefined",
      "Work 7",
    ]);
    const many = listing(Array.from({ length: 1_100 }, (_, i) => `() "/" f${i}`));
    const first = await foldersOf({ ...many, answers: { ...many.answers, STATUS } }, list);
    expect(first.filter(({ messages }) => messages === 7)).toHaveLength(1_000);
  });

  it("closes the connection to a server whose list never ends", async () => {
    const line = `* LIST () "/" "${"x".repeat(10_000)}"\r\n`.repeat(100);
    const LIST: NonNullable<ImapScript["answers"]>[string] = ({ socket }) => {
      const more = () => {
        while (!socket.destroyed && socket.write(line));
      };
      socket.on("drain", more);
      more();
      return undefined;
    };
    await expect(foldersOf({ answers: { LIST } })).rejects.toThrow(
      /: the server sent more than 33\.6 MB in one answer/,
    );
  });
});

describe("classFolders", () => {
  it("leaves out special uses that the server names, and takes junk", async () => {
    const uses = ["All", "Archive", "Drafts", "Flagged", "Important", "Junk", "Sent", "Trash"];
    const folders = await foldersOf(
      listing(['() "/" INBOX', ...uses.map((use) => `(\\${use}) "/" "My ${use}"`), '() "/" Work']),
    );
    expect(classesOf(folders)).toEqual({
      classes: ["My Archive", "My Junk", "Work"],
      leftOut: Object.fromEntries(
        ["INBOX", "My All", "My Drafts", "My Flagged", "My Important", "My Sent", "My Trash"].map((name) => [
          name,
          `its use is ${name.replace("My ", "").toLowerCase()}: a class only if you choose it`,
        ]),
      ),
    });
  });

  it("leaves out special folders by their names, in many languages", async () => {
    const names = ["Gesendet", "Brouillons", "Papelera", "Корзина", "[Gmail]/All Mail", "Sent/2024", "Work/Sent"];
    const { classes, leftOut } = classesOf(names.map((name) => folder(name)));
    expect(classes).toEqual(["Work/Sent"]);
    expect(Object.keys(leftOut)).toEqual(names.slice(0, -1));
  });

  it("leaves out the folders of Exchange that hold no mail, unless they are chosen", () => {
    const names = ["Calendar/Birthdays", "Kontakte", "Notes", "Sync Issues/Conflicts", "Junk Email", "Clients/Notes"];
    const folders = names.map((name) => folder(name));
    expect(classesOf(folders).classes).toEqual(names.slice(4));
    expect(classesOf(folders, { folders: ["Notes"] }).classes).toEqual(["Notes"]);
  });

  it("takes only the folders that are chosen, special ones too", () => {
    const special = ["INBOX", "Sent"].map((name) => folder(name, { use: name.toLowerCase() }));
    const folders = [...special, folder("Work"), folder("Work/Money")];
    expect(classesOf(folders, { folders: ["INBOX", "Work/*"] }).classes).toEqual(["INBOX", "Work/Money"]);
    expect(classesOf(folders, { folders: ["Work"], exclude: ["Work/M*"] })).toMatchObject({
      classes: ["Work"],
      leftOut: { "Work/Money": "excluded", Sent: "not chosen" },
    });
  });

  it("leaves out names that cannot be classes, each with the reason", async () => {
    const names = [
      "AC/DC",
      "AC.DC",
      '"a&AAo-b"',
      '"right&IC4-left"',
      '"a..b"',
      '"R&D"',
      '"caf\xe9"',
      "shared.news",
      "Good",
    ];
    const lines = names.map((name) => `() "." ${name}`);
    const folders = await foldersOf(listing(lines, '(("" ".")) NIL (("shared." "."))'));
    const { classes, leftOut } = classesOf(folders);
    expect(classes).toEqual(["AC/DC", "Good"]);
    expect(leftOut).toEqual({
      "AC/DC": "another folder has the same name, with a slash in it",
      "a\nb": "its name has invisible characters: rename it",
      "right\u202eleft": "its name has invisible characters: rename it",
      "a//b": "a part of its name is empty: rename it",
      "R&D": expect.stringMatching(/not valid/),
      "caf\ufffd": expect.stringMatching(/not valid/),
      "shared/news": expect.stringMatching(/^it belongs to another user/),
    });
  });
});

function folder(name: string, more: Partial<Folder> = {}): Folder {
  return { path: name, name, delimiter: "/", isSelectable: true, isReachable: true, ...more };
}
