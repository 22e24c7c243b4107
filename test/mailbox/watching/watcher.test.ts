import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import type { Teacher } from "../../../src/delivery/filter/teacher.js";
import { WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { Watcher, type WatcherOptions } from "../../../src/mailbox/watching/watcher.js";
import { FakeMailbox } from "../../helpers/fake-mailbox.js";
import { FakeTeacher, message } from "../../helpers/fake-teacher.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** A mailbox with two classes, watched. */
function setup({ path = join(temporaryFolder(), "state"), mailbox = new FakeMailbox("Junk", "Trash", "Work") } = {}) {
  const teacher = new FakeTeacher();
  const lines: string[] = [];
  const start = (more: Partial<WatcherOptions> = {}) => {
    const state = new WatchState(path);
    const tell = (line: string) => {
      if (!line.startsWith("watching")) lines.push(line);
    };
    const watcher = new Watcher(mailbox, state, teacher, { unsureBelow: 0.8, tell, isStopped: () => false, ...more });
    return { state, watcher };
  };
  return { mailbox, teacher, lines, path, start };
}

describe("Watcher", () => {
  it("tells of each decision once, with the folder to which the message was moved", async () => {
    const { mailbox, start } = setup();
    const decisions: unknown[] = [];
    const { watcher, state } = start({
      onDecision: ({ place, answer, isUnsure, filed }) =>
        decisions.push([place.uid, answer.ranking[0].label, isUnsure, filed]),
    });
    await watcher.round();
    mailbox.deliver(message("a", "Junk"));
    mailbox.deliver(message("b"));
    await watcher.inbox();
    await watcher.round();
    expect(decisions).toEqual([
      [1, "Junk", false, "Junk"],
      [2, "Work", true, undefined],
    ]);
    state.close();
  });

  it("leaves what is in the inbox at the first start, and files what arrives later", async () => {
    const { mailbox, start, teacher, lines } = setup();
    mailbox.deliver(message("old", "Junk"));
    const { watcher, state } = start();
    await watcher.round();
    mailbox.deliver(message("a", "Junk"));
    mailbox.deliver(message("b"));
    await watcher.inbox();
    await watcher.round();
    expect(mailbox.foldersOf(message("old", "Junk"))).toEqual(["INBOX"]);
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["Junk"]);
    expect(mailbox.foldersOf(message("b"))).toEqual(["INBOX"]);
    expect(lines).toEqual([
      "INBOX#2 to Junk: Junk, probability 0.990",
      "INBOX#3 stays: unsure (Work, probability 0.500)",
    ]);
    expect(teacher.lessons).toEqual([]);
    state.close();
  });

  it("leaves what is in the inbox also if its first look was cut short", async () => {
    for (let n = 0; n < 12; n++) {
      const { mailbox, start } = setup();
      mailbox.deliver(message("old", "Junk"));
      mailbox.deliver(message("other", "Junk"), "Work");
      const first = start();
      let calls = n;
      mailbox.onCall = () => {
        if (calls-- === 0) throw new DataError("killed");
      };
      await first.watcher.round().catch((error) => expect(error).toBeInstanceOf(DataError));
      first.state.close();
      mailbox.onCall = () => undefined;
      const { watcher, state } = start();
      await watcher.round();
      await watcher.round();
      expect(mailbox.foldersOf(message("old", "Junk"))).toEqual(["INBOX"]);
      state.close();
    }
  });

  it("says once that a folder cannot be read, and goes on with the others", async () => {
    const { mailbox, start, lines } = setup();
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("leaves the time of its last look at the file of its state, even if nothing has changed", async () => {
    const { start, path } = setup();
    const { watcher, state } = start();
    await watcher.round();
    utimesSync(path, 1, 1);
    await watcher.round();
    expect(statSync(path).mtimeMs).toBeGreaterThan(1000);
    state.close();
  });

  it("files what arrived while it did not run", async () => {
    const { mailbox, start } = setup();
    const first = start();
    await first.watcher.round();
    first.state.close();
    mailbox.deliver(message("a", "Junk"));
    const { watcher, state } = start();
    await watcher.round();
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["Junk"]);
    state.close();
  });

  it("learns once what the user moves from the inbox or a class to another class", async () => {
    const { mailbox, start, teacher, lines } = setup();
    mailbox.deliver(message("in"));
    mailbox.deliver(message("junk"), "Junk");
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("learns nothing from its own moves until the user moves the message again", async () => {
    const { mailbox, start, teacher } = setup();
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("learns nothing from moves to Trash, from copies, from deleting and from what others put into a class", async () => {
    const { mailbox, start, teacher } = setup();
    for (const id of ["a", "b", "c"]) mailbox.deliver(message(id), "Work");
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it.each(["Work", "Junk"])("learns a move that is a copy first, from %s", async (from) => {
    const { mailbox, start, teacher } = setup();
    const to = from === "Work" ? "Junk" : "Work";
    mailbox.deliver(message("a"), from);
    const { watcher, state } = start();
    await watcher.round();
    mailbox.move(message("a"), to, true);
    await watcher.round();
    expect(teacher.lessons).toEqual([]);
    mailbox.remove(message("a"), from);
    await watcher.round();
    expect(teacher.lessons).toEqual([`a ${to}`]);
    await watcher.round();
    expect(teacher.lessons).toHaveLength(1);
    state.close();
  });

  it("unlearns what the user moves back to the inbox, and leaves it there", async () => {
    const { mailbox, start, teacher } = setup();
    mailbox.deliver(message("a", "Junk"), "Work");
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("files a message that is delivered twice, twice", async () => {
    const { mailbox, start } = setup();
    const { watcher, state } = start();
    await watcher.round();
    const [first, second] = ["me", "us"].map((to) => message("a", "Junk").replace("for a", `for ${to}`));
    mailbox.deliver(first);
    await watcher.inbox();
    mailbox.deliver(second);
    await watcher.inbox();
    expect([first, second].map((text) => mailbox.foldersOf(text))).toEqual([["Junk"], ["Junk"]]);
    state.close();
  });

  it("recognizes messages after their UIDVALIDITY has changed", async () => {
    const { mailbox, start, teacher, lines } = setup();
    for (const id of ["a", "b", "c"]) mailbox.deliver(message(id), "Work");
    mailbox.deliver(message("in"));
    const { watcher, state } = start();
    await watcher.round();
    for (const name of ["INBOX", "Work", "Junk"]) mailbox.renumber(name);
    await watcher.round();
    expect([teacher.lessons, lines]).toEqual([[], []]);
    mailbox.move(message("b"), "Junk");
    mailbox.renumber("Work");
    mailbox.renumber("Junk");
    await watcher.round();
    expect(teacher.lessons).toEqual(["b Junk"]);
    state.close();
  });

  it("learns what is moved to a new folder, but nothing if a folder is renamed: it keeps its class", async () => {
    const { mailbox, start, teacher, lines } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher, state } = start();
    await watcher.round();
    mailbox.make("Zoo");
    mailbox.move(message("a"), "Zoo");
    await watcher.round();
    const { all } = mailbox;
    all.set("Office", mailbox.folder("Work"));
    all.delete("Work");
    await watcher.round();
    expect(teacher.lessons).toEqual(["a Zoo"]);
    expect(lines.slice(1)).toEqual(["Work was renamed to Office: its class is still Work"]);
    state.close();
    // Also after a restart: what arrives goes to the folder of the class, and moves to it are lessons of the class.
    const later = start();
    await later.watcher.round();
    mailbox.deliver(message("c", "Work"));
    mailbox.move(message("a"), "Office");
    await later.watcher.round();
    expect(mailbox.foldersOf(message("c", "Work"))).toEqual(["Office"]);
    expect(teacher.lessons).toEqual(["a Zoo", "a Work"]);
    expect(all.has("Work")).toBe(false);
    later.state.close();
  });

  it("gives a renamed folder its own class if the model has one, or if the old name is that of a new folder", async () => {
    for (const isModelNew of [true, false]) {
      const { mailbox, start, teacher } = setup();
      mailbox.deliver(message("a"), "Work");
      mailbox.deliver(message("b"), "Junk");
      const { watcher, state } = start();
      await watcher.round();
      mailbox.all.set("Office", mailbox.folder("Work"));
      mailbox.all.delete("Work");
      await watcher.round();
      if (isModelNew) mailbox.deliver(message("c", "Office"));
      else mailbox.make("Work");
      await watcher.round();
      mailbox.move(message("b"), "Office");
      await watcher.round();
      expect(teacher.lessons).toEqual(["b Office"]);
      state.close();
    }
  });

  it("never takes for a move of the user what it has filed itself, also into a folder that is renamed", async () => {
    const { mailbox, start, teacher } = setup();
    mailbox.deliver(message("old"), "Work");
    const { watcher, state } = start();
    await watcher.round();
    mailbox.deliver(message("a", "Work"));
    // Only the inbox is looked at, so the message is not seen in its folder before that is renamed.
    await watcher.inbox();
    mailbox.all.set("Office", mailbox.folder("Work"));
    mailbox.all.delete("Work");
    await watcher.round();
    await watcher.round();
    expect(mailbox.foldersOf(message("a", "Work"))).toEqual(["Office"]);
    expect(teacher.lessons).toEqual([]);
    state.close();
  });

  it("sorts and learns a message that the server does not send at first", async () => {
    const { mailbox, start, teacher } = setup();
    mailbox.deliver(message("a"), "Junk");
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("reports a deleted folder once, as deleted and not as unreadable", async () => {
    const { mailbox, start, teacher, lines } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher, state } = start();
    await watcher.round();
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
    state.close();
  });

  it("does not take a new folder for a renamed one if only UIDVALIDITY and UIDs are the same", async () => {
    const { mailbox, start, teacher, lines } = setup();
    for (const id of ["a", "b"]) mailbox.deliver(message(id), "Work");
    const { watcher, state } = start();
    await watcher.round();
    mailbox.all.delete("Work");
    mailbox.make("Other");
    for (const id of ["b", "c"]) mailbox.deliver(message(id), "Other");
    await watcher.round();
    expect(lines[0]).toBe("Work was deleted: nothing is learned from it");
    expect(teacher.lessons).toEqual(["b Other"]);
    state.close();
  });

  it("leaves a message in the inbox if the server refuses the move, and says why", async () => {
    const { mailbox, start, lines } = setup();
    const { watcher, state } = start();
    await watcher.round();
    mailbox.deliver(message("a", "Junk"));
    mailbox.onCall = (name) => {
      if (name === "file") throw new Error("the mailbox is full (over quota)");
    };
    await watcher.inbox();
    expect(mailbox.foldersOf(message("a", "Junk"))).toEqual(["INBOX"]);
    expect(lines).toEqual(["INBOX#1 stays: the mailbox is full (over quota)"]);
    await watcher.round();
    expect(lines).toHaveLength(1);
    state.close();
  });

  it("learns nothing from what mailbox sort has filed", async () => {
    const { mailbox, start, teacher } = setup();
    mailbox.deliver(message("a"));
    mailbox.deliver(message("b"));
    const { watcher, state } = start({ filed: new Set(["Work;UIDVALIDITY=1/;UID=1"]) });
    await watcher.round();
    mailbox.move(message("a"), "Work");
    mailbox.move(message("b"), "Work");
    await watcher.round();
    expect(teacher.lessons).toEqual(["b Work"]);
    state.close();
  });

  it("loses and doubles nothing if it is killed at any moment", async () => {
    class Killed extends DataError {}
    const { mailbox, start, teacher, path } = setup();
    const first = start();
    await first.watcher.round();
    first.state.close();
    const expected = new Map<string, string>();
    const random = seededRandom(1);
    let moves = 0;
    for (let n = 0; n < 300; n++) {
      const label = ["Junk", "Work"][random(2)];
      mailbox.deliver(message(`new-${n}`, label));
      expected.set(message(`new-${n}`, label), label);
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
      const state = new WatchState(path);
      const tell = () => undefined;
      const watcher = new Watcher(mailbox, state, dying, { unsureBelow: 0.8, tell, isStopped: () => false });
      await watcher.round().catch((error) => expect(error).toBeInstanceOf(Killed));
      state.close();
    }
    mailbox.onCall = () => undefined;
    const { watcher, state } = start();
    await watcher.round();
    await watcher.round();
    for (const [text, label] of expected) expect(mailbox.foldersOf(text)).toEqual([label]);
    expect(moves).toBeGreaterThan(100);
    // Each move is one lesson, though a message may be moved there and back between two looks.
    expect(teacher.lessons.length).toBeLessThanOrEqual(moves);
    expect(teacher.lessons.length).toBeGreaterThan(moves / 2);
    for (const [text, label] of teacher.learned) expect(expected.get(text)).toBe(label);
    const moved = [...expected].filter(([text, label]) => !text.includes(`Class: ${label}\n`));
    for (const [text] of moved) expect(teacher.learned.has(text)).toBe(true);
    state.close();
  });
});
