import { appendFileSync, renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type DecisionEntry, previousOf } from "../../../src/delivery/history/history.js";
import { DecisionLog, findDecisions } from "../../../src/delivery/review/decision-log.js";
import { termTrends, weeklyFigures } from "../../../src/delivery/review/figures.js";
import { folderWith } from "../../helpers/folder.js";
import { correction, decision, digestNumber, historyWith } from "./entries.js";

const logOf = (path: string, lines: string[] = []) => new DecisionLog(path, (line) => lines.push(line));

describe("DecisionLog", () => {
  it("reads a history and the file before it, the oldest decision first, with the last correction of each", () => {
    const first = correction(1, "spam", { filed: "/mail/spam/1" });
    const path = historyWith([decision(2), first, decision(3), correction(1, "ham")]);
    historyWith([decision(1)], previousOf(path));
    const log = logOf(path);
    expect(log.rows).toEqual([1, 2, 3].map((n) => decision(n)));
    expect([...log.corrections.values()]).toEqual([correction(1, "ham", { filed: "/mail/spam/1" })]);
  });

  it("reads what is added while it is open, only whole lines, also where a new file was begun, and counts damaged ones", () => {
    const path = historyWith(["{", decision(1), '{"time":"x"}', ""]);
    const log = logOf(path);
    const next = JSON.stringify(decision(2));
    for (const [text, rows] of [
      [next.slice(0, 20), 1],
      [`${next.slice(20)}\n`, 2],
    ] as const) {
      appendFileSync(path, text);
      log.refresh();
      expect([log.rows.length, log.damaged]).toEqual([rows, 3]);
    }
    log.correct(correction(1, "ham"));
    expect(log.corrections.get(digestNumber(1))?.correct).toBe("ham");
    appendFileSync(path, `${JSON.stringify(decision(3))}\n`);
    renameSync(path, previousOf(path));
    historyWith([decision(4)], path);
    log.refresh();
    expect(log.rows).toEqual([1, 2, 3, 4].map((n) => decision(n)));
    expect(log.corrections.get(digestNumber(1))?.correct).toBe("ham");
  });

  it.each([
    ["is not there", () => "/none/history", "the history /none/history cannot be opened: no such file or folder"],
    ["is empty", () => historyWith([]), "has no decisions yet"],
    ["is no history", () => historyWith(["From a", "Subject: b"]), "none of its 2 lines is an entry"],
    ["is a folder without journals", () => folderWith({ a: "b" }), "has no journal of thresher sort or label"],
  ])("says in one line that a file %s", (_, make, why) => {
    expect(() => logOf(make())).toThrow(why);
  });

  it("tells of a journal in a folder that it cannot use", () => {
    const lines: string[] = [];
    expect(() => logOf(folderWith({ ".thresher-journal-2026.jsonl": "{}\n" }), lines)).toThrow("has no journal");
    expect(lines).toHaveLength(1);
  });
});

describe("findDecisions", () => {
  const path = historyWith([
    decision(1, { unsure: true, subject: 'A "quoted" Größe' }),
    decision(2, { terms: [["Orbit", 2]] }),
    decision(3, { unsure: true, filed: "/mail/spam/3" }),
    decision(4),
    correction(3, "ham"),
  ]);
  const textOf = ({ digest }: DecisionEntry) => (digest === digestNumber(4) ? "anchors aweigh, a quoted line" : "");

  it.each<readonly [Partial<Parameters<typeof findDecisions>[1]>, readonly number[]]>([
    // By sender, subject, path, class, term and text, in any case, and by nothing else in a line.
    [{ text: "SENDER2@" }, [2]],
    [{ text: '"QUOTED" größe' }, [1]],
    [{ text: "/mail/SPAM" }, [3]],
    [{ text: "orbit" }, [2]],
    [{ text: "spam" }, [3, 1]],
    [{ text: "Anchors " }, [4]],
    [{ text: "quoted" }, [4, 1]],
    ...["probability", "filter", "12345678"].map((text) => [{ text }, []] as const),
    // Unsure ones first that nobody has corrected, or only those of a kind.
    [{}, [4, 3, 2, 1]],
    [{ show: "unsure first" }, [1, 4, 3, 2]],
    [{ show: "unsure" }, [3, 1]],
    [{ show: "corrected" }, [3]],
    [{ label: "ham" }, [4, 2]],
  ])("finds %j: %j", async (wanted, numbers) => {
    const all = { text: "", label: "", show: "latest first" };
    const found = await findDecisions(logOf(path), { ...all, ...wanted }, textOf);
    expect(found.map((n) => n + 1)).toEqual(numbers);
  });
});

describe("weeklyFigures", () => {
  it("counts by weeks that begin on Monday", () => {
    const at = (time: string) => ({ time: `${time}.000Z` });
    const path = historyWith([
      decision(1, at("2026-11-01T23:59:59")),
      decision(3, at("2026-11-02T00:00:00")),
      decision(2, { unsure: true, ...at("2026-11-08T23:59:59") }),
      correction(3, "ham"),
      correction(2, "ham"),
    ]);
    expect(weeklyFigures(logOf(path), ["ham", "spam"])).toEqual([
      { week: "2026-10-26", right: 1, unsure: 0, falseAlarms: 0 },
      { week: "2026-11-02", right: 0.5, unsure: 0.5, falseAlarms: 1 },
    ]);
    expect(weeklyFigures(logOf(path), ["a", "b"])[0].falseAlarms).toBeUndefined();
  });
});

describe("termTrends", () => {
  it("compares the recent half with the older half", () => {
    const words = ["old", "old", "both", "both", "new", "new"].flatMap((term) => [term, term, term]);
    const terms = (n: number) => [words[n], "always", `once${n}`].map((term) => [term, 1] as const);
    const log = logOf(historyWith(words.map((_, n) => decision(n, { terms: terms(n) }))));
    const trends = termTrends(log).map(({ name, weight }) => `${name} ${weight.toFixed(1)}`);
    expect(trends).toEqual(["new 66.7", "old -66.7"]);
  });
});
