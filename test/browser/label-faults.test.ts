import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { threeSubjects } from "../helpers/labelling-here.js";
import { answer, label, noneLeft, opened, questions, shown } from "./label-session.js";
import { expectNoFaults } from "./start-browser.js";

describe("the page of label, when something goes wrong,", () => {
  it("tells the second of two windows that the first has changed the session", async () => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address);
    await questions(page);
    // The other window gets the state once. It hears of the answer only when its own is refused.
    const other = await page.context().newPage();
    let asked = 0;
    const refused = other.waitForResponse("**/change");
    await other.route("**/state*", async (route) => {
      if (asked++ > 0) await refused;
      await route.continue();
    });
    await other.goto(new URL("/", address).href);
    const item = await shown(other);
    await answer(page);
    expect(await shown(other)).toBe(item);
    await other.keyboard.press("n");
    await other.keyboard.type("elsewhere");
    await other.keyboard.press("Enter");
    await other.getByText("Another window changed this session").waitFor();
    await expect.poll(() => shown(other)).toBe(await shown(page));
    expect(await page.locator("aside strong").first().textContent()).toBe("1");
  });

  it("shows a hostile document as text, and does nothing that it says", async () => {
    const evil = `Subject: <img src=x onerror="document.title='owned'"> \u202egnp.exe
From: "<script>document.title='owned'</script>" <a@example.org>
Content-Type: text/html

<script>document.title = "owned"</script><body onload="document.title='owned'">
<img src="http://tracker.invalid/pixel.png" onerror="document.title='owned'"><iframe src="http://tracker.invalid/"></iframe>
<a href="javascript:document.title='owned'">click</a><style>body{display:none}</style>
<form action="/change" method="post"><input name="do" value="undo"></form> \u202eright to left\u2066 ${"words of sailing ".repeat(20)}`;
    const pile = folderWith({
      "evil.eml": evil,
      "<b onclick=alert(1)>bold.eml": `letter of the crew ${"boats of the captain ".repeat(20)}`,
      "long.txt": "x".repeat(5_000_000),
      "wide.txt": `letters ${"of a baker ".repeat(500_000)}`,
      ...threeSubjects(3),
    });
    const { address } = await label(pile, temporaryFolder());
    const page = await opened(address);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).host));
    await questions(page);
    const seen = new Set<string>();
    while ((await noneLeft(page)) === 0) {
      seen.add(await shown(page));
      expect(await page.title()).toBe("Thresher: label");
      expect(await page.locator("#app script, #app iframe, #app img, #app a[href^=javascript]").count()).toBe(0);
      const { width } = (await page.locator("article.document").boundingBox()) ?? { width: 0 };
      expect(width).toBeLessThan(1280);
      await answer(page);
    }
    expect([...seen].join("\n")).toContain("evil.eml");
    expect([...seen].join("\n")).toContain("wide.txt");
    expect([...new Set(requests)]).toEqual([new URL(address).host]);
  });

  it.each([
    ["a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
    ["a dark screen", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
  ])("has no fault of accessibility and fits on %s", async (_, options) => {
    const { address } = await label(folderWith(threeSubjects(8)), temporaryFolder());
    const page = await opened(address, options);
    await page.locator(".group").first().waitFor();
    await expectNoFaults(page);
    await questions(page);
    for (let i = 0; i < 6; i++) await answer(page);
    await expectNoFaults(page);
    await page.keyboard.press("f");
    await page.locator("fieldset").waitFor();
    await expectNoFaults(page);
    await page.getByRole("button", { name: "Finish" }).press("Enter");
    await page.locator("h1", { hasText: "Done" }).waitFor();
    await expectNoFaults(page);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("says that %s has ended the command, and goes on", async (signal) => {
    const pile = folderWith(threeSubjects(8));
    const into = temporaryFolder();
    const { command, address } = await label(pile, into);
    const page = await opened(address);
    await questions(page);
    await answer(page);
    command.child.kill(signal);
    await page.getByText("Thresher has ended").waitFor();
    const again = await opened((await label(pile, into)).address);
    expect(await again.locator("aside strong").first().textContent()).toBe("1");
    expect(existsSync(join(into, ".thresher-labelling.jsonl"))).toBe(true);
  });
});
