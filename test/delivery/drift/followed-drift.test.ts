import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { followedDrift } from "../../../src/delivery/drift/followed-drift.js";
import { addToHistory } from "../../../src/delivery/history/history.js";
import { save, train } from "../../../src/index.js";
import { loadIdentified } from "../../../src/model/file/model-file.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { decision, historyWith } from "../review/entries.js";

it("followedDrift compares what is added to a history, once a minute at most, and follows the model", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const [history, path] = [join(folder, "history"), join(folder, "model")];
  const trained = (text: string) => save(train(["ham", "spam"].map((label) => ({ label, text: label + text }))), path);
  trained("");
  const { id: model } = loadIdentified(path);
  const drift = followedDrift(history, path);
  const later = () => {
    vi.advanceTimersByTime(61_000);
    return drift();
  };
  expect(drift()).toBeUndefined();
  historyWith(
    Array.from({ length: 450 }, (_, n) => decision(n, { model })),
    history,
  );
  expect(drift()).toBeUndefined();
  expect(later()?.decisions).toBe(150);
  addToHistory(history, decision(450, { model }));
  expect(drift()?.decisions).toBe(150);
  expect(later()?.decisions).toBe(151);
  trained("other");
  expect(later()).toBeUndefined();
});
