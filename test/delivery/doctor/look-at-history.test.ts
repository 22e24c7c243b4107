import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lookAtHistory } from "../../../src/delivery/doctor/look-at-history.js";
import { save, train } from "../../../src/index.js";
import { loadIdentified } from "../../../src/model/file/model-file.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { decision, historyWith } from "../review/entries.js";

/** Writes a model. @returns its path and id */
function model(labels: readonly string[]): readonly [path: string, id: string] {
  const path = join(temporaryFolder(), "model");
  save(train(labels.map((label) => ({ label, text: `about ${label}` }))), path);
  return [path, loadIdentified(path).id];
}

const [mail, id] = model(["ham", "spam"]);
const [news] = model(["cars", "space"]);

describe("lookAtHistory", () => {
  it("finds a change a fault, and uses the model that made the latest decision", () => {
    const rows = Array.from({ length: 600 }, (_, n) => decision(n, { model: id, unknown: n < 450 ? 0 : 0.5 }));
    const [remark] = lookAtHistory(historyWith(rows), [news, mail]);
    expect(remark).toMatchObject({ state: "fault", what: expect.stringContaining("the last 150 documents") });
    expect(lookAtHistory(historyWith(rows.slice(0, 440)), [mail])).toMatchObject([{ state: "ok" }]);
    expect(lookAtHistory(historyWith(rows.slice(0, 99)), [mail])).toMatchObject([{ state: "notice" }]);
  });

  it("refuses a history without decisions, of other classes, or without a model", () => {
    const empty = join(temporaryFolder(), "empty");
    writeFileSync(empty, "", { mode: 0o600 });
    expect(() => lookAtHistory(empty, [mail])).toThrow("has no decisions yet");
    const path = historyWith([decision(1)]);
    expect(() => lookAtHistory(path, [news])).toThrow(
      /is about other classes than the model: "spam", not "cars", "space": name the model that decided$/,
    );
    expect(() => lookAtHistory(path, [])).toThrow("name it with -m");
  });
});
