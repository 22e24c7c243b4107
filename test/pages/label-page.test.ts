import { expect, it } from "vitest";
import type { Change, LabellingState } from "../../src/labelling/state.js";
import { labelPage } from "../../src/pages/label-page.js";
import { admittedHeaders } from "../helpers/admitted.js";

const STATE = { version: 3, phase: "questions", classes: [], groups: [] } as unknown as LabellingState;

it("the page of label takes the changes that it makes, and refuses every other shape in one line", async () => {
  const made: Change[] = [];
  const change = async (change: Change) => {
    made.push(change);
    return STATE;
  };
  const page = labelPage({ state: () => STATE, change, find: () => undefined, onChange: () => () => undefined });
  await page.listen();
  try {
    const address = new URL(page.newAddress());
    const headers = await admittedHeaders(address);
    const send = async (body: unknown) => {
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(new URL("/change", address), request);
      return [answer.status, await answer.text()] as const;
    };
    const right: Change[] = [
      { do: "answer", item: 0, label: "a" },
      { do: "finish", how: "list", sureToo: false },
      { do: "undo" },
      { do: "ask", item: 0 },
      { do: "answer-none", item: 0 },
      { do: "answer-found", text: "a b", label: "a" },
      { do: "rename-class", name: "a", label: "b" },
    ];
    for (const change of right) expect((await send({ change, seen: 3 }))[0]).toBe(200);
    expect(made).toEqual(right);
    const wrong: unknown[] = [
      ...[null, 1, "undo", [], {}, { do: "__proto__" }, { do: "constructor" }, { do: 1 }],
      ...[null, {}, true, 1].map((label) => ({ do: "answer", item: 0, label })),
      ...["0", null, 0.5, []].flatMap((item) => ["skip", "ask", "answer-none"].map((what) => ({ do: what, item }))),
      ...[null, 1, ["a"]].map((text) => ({ do: "answer-found", text, label: "a" })),
      ...[null, 1, ["a"]].map((name) => ({ do: "rename-class", name, label: "a" })),
      { do: "finish", how: "burn", sureToo: true },
      { do: "finish", how: "copy", sureToo: 1 },
    ];
    for (const change of wrong) {
      expect(await send({ change, seen: 3 })).toEqual([422, '{"error":"this is not a change that the page makes"}']);
    }
    expect((await send({ change: { do: "undo" }, seen: "3" }))[0]).toBe(422);
    expect(made).toEqual(right);
  } finally {
    await page.close();
  }
});
