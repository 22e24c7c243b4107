import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import type { Teacher } from "../../../src/delivery/filter/teacher.js";
import { setup, stoppingAtEnd } from "./watched.js";

stoppingAtEnd();

describe("the folders of a watched account", () => {
  it("learns what is moved to a new folder, but nothing if a folder is renamed: it keeps its class", async () => {
    const { mailbox, teacher, lines, put, move, started, folderOf } = setup({ Work: "a b" });
    const { rounds } = await started();
    mailbox.make("Zoo");
    move("a", "Zoo");
    await rounds();
    mailbox.rename("Work", "Office");
    await rounds();
    expect(teacher.lessons).toEqual(["a Zoo"]);
    expect(lines.slice(1)).toEqual(["Work was renamed to Office: its class is still Work"]);
    // Also after a restart: what arrives goes to the folder of the class, and moves to it are lessons of the class.
    const later = await started();
    put("c/Work");
    move("a", "Office");
    await later.rounds();
    expect(folderOf("c/Work")).toEqual(["Office"]);
    expect(teacher.lessons).toEqual(["a Zoo", "a Work"]);
    expect(mailbox.all.has("Work")).toBe(false);
  });

  it("gives a renamed folder its own class if the model has one, or if the old name is that of a new folder", async () => {
    for (const isModelNew of [true, false]) {
      const { mailbox, teacher, put, move, started } = setup({ Work: "a", Junk: "b" });
      const { rounds } = await started();
      mailbox.rename("Work", "Office");
      await rounds();
      if (isModelNew) put("c/Office");
      else mailbox.make("Work");
      await rounds();
      move("b", "Office");
      await rounds();
      expect(teacher.lessons).toEqual(["b Office"]);
    }
  });

  it("never takes for a move of the user what it has filed itself, also into a folder that is renamed", async () => {
    const { mailbox, teacher, put, started, folderOf } = setup({ Work: "old" });
    const { inbox, rounds } = await started();
    put("a/Work");
    // Only the inbox is looked at, so the message is not seen in its folder before that is renamed.
    await inbox();
    mailbox.rename("Work", "Office");
    await rounds(2);
    expect([folderOf("a/Work"), teacher.lessons]).toEqual([["Office"], []]);
  });

  it("sorts and learns a message that the server does not send at first", async () => {
    const { mailbox, teacher, put, move, started, folderOf } = setup({ Junk: "a" });
    const { rounds, state } = await started();
    const { read } = mailbox;
    mailbox.read = async () => undefined;
    move("a", "Work");
    put("b/Junk");
    await rounds();
    expect([folderOf("b/Junk"), teacher.lessons]).toEqual([["INBOX"], []]);
    for (const name of ["INBOX", "Work"]) expect(state.folders.get(name)?.stamp).toBe("");
    mailbox.read = read;
    await rounds();
    expect([folderOf("b/Junk"), teacher.lessons]).toEqual([["Junk"], ["a Work"]]);
  });

  it("reports a deleted folder once, as deleted and not as unreadable", async () => {
    const { mailbox, teacher, lines, put, started } = setup({ Work: "a b" });
    const { rounds } = await started();
    let isDeleted = false;
    mailbox.onCall = (name) => {
      if (name === "list" && !isDeleted) mailbox.all.delete("Work");
      isDeleted ||= name === "list";
    };
    await rounds();
    expect(lines).toEqual([]);
    await rounds(2);
    expect(lines).toEqual(["Work was deleted: nothing is learned from it"]);
    // The mail program has moved the messages, one of them to another class.
    put("a", "Junk");
    await rounds();
    expect(teacher.lessons).toEqual(["a Junk"]);
  });

  it("does not take a new folder for a renamed one if only UIDVALIDITY and UIDs are the same", async () => {
    const { mailbox, teacher, lines, put, started } = setup({ Work: "a b" });
    const { rounds } = await started();
    mailbox.all.delete("Work");
    mailbox.make("Other");
    put("b c", "Other");
    await rounds();
    expect(lines[0]).toBe("Work was deleted: nothing is learned from it");
    expect(teacher.lessons).toEqual(["b Other"]);
  });

  it("leaves a message in the inbox if the server refuses the move, and says why once", async () => {
    const { mailbox, lines, put, started, folderOf } = setup();
    const { inbox, rounds } = await started();
    put("a/Junk");
    mailbox.onCall = (name) => {
      if (name === "file") throw new Error("the mailbox is full (over quota)");
    };
    await inbox();
    await rounds();
    expect(folderOf("a/Junk")).toEqual(["INBOX"]);
    expect(lines).toEqual(["INBOX#1 stays: the mailbox is full (over quota)"]);
  });

  it("loses and doubles nothing if it is killed at any moment", async () => {
    class Killed extends DataError {}
    const { mailbox, teacher, put, move, start, started, folderOf } = setup();
    await started();
    /** The class of each message, by its name. */
    const expected = new Map<string, string>();
    const random = seededRandom(1);
    let moves = 0;
    for (let n = 0; n < 300; n++) {
      const label = ["Junk", "Work"][random(2)];
      const arrived = `new-${n}/${label}`;
      put(arrived);
      expected.set(arrived, label);
      const filed = [...expected.keys()].filter((name) => ["Junk", "Work"].includes(folderOf(name)[0]));
      if (filed.length > 0 && random(2) === 0) {
        const name = filed[random(filed.length)];
        const to = folderOf(name)[0] === "Junk" ? "Work" : "Junk";
        move(name, to);
        expected.set(name, to);
        moves++;
      }
      let left = random(30);
      const die = () => {
        if (left-- === 0) throw new Killed("killed");
      };
      mailbox.onCall = die;
      const teach: Teacher["teach"] = async (lesson, document) => {
        die();
        return teacher.teach(lesson, document).finally(die);
      };
      const dying: Teacher = { answer: (text) => teacher.answer(text), teach };
      await start({ teacher: dying })
        .rounds()
        .catch((error) => expect(error).toBeInstanceOf(Killed));
    }
    mailbox.onCall = () => undefined;
    await (await started()).rounds();
    for (const [name, label] of expected) expect(folderOf(name)).toEqual([label]);
    expect(moves).toBeGreaterThan(100);
    // Each move is one lesson, though a message may be moved there and back between two looks.
    expect(teacher.lessons.length).toBeLessThanOrEqual(moves);
    expect(teacher.lessons.length).toBeGreaterThan(moves / 2);
    const idOf = (text: string) => /^Message-ID: <(.*)@/.exec(text)?.[1];
    const learned = new Map([...teacher.learned].map(([text, label]) => [idOf(text), label]));
    for (const [name, label] of expected) {
      const [id, first] = name.split("/");
      if (learned.has(id) || label !== first) expect(learned.get(id)).toBe(label);
    }
  });
});
