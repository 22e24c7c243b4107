import { join } from "node:path";
import { expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, journalsIn } from "../helpers/folder.js";
import { dovecotConfiguration, execute, succeeded, trainedModel } from "./programs.js";

/** The folders that Dovecot shows below a home. */
async function foldersOf(home: string, layout: string): Promise<string[]> {
  const args = ["-c", dovecotConfiguration(home, layout), "mailbox", "list"];
  return (await succeeded(execute("doveadm", args, home))).trimEnd().split("\n").sort();
}

it.each([
  ["", "Maildir", ["INBOX", "ham", "spam"]],
  [":LAYOUT=fs", "Maildir", [".ham", ".spam", "INBOX"]],
  [":LAYOUT=fs", "Maildir/sorted", ["INBOX", "sorted/ham", "sorted/spam"]],
])("Dovecot (layout %j) shows no folder of sort's own in %s", async (layout, into, shown) => {
  const model = trainedModel();
  const messages = { "1": "meeting lunch report\n", "2": "winner cash prize\n" };
  const home = folderWith({ Maildir: { cur: {}, new: {}, tmp: {} }, inbox: { cur: {}, new: messages, tmp: {} } });
  const sort = ["sort", "inbox", "-m", model, "--into", into, "--move", "--maildir"];
  expect(await thresher(sort, { cwd: home })).toMatchObject({ code: 0, stderr: "" });
  expect(journalsIn(join(home, into))).toHaveLength(1);
  expect((await foldersOf(home, layout)).filter((name) => name !== "sorted")).toEqual(shown);
});
