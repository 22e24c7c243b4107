import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { KeepDecision } from "../../../src/delivery/history/history.js";
import { setup, stoppingAtEnd } from "./watched.js";

stoppingAtEnd();

describe("Watcher", () => {
  it("tells of each decision once, with the folder to which the message was moved", async () => {
    const { put, started } = setup();
    const decisions: unknown[] = [];
    const onDecision: KeepDecision = (_, { label, isUnsure }, place) =>
      decisions.push(`${place?.id} ${label} ${isUnsure} ${place?.filed}`);
    const { inbox, rounds } = await started({ onDecision });
    put("a/Junk b");
    await inbox();
    await rounds();
    expect(decisions).toEqual(["INBOX#1 Junk false Junk", "INBOX#2 Work true undefined"]);
  });

  it("leaves messages that would exceed the limit of errors", async () => {
    const { teacher, lines, put, started } = setup();
    const { inbox } = await started({ unsureBelow: 0 });
    const answer = teacher.answer.bind(teacher);
    teacher.answer = (bytes) => ({ ...answer(bytes), isUnsure: true });
    put("a/Junk");
    await inbox();
    teacher.answer = (bytes) => ({ ...answer(bytes), isUnsure: false });
    put("b/Junk");
    await inbox();
    const stays = "INBOX#1 stays: unsure (Junk, probability 0.990)";
    expect(lines).toEqual([stays, "INBOX#2 to Junk: Junk, probability 0.990"]);
  });

  it("leaves what is in the inbox at the first start, and files what arrives later, also between two runs", async () => {
    const { teacher, lines, put, started, folderOf } = setup({ INBOX: "old/Junk" });
    const { inbox, rounds } = await started();
    put("a/Junk b");
    await inbox();
    await rounds();
    expect(["old/Junk", "a/Junk", "b"].flatMap(folderOf)).toEqual(["INBOX", "Junk", "INBOX"]);
    const filed = "INBOX#2 to Junk: Junk, probability 0.990";
    expect(lines).toEqual([filed, "INBOX#3 stays: unsure (Work, probability 0.500)"]);
    expect(teacher.lessons).toEqual([]);
    put("while-away/Junk");
    await started();
    expect(folderOf("while-away/Junk")).toEqual(["Junk"]);
  });

  it("leaves what is in the inbox also if its first look was cut short", async () => {
    for (let n = 0; n < 12; n++) {
      const { mailbox, start, started, folderOf } = setup({ INBOX: "old/Junk", Work: "other/Junk" });
      let calls = n;
      mailbox.onCall = () => {
        if (calls-- === 0) throw new DataError("killed");
      };
      await start()
        .rounds()
        .catch((error) => expect(error).toBeInstanceOf(DataError));
      mailbox.onCall = () => undefined;
      const { rounds } = await started();
      await rounds();
      expect(folderOf("old/Junk")).toEqual(["INBOX"]);
    }
  });

  it("says once that a folder cannot be read, and goes on with the others", async () => {
    const { mailbox, lines, put, started, folderOf } = setup();
    const { rounds, state } = await started();
    mailbox.unreadable.add("Junk");
    put("a", "Junk");
    put("b/Work");
    await rounds(2);
    expect(lines.filter((line) => line.startsWith("Junk"))).toEqual(["Junk: cannot read this folder yet; will retry"]);
    expect(folderOf("b/Work")).toEqual(["Work"]);
    mailbox.unreadable.clear();
    await rounds();
    expect(state.folders.get("Junk")?.messages.size).toBe(1);
  });

  it("learns once what the user moves from the inbox or a class to another class", async () => {
    const { teacher, lines, move, started } = setup({ INBOX: "in", Junk: "junk" });
    const { rounds } = await started();
    move("in junk", "Work");
    await rounds(2);
    expect(teacher.lessons).toEqual(["in Work", "junk Work"]);
    expect(lines).toEqual(["Work#1 was moved there: learned", "Work#2 was moved there: learned"]);
    move("in", "Junk");
    await rounds(2);
    expect(teacher.lessons).toEqual(["in Work", "junk Work", "in Junk"]);
  });

  it("learns nothing from its own moves until the user moves the message again", async () => {
    const { teacher, put, move, started } = setup();
    const { inbox, rounds } = await started();
    put("a/Junk b/Junk");
    await inbox();
    // Before the folder of the class was looked at, and after.
    move("a/Junk", "Work");
    await rounds();
    expect(teacher.lessons).toEqual(["a Work"]);
    move("b/Junk", "Work");
    await rounds();
    expect(teacher.lessons).toEqual(["a Work", "b Work"]);
  });

  it("learns nothing from moves to Trash, copies, deleting, what others put into a class, and what sort has filed", async () => {
    const { teacher, put, move, remove, started } = setup({ Work: "a b c", INBOX: "e" });
    const { rounds } = await started({ filed: new Set(["Work;UIDVALIDITY=1/;UID=4"]) });
    move("a", "Trash");
    move("b", "Junk", true);
    remove("c");
    put("d", "Junk");
    move("e", "Work");
    await rounds(2);
    // Back from Trash to where it was.
    move("a", "Work");
    await rounds();
    expect(teacher.lessons).toEqual([]);
  });

  it.each(["Work", "Junk"])("learns a move that is a copy first, from %s", async (from) => {
    const { teacher, move, remove, started } = setup({ [from]: "a" });
    const to = from === "Work" ? "Junk" : "Work";
    const { rounds } = await started();
    move("a", to, true);
    await rounds();
    expect(teacher.lessons).toEqual([]);
    remove("a", from);
    await rounds(2);
    expect(teacher.lessons).toEqual([`a ${to}`]);
  });

  it("knows where a message is although a copy of it was removed", async () => {
    const { teacher, move, remove, started } = setup({ Work: "a" });
    const { rounds } = await started();
    move("a", "Junk", true);
    await rounds();
    remove("a", "Junk");
    await rounds();
    move("a", "Junk", true);
    await rounds();
    expect(teacher.lessons).toEqual([]);
    remove("a", "Work");
    await rounds(2);
    expect(teacher.lessons).toEqual(["a Junk"]);
  });

  it("unlearns what the user moves back to the inbox, and leaves it there", async () => {
    const { teacher, move, started, folderOf } = setup({ Work: "a/Junk" });
    const { inbox, rounds } = await started();
    move("a/Junk", "Junk");
    await rounds();
    expect(teacher.learned.size).toBe(1);
    move("a/Junk", "INBOX");
    await inbox();
    await rounds();
    await inbox();
    expect([folderOf("a/Junk"), teacher.learned.size]).toEqual([["INBOX"], 0]);
    // Deleted and taken back.
    for (const folder of ["Trash", "INBOX"]) {
      move("a/Junk", folder);
      await rounds();
    }
    expect(folderOf("a/Junk")).toEqual(["INBOX"]);
  });

  it("recognizes messages after their UIDVALIDITY has changed", async () => {
    const { mailbox, teacher, lines, move, started } = setup({ Work: "a b c", INBOX: "in" });
    const { rounds } = await started();
    for (const name of ["INBOX", "Work", "Junk"]) mailbox.renumber(name);
    await rounds();
    expect([teacher.lessons, lines]).toEqual([[], []]);
    move("b", "Junk");
    for (const name of ["Work", "Junk"]) mailbox.renumber(name);
    await rounds();
    expect(teacher.lessons).toEqual(["b Junk"]);
  });
});
