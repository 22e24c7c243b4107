import { describe, expect, it } from "vitest";
import { askUsers, REFUSED } from "../../scripts/users/ask-users.js";
import { temporaryFolder } from "../helpers/folder.js";

const MEMORY = 150e6;

describe("a server with a model for each user", () => {
  it("answers from each user's own model, in its memory, and loses no confirmed lesson when it is killed", async () => {
    const folder = temporaryFolder();
    const plan = { users: 400, messages: 800, lessons: 30, memory: MEMORY, seed: 2, folder };
    const { peak, confirmed, ...report } = await askUsers(plan);
    expect(report).toMatchObject({ answered: 800, wrong: 0, refused: REFUSED.length, lost: 0 });
    expect(confirmed).toBeGreaterThanOrEqual(15);
    expect(peak).toBeLessThan(1.1 * MEMORY);
  });
});
