import { describe, expect, it } from "vitest";
import { placeFrom, placeText, shownPlace } from "../../../src/mailbox/filing/place.js";
import {
  type ClassFolderOptions,
  classFolders,
  type Folder,
  labelPaths,
  listFolders,
  withMessages,
} from "../../../src/mailbox/imap/folders.js";
import { connectionTo, type ImapScript, serverFor } from "../../helpers/imap-server.js";

/** Lists the folders of a server. */
const foldersOf = async (script: ImapScript, list = listFolders) => connectionTo(await serverFor(script)).run(list);

/** A script that lists these lines, each with attributes, delimiter and name. */
function listing(lines: readonly string[], namespaces = '(("" "/")) NIL NIL'): ImapScript {
  const answer = lines.map((line) => `* LIST ${line}\r\n`).join("");
  const NAMESPACE = ({ tag }: { tag: string }) => `* NAMESPACE ${namespaces}\r\n${tag} OK\r\n`;
  const LIST = ({ tag }: { tag: string }) => Buffer.from(`${answer}${tag} OK\r\n`, "latin1");
  return { capabilities: "IMAP4rev1 NAMESPACE", answers: { LIST, NAMESPACE } };
}

/** Returns the classes, and the reasons why other folders are none. */
function classesOf(folders: readonly Folder[], options?: ClassFolderOptions) {
  const decided = classFolders(folders, options);
  return {
    classes: decided.flatMap(({ folder, why }) => (why === undefined ? folder.name : [])),
    leftOut: Object.fromEntries(decided.flatMap(({ folder, why }) => (why === undefined ? [] : [[folder.name, why]]))),
  };
}

function folder(name: string, more: Partial<Folder> = {}): Folder {
  return { path: name, name, delimiter: "/", isSelectable: true, isReachable: true, ...more };
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
    const shown = counted.map(({ name, messages }) => `${name} ${messages}`);
    expect(shown).toEqual(["INBOX 7", "Lists undefined", "Work 7"]);
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
    const fault = /: the server sent more than 33\.6 MB in one answer/;
    await expect(foldersOf({ answers: { LIST } })).rejects.toThrow(fault);
  });
});

describe("classFolders", () => {
  it("leaves out special uses that the server names, and takes junk", async () => {
    const uses = ["All", "Archive", "Drafts", "Flagged", "Important", "Junk", "Sent", "Trash"];
    const lines = uses.map((use) => `(\\${use}) "/" "My ${use}"`);
    const { classes, leftOut } = classesOf(await foldersOf(listing(['() "/" INBOX', ...lines, '() "/" Work'])));
    expect(classes).toEqual(["My Archive", "My Junk", "Work"]);
    const others = ["INBOX", "My All", "My Drafts", "My Flagged", "My Important", "My Sent", "My Trash"];
    const whyNot = (name: string) =>
      `its use is ${name.replace("My ", "").toLowerCase()}: a class only if you choose it`;
    expect(leftOut).toEqual(Object.fromEntries(others.map((name) => [name, whyNot(name)])));
  });

  it("leaves out special folders by their names in many languages, and those of Exchange, unless they are chosen", () => {
    const names = ["Gesendet", "Brouillons", "Papelera", "Корзина", "[Gmail]/All Mail", "Sent/2024"];
    names.push("Calendar/Birthdays", "Kontakte", "Notes", "Sync Issues/Conflicts");
    const folders = [...names, "Work/Sent", "Junk Email", "Clients/Notes"].map((name) => folder(name));
    const { classes, leftOut } = classesOf(folders);
    expect([classes, Object.keys(leftOut)]).toEqual([["Work/Sent", "Junk Email", "Clients/Notes"], names]);
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
    const names = ["AC/DC", "AC.DC", '"a&AAo-b"', '"right&IC4-left"', '"a..b"', '"R&D"', '"caf\xe9"'];
    const lines = [...names, "shared.news", "Good"].map((name) => `() "." ${name}`);
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

it("labels get the folders of their names, with slashes or dots, and new ones below the prefix of the namespace", () => {
  const folders = [folder("INBOX"), folder("Work/Money", { path: "INBOX.Work.Money", delimiter: "." })];
  const labels = ["Work/Money", "Work.Money", "a/b", "node.js", "inbox", "50%*\u0007"];
  const paths = [...labelPaths(labels, folders, { namespace: { prefix: "INBOX.", delimiter: "." } }).values()];
  expect(paths.slice(0, 3)).toEqual(["INBOX.Work.Money", "INBOX.Work.Money", "INBOX.a.b"]);
  expect(paths.slice(3)).toEqual(["INBOX.node%2ejs", "INBOX", "INBOX.50%25%2a%07"]);
  const plain = labelPaths(["a/b", "node.js"], [], { namespace: { prefix: "", delimiter: "/" } });
  expect([...plain.values()]).toEqual(["a/b", "node.js"]);
});

it("spam gets the folder for junk, and ham the inbox, unless folders have these names", () => {
  const pathsIn = (...folders: Folder[]) => {
    const paths = labelPaths(["ham", "spam"], folders, { namespace: { prefix: "", delimiter: "/" } });
    return [...paths.values()];
  };
  expect(pathsIn(folder("INBOX"), folder("Work"))).toEqual(["INBOX", "spam"]);
  expect(pathsIn(folder("INBOX"), folder("Werbung"))).toEqual(["INBOX", "Werbung"]);
  expect(pathsIn(folder("Junk"), folder("Other", { use: "junk" }))).toEqual(["INBOX", "Other"]);
  expect(pathsIn(folder("Junk"), folder("ham"), folder("spam"))).toEqual(["ham", "spam"]);
});

it("places are read as they were written, whatever the folder is called", () => {
  for (const name of ["INBOX", "a;UIDVALIDITY=1", "x/;UID=3", "Grüße\n&"]) {
    const place = { folder: name, validity: "4294967295", uid: 17 };
    expect(placeFrom(placeText(place))).toEqual(place);
    expect(placeFrom(placeText({ folder: name }))).toEqual({ folder: name });
    expect(shownPlace(placeText(place))).toBe(`${name}#17`);
  }
});
