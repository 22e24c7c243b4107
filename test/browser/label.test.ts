import { join } from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { labelPage } from "../../src/pages/label-page.js";
import { thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { threeSubjects } from "../helpers/labelling-here.js";
import { answer, filed, isOpen, label, noneLeft, opened, questions, READING, SAMPLED, shown } from "./label-session.js";
import { watched } from "./start-browser.js";

describe("the page of label", () => {
  it("goes from a pile to folders by keyboard alone, and can be loaded again in between", async () => {
    const pile = folderWith(threeSubjects(14));
    const into = temporaryFolder();
    const { command, address } = await label(pile, into);
    const { page, faults } = await watched(address);
    await isOpen(page);
    expect(new URL(page.url()).search).toBe("");
    await questions(page);
    const first = await shown(page);
    for (const step of [() => answer(page), () => page.keyboard.press("s")]) {
      await step();
      await expect.poll(() => shown(page)).not.toBe(first);
      await page.keyboard.press("u");
      await expect.poll(() => shown(page)).toBe(first);
    }
    expect(await page.locator("aside strong").first().textContent()).toBe("0");
    let answers = 0;
    while ((await noneLeft(page)) === 0) {
      await answer(page);
      if (++answers === 20) {
        const before = await shown(page);
        await page.reload();
        expect(await shown(page)).toBe(before);
      }
    }
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "Finish" }).press("Enter");
    await page.locator("h1", { hasText: "Done" }).waitFor();
    expect(await page.locator(".lead").textContent()).toBe("42 documents filed.");
    expect(await command.outcome).toMatchObject({ code: 0 });
    const folders = filed(into);
    expect(Object.keys(folders).sort()).toEqual(["bread", "chess", "sea"]);
    for (const [folder, names] of Object.entries(folders)) {
      expect(names.map((name) => name.replace(/-\d+$/, ""))).toEqual(Array(14).fill(folder));
    }
    expect(faults).toEqual([]);
    expect(await page.locator("pre").allTextContents()).toEqual([
      `thresher sort ${pile} -m ${into}.model --into ${into}`,
      `thresher sort --learn-moves ${into} -m ${into}.model`,
      expect.stringMatching(/^thresher sort --undo /),
    ]);
    const { stdout } = await thresher(["classify", "-m", `${into}.model`, join(pile, "sea-3")]);
    expect(stdout).toContain("sea");
    expect(answers).toBeLessThanOrEqual(42);
  });

  it("says why it refuses a name, which stays in its field", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    const group = page.locator(".group input[name]").first();
    await group.waitFor();
    const refuses = async (field: Locator, name: string, why: string) => {
      await field.fill(name);
      await field.press("Enter");
      await page.getByRole("alert").getByText(why).waitFor();
      expect(await field.inputValue()).toBe(name);
    };
    await refuses(group, "a/b", '"a/b" cannot be the name of a folder');
    await refuses(group, " ", "a folder needs a name");
    await questions(page);
    const fresh = page.getByLabel("new folder");
    await refuses(fresh, "c/d", '"c/d" cannot be the name of a folder');
    await refuses(fresh, "", "a folder needs a name");
  });

  it.each([
    ["that the rest stays where it is, after sampling", SAMPLED, "The rest of 500,000 documents stays where it is."],
    ["how many documents are read, and of how many files", READING, "5,000 documents read, of 1 file."],
  ])("says %s", async (_, state, said) => {
    const server = labelPage({
      state: () => state,
      change: async () => state,
      find: () => undefined,
      onChange: () => () => undefined,
    });
    await server.listen();
    const { page } = await watched(server.newAddress());
    await page.getByText(said).waitFor();
    await server.close();
  });
});
