import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CorrectionEntry, DecisionEntry, HistoryEntry } from "../../../src/delivery/history/history.js";
import { namesIn, temporaryFolder } from "../../helpers/folder.js";

/** A decision about a message with a number. */
export function decision(n: number, more: Partial<DecisionEntry> = {}): DecisionEntry {
  return {
    time: new Date(Date.UTC(2026, 10, 2, 0, n)).toISOString(),
    command: "filter",
    id: `<${n}@example.org>`,
    digest: digestNumber(n),
    from: `sender${n}@example.org`,
    subject: `Subject ${n}`,
    label: n % 2 === 0 ? "ham" : "spam",
    probability: 0.9,
    unsure: false,
    terms: [],
    model: "12345678",
    ...more,
  };
}

export function correction(n: number, correct: string, more: Partial<CorrectionEntry> = {}): CorrectionEntry {
  return { time: "2026-11-03T00:00:00.000Z", digest: digestNumber(n), correct, ...more };
}

export function digestNumber(n: number): string {
  return n.toString(16).padStart(32, "0");
}

/** Writes a history. @returns its path */
export function historyWith(
  entries: readonly (HistoryEntry | string)[],
  path = join(temporaryFolder(), "history"),
): string {
  const lines = entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)));
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  return path;
}

/** The files below a folder, hidden ones left out. */
export function folderFiles(folder: string): string[] {
  return namesIn(folder).filter((name) => !name.endsWith("/") && !/(^|\/)\./.test(name));
}
