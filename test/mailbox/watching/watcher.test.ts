import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { KeepDecision } from "../../../src/delivery/history/history.js";
import { message } from "../../helpers/fake-teacher.js";
import { setup, stoppingAtEnd } from "./watched.js";

stoppingAtEnd();

describe("Watcher", () => {
  it("tells of each decision once, with the folder to which the message was moved", async () => {
    const { mailbox, started } = setup();
    const decisions: unknown[] = [];
    const onDecision: KeepDecision = (_, { label, isUnsure }, place) =>
      decisions.push(`${place?.id} ${label} ${isUnsure} ${place?.filed}`);
    const { watcher } = await started({ onDecision });
    mailbox.deliver(message("a", "Junk"));
    mailbox.deliver(message("b"));
    await watcher.inbox();
    await watcher.round();
    expect(decisions).toEqual(["INBOX#1 Junk false Junk", "INBOX#2 Work true undefined"]);
  });

  it("leaves what is in the inbox at the first start, and files what arrives later, also between two runs", async () => {
    const { mailbox, teacher, lines, started } = setup();
    mailbox.deliver(message("old", "Junk"));
    const { watcher } = await started();
    mailbox.deliver(message("a", "Junk"));
    mailbox.deliver(message("b"));
    await watcher.inbox();
    await watcher.round();
    expect(mailbox.foldersOf(message("old", "Junk"))).toEqual(["INBOX"]);
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["Junk"]);
    expect(mailbox.foldersOf(message("b"))).toEqual(["INBOX"]);
    const [filed, stays] = [
      "INBOX#2 to Junk: Junk, probability 0.990",
      "INBOX#3 stays: unsure (Work, probability 0.500)",
    ];
    expect(lines).toEqual([filed, stays]);
    expect(teacher.lessons).toEqual([]);
    mailbox.deliver(message("while it did not run", "Junk"));
    await started();
    expect(mailbox.foldersOf(message("while it did not run", "Junk"))).toEqual(["Junk"]);
  });

  it("leaves what is in the inbox also if its first look was cut short", async () => {
    for (let n = 0; n < 12; n++) {
      const { mailbox, start, started } = setup();
      mailbox.deliver(message("old", "Junk"));
      mailbox.deliver(message("other", "Junk"), "Work");
      const first = start();
      let calls = n;
      mailbox.onCall = () => {
        if (calls-- === 0) throw new DataError("killed");
      };
      await first.watcher.round().catch((error) => expect(error).toBeInstanceOf(DataError));
      mailbox.onCall = () => undefined;
      const { watcher } = await started();
      await watcher.round();
      expect(mailbox.foldersOf(message("old", "Junk"))).toEqual(["INBOX"]);
    }
  });

  it("says once that a folder cannot be read, and goes on with the others", async () => {
    const { mailbox, lines, started } = setup();
    const { watcher, state } = await started();
    mailbox.unreadable.add("Junk");
    mailbox.deliver(message("a"), "Junk");
    mailbox.deliver(message("b", "Work"));
    await watcher.round();
    await watcher.round();
    expect(lines.filter((line) => line.startsWith("Junk"))).toEqual(["Junk: cannot read this folder yet; will retry"]);
    expect(mailbox.foldersOf(message("b", "Work"))).toEqual(["Work"]);
    mailbox.unreadable.clear();
    await watcher.round();
    expect(state.folders.get("Junk")?.messages.size).toBe(1);
  });

  it("learns once what the user moves from the inbox or a class to another class", async () => {
    const { mailbox, teacher, lines, started } = setup();
    mailbox.deliver(message("in"));
    mailbox.deliver(message("junk"), "Junk");
    const { watcher } = await started();
    mailbox.move(message("in"), "Work");
    mailbox.move(message("junk"), "Work");
    await watcher.round();
    await watcher.round();
    expect(teacher.lessons).toEqual(["in Work", "junk Work"]);
    expect(lines).toEqual(["Work#1 was moved there: learned", "Work#2 was moved there: learned"]);
    mailbox.move(message("in"), "Junk");
    await watcher.round();
    await watcher.round();
    expect(teacher.lessons).toEqual(["in Work", "junk Work", "in Junk"]);
  });

  it("learns nothing from its own moves until the user moves the message again", async () => {
    const { mailbox, teacher, started } = setup();
    const { watcher } = await started();
    mailbox.deliver(message("a", "Junk"));
    mailbox.deliver(message("b", "Junk"));
    await watcher.inbox();
    // Before the folder of the class was looked at, and after.
    mailbox.move(message("a", "Junk"), "Work");
    await watcher.round();
    expect(teacher.lessons).toEqual(["a Work"]);
    mailbox.move(message("b", "Junk"), "Work");
    await watcher.round();
    expect(teacher.lessons).toEqual(["a Work", "b Work"]);
  });

  it("learns nothing from moves to Trash, from copies, from deleting and from what others put into a class", async () => {
    const { mailbox, teacher, started } = setup();
    for (const id of ["a", "b", "c"]) mailbox.deliver(message(id), "Work");
    const { watcher } = await started();
    mailbox.move(message("a"), "Trash");
    mailbox.move(message("b"), "Junk", true);
    mailbox.remove(message("c"));
    mailbox.deliver(message("d"), "Junk");
    await watcher.round();
    await watcher.round();
    // Back from Trash to where it was.
    mailbox.move(message("a"), "Work");
    await watcher.round();
    expect(teacher.lessons).toEqual([]);
  });

  it.each(["Work", "Junk"])("learns a move that is a copy first, from %s", async (from) => {
    const { mailbox, teacher, started } = setup();
    const to = from === "Work" ? "Junk" : "Work";
    mailbox.deliver(message("a"), from);
    const { watcher } = await started();
    mailbox.move(message("a"), to, true);
    await watcher.round();
    expect(teacher.lessons).toEqual([]);
    mailbox.remove(message("a"), from);
    await watcher.round();
    expect(teacher.lessons).toEqual([`a ${to}`]);
    await watcher.round();
    expect(teacher.lessons).toHaveLength(1);
  });

  it("unlearns what the user moves back to the inbox, and leaves it there", async () => {
    const { mailbox, teacher, started } = setup();
    mailbox.deliver(message("a", "Junk"), "Work");
    const { watcher } = await started();
    mailbox.move(message("a", "Junk"), "Junk");
    await watcher.round();
    expect(teacher.learned.size).toBe(1);
    mailbox.move(message("a", "Junk"), "INBOX");
    await watcher.inbox();
    await watcher.round();
    await watcher.inbox();
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["INBOX"]);
    expect(teacher.learned.size).toBe(0);
    // Deleted and taken back.
    mailbox.move(message("a", "Junk"), "Trash");
    await watcher.round();
    mailbox.move(message("a", "Junk"), "INBOX");
    await watcher.round();
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["INBOX"]);
  });

  it("recognizes messages after their UIDVALIDITY has changed", async () => {
    const { mailbox, teacher, lines, started } = setup();
    for (const id of ["a", "b", "c"]) mailbox.deliver(message(id), "Work");
    mailbox.deliver(message("in"));
    const { watcher } = await started();
    for (const name of ["INBOX", "Work", "Junk"]) mailbox.renumber(name);
    await watcher.round();
    expect([teacher.lessons, lines]).toEqual([[], []]);
    mailbox.move(message("b"), "Junk");
    mailbox.renumber("Work");
    mailbox.renumber("Junk");
    await watcher.round();
    expect(teacher.lessons).toEqual(["b Junk"]);
  });
});
