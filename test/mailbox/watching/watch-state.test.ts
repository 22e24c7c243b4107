import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_AWAY, WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { temporaryFolder } from "../../helpers/folder.js";

const statePath = () => join(temporaryFolder(), "watch");
const MOVE = { source: "INBOX;UIDVALIDITY=1/;UID=2", target: "Work", digest: "0", size: 1, key: "K" } as const;

describe("WatchState", () => {
  it("keeps every change, in a file of its user alone", () => {
    const path = statePath();
    const state = new WatchState(path);
    const seen = ["a", "b"].map((key, i) => [i + 1, key] as const);
    state.change({ folder: "Work", validity: "1", seen, stamp: "9" });
    state.change({ folder: "Work", gone: [1] });
    state.change({ folder: "Junk", validity: "7", seen: [[5, "c"]] });
    expect([...state.away]).toEqual([["a", "Work"]]);
    state.change({ folder: "Junk", seen: [[6, "a"]] });
    state.change({ folder: "Junk", gone: [6], seen: [[7, "a"]] });
    expect([...state.away]).toEqual([]);
    state.change({ folder: "Junk", gone: [7] });
    state.change({ folder: "Junk", seen: [[8, "a"]] });
    state.change({ folder: "Junk", validity: "8", seen: [[1, "c"]] });
    state.change({ folder: "Junk", gone: [1] });
    state.change({ move: MOVE, isComplete: true });
    state.close();
    const again = new WatchState(path);
    expect([...again.folders]).toEqual([
      ["Work", { validity: "1", stamp: "", messages: new Map([[2, "b"]]) }],
      ["Junk", { validity: "8", stamp: "", messages: new Map() }],
    ]);
    expect([...again.away]).toEqual([["c", "Junk"]]);
    expect([again.move, again.isComplete]).toEqual([MOVE, true]);
    again.change({ move: null, folder: "Work", validity: "2", seen: [[1, "d"]], stamp: "1 2 3 4" });
    again.close();
    const last = new WatchState(path);
    expect(last.folders.get("Work")).toEqual({ validity: "2", stamp: "1 2 3 4", messages: new Map([[1, "d"]]) });
    expect(last.move).toBeUndefined();
    last.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is rewritten before it has many old lines", () => {
    const path = statePath();
    const state = new WatchState(path);
    const seen = Array.from({ length: 10_000 }, (_, i) => [i + 1, `key-${i}`] as const);
    for (let n = 0; n < 30; n++) state.change({ folder: "Work", validity: String(n), seen });
    const { size } = statSync(path);
    expect(size).toBeLessThan(2_000_000);
    state.close();
  });

  it("forgets the oldest of very many messages that are away", () => {
    const state = new WatchState(statePath());
    state.change({ away: Array.from({ length: MAX_AWAY }, (_, i) => [`k${i}`, "Work"]) });
    state.change({ away: [["k0", "Junk"]] });
    state.change({ away: [["new", "Work"]] });
    expect(state.away.size).toBe(MAX_AWAY);
    expect([state.away.has("k1"), state.away.get("k0"), state.away.get("new")]).toEqual([false, "Junk", "Work"]);
    state.close();
  });

  it("is refused if it is damaged", () => {
    const path = statePath();
    const state = new WatchState(path);
    state.change({ folder: "INBOX", validity: "1", seen: [[12, "a"]], stamp: "1 2" });
    state.close();
    const text = readFileSync(path, "utf8");
    const damaged = /watch is damaged: remove it; moves that you made since then are not learned$/;
    for (const other of [text.replace("}", ""), text.replace('"a"', "5"), `null\n${text}`, `\n${text}`]) {
      writeFileSync(path, other);
      expect(() => new WatchState(path)).toThrow(damaged);
    }
  });
});
