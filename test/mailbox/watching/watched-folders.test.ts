import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import type { Teacher } from "../../../src/delivery/filter/teacher.js";
import { message } from "../../helpers/fake-teacher.js";
import { setup, stoppingAtEnd } from "./watched.js";

stoppingAtEnd();

describe("the folders of a watched account", () => {
  it("learns what is moved to a new folder, but nothing if a folder is renamed: it keeps its class", async () => {
    const { mailbox, teacher, lines, started } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher } = await started();
    mailbox.make("Zoo");
    mailbox.move(message("a"), "Zoo");
    await watcher.round();
    mailbox.rename("Work", "Office");
    await watcher.round();
    expect(teacher.lessons).toEqual(["a Zoo"]);
    expect(lines.slice(1)).toEqual(["Work was renamed to Office: its class is still Work"]);
    // Also after a restart: what arrives goes to the folder of the class, and moves to it are lessons of the class.
    const later = await started();
    mailbox.deliver(message("c", "Work"));
    mailbox.move(message("a"), "Office");
    await later.watcher.round();
    expect(mailbox.foldersOf(message("c", "Work"))).toEqual(["Office"]);
    expect(teacher.lessons).toEqual(["a Zoo", "a Work"]);
    expect(mailbox.all.has("Work")).toBe(false);
  });

  it("gives a renamed folder its own class if the model has one, or if the old name is that of a new folder", async () => {
    for (const isModelNew of [true, false]) {
      const { mailbox, teacher, started } = setup();
      mailbox.deliver(message("a"), "Work");
      mailbox.deliver(message("b"), "Junk");
      const { watcher } = await started();
      mailbox.rename("Work", "Office");
      await watcher.round();
      if (isModelNew) mailbox.deliver(message("c", "Office"));
      else mailbox.make("Work");
      await watcher.round();
      mailbox.move(message("b"), "Office");
      await watcher.round();
      expect(teacher.lessons).toEqual(["b Office"]);
    }
  });

  it("never takes for a move of the user what it has filed itself, also into a folder that is renamed", async () => {
    const { mailbox, teacher, started } = setup();
    mailbox.deliver(message("old"), "Work");
    const { watcher } = await started();
    mailbox.deliver(message("a", "Work"));
    // Only the inbox is looked at, so the message is not seen in its folder before that is renamed.
    await watcher.inbox();
    mailbox.rename("Work", "Office");
    await watcher.round();
    await watcher.round();
    expect(mailbox.foldersOf(message("a", "Work"))).toEqual(["Office"]);
    expect(teacher.lessons).toEqual([]);
  });

  it("sorts and learns a message that the server does not send at first", async () => {
    const { mailbox, teacher, started } = setup();
    mailbox.deliver(message("a"), "Junk");
    const { watcher, state } = await started();
    const { read } = mailbox;
    mailbox.read = async () => undefined;
    mailbox.move(message("a"), "Work");
    mailbox.deliver(message("b", "Junk"));
    await watcher.round();
    expect([mailbox.foldersOf(message("b", "Junk")), teacher.lessons]).toEqual([["INBOX"], []]);
    for (const name of ["INBOX", "Work"]) expect(state.folders.get(name)?.stamp).toBe("");
    mailbox.read = read;
    await watcher.round();
    expect([mailbox.foldersOf(message("b", "Junk")), teacher.lessons]).toEqual([["Junk"], ["a Work"]]);
  });

  it("reports a deleted folder once, as deleted and not as unreadable", async () => {
    const { mailbox, teacher, lines, started } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher } = await started();
    let isDeleted = false;
    mailbox.onCall = (name) => {
      if (name === "list" && !isDeleted) mailbox.all.delete("Work");
      isDeleted = isDeleted || name === "list";
    };
    await watcher.round();
    expect(lines).toEqual([]);
    await watcher.round();
    await watcher.round();
    expect(lines).toEqual(["Work was deleted: nothing is learned from it"]);
    // The mail program has moved the messages, one of them to another class.
    mailbox.deliver(message("a"), "Junk");
    await watcher.round();
    expect(teacher.lessons).toEqual(["a Junk"]);
  });

  it("does not take a new folder for a renamed one if only UIDVALIDITY and UIDs are the same", async () => {
    const { mailbox, teacher, lines, started } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher } = await started();
    mailbox.all.delete("Work");
    mailbox.make("Other");
    for (const id of ["b", "c"]) mailbox.deliver(message(id), "Other");
    await watcher.round();
    expect(lines[0]).toBe("Work was deleted: nothing is learned from it");
    expect(teacher.lessons).toEqual(["b Other"]);
  });

  it("leaves a message in the inbox if the server refuses the move, and says why", async () => {
    const { mailbox, lines, started } = setup();
    const { watcher } = await started();
    mailbox.deliver(message("a", "Junk"));
    mailbox.onCall = (name) => {
      if (name === "file") throw new Error("the mailbox is full (over quota)");
    };
    await watcher.inbox();
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["INBOX"]);
    expect(lines).toEqual(["INBOX#1 stays: the mailbox is full (over quota)"]);
    await watcher.round();
    expect(lines).toHaveLength(1);
  });

  it("learns nothing from what mailbox sort has filed", async () => {
    const { mailbox, teacher, started } = setup();
    mailbox.deliver(message("a"));
    mailbox.deliver(message("b"));
    const { watcher } = await started({ filed: new Set(["Work;UIDVALIDITY=1/;UID=1"]) });
    mailbox.move(message("a"), "Work");
    mailbox.move(message("b"), "Work");
    await watcher.round();
    expect(teacher.lessons).toEqual(["b Work"]);
  });

  it("loses and doubles nothing if it is killed at any moment", async () => {
    class Killed extends DataError {}
    const { mailbox, teacher, start, started } = setup();
    await started();
    const expected = new Map<string, string>();
    const random = seededRandom(1);
    let moves = 0;
    for (let n = 0; n < 300; n++) {
      const label = ["Junk", "Work"][random(2)];
      const arrived = message(`new-${n}`, label);
      mailbox.deliver(arrived);
      expected.set(arrived, label);
      const filed = [...expected.keys()].filter((text) => ["Junk", "Work"].includes(mailbox.foldersOf(text)[0]));
      if (filed.length > 0 && random(2) === 0) {
        const text = filed[random(filed.length)];
        const to = mailbox.foldersOf(text)[0] === "Junk" ? "Work" : "Junk";
        mailbox.move(text, to);
        expected.set(text, to);
        moves++;
      }
      let left = random(30);
      const die = () => {
        if (left-- === 0) throw new Killed("killed");
      };
      mailbox.onCall = die;
      const dying: Teacher = {
        answer: (text) => teacher.answer(text),
        teach: async (lesson, document) => {
          die();
          const taught = await teacher.teach(lesson, document);
          die();
          return taught;
        },
      };
      await start({ teacher: dying })
        .watcher.round()
        .catch((error) => expect(error).toBeInstanceOf(Killed));
    }
    mailbox.onCall = () => undefined;
    const { watcher } = await started();
    await watcher.round();
    for (const [text, label] of expected) expect(mailbox.foldersOf(text)).toEqual([label]);
    expect(moves).toBeGreaterThan(100);
    // Each move is one lesson, though a message may be moved there and back between two looks.
    expect(teacher.lessons.length).toBeLessThanOrEqual(moves);
    expect(teacher.lessons.length).toBeGreaterThan(moves / 2);
    for (const [text, label] of teacher.learned) expect(expected.get(text)).toBe(label);
    const moved = [...expected].filter(([text, label]) => !text.includes(`Class: ${label}\n`));
    for (const [text] of moved) expect(teacher.learned.has(text)).toBe(true);
  });
});
