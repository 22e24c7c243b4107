import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { threeSubjects } from "../helpers/labelling-here.js";
import type { Running } from "../helpers/running.js";
import { newContext, serving } from "./start-browser.js";

describe("the address of a page", () => {
  let command: Running;
  /** Starts `label`. @returns the address that it prints */
  async function label(options: readonly string[], env?: Record<string, string>): Promise<string> {
    const args = ["label", folderWith(threeSubjects(8)), "--into", temporaryFolder(), ...options];
    const served = await serving(args, env);
    command = served.command;
    return served.address;
  }
  async function open(context: BrowserContext, address: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  }
  const isShown = (page: Page) => page.locator("h1", { hasText: "What is in the pile?" }).waitFor();
  const isRefused = (page: Page) => page.getByText("This address was opened before").waitFor();

  it("goes to the browser in a file that only the user can read, and not among the arguments of a program", async () => {
    const [bin, home] = [folderWith({ "xdg-open": '#!/bin/sh\nprintf %s "$*" > "$0.args"\n' }), temporaryFolder()];
    const opener = join(bin, "xdg-open");
    chmodSync(opener, 0o755);
    const path = [bin, process.env.PATH].join(delimiter);
    await label([], { PATH: path, DISPLAY: ":9", HOME: home });
    await expect.poll(() => existsSync(`${opener}.args`) && readFileSync(`${opener}.args`, "utf8")).toMatch(/html$/);
    const file = readFileSync(`${opener}.args`, "utf8");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    const page = await open(await newContext(), `file://${file}`);
    await isShown(page);
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    await page.reload();
    await isShown(page);
    expect(await command.end()).toMatchObject({ code: 0 });
    expect(existsSync(dirname(file))).toBe(false);
  });

  it("works again in its browser, and says in another one what to do", async () => {
    const address = await label(["--no-open"]);
    const context = await newContext();
    const page = await open(context, address);
    await isShown(page);
    await isShown(await open(context, address));
    await isShown(await open(context, new URL("/", address).href));
    await isRefused(await open(await newContext(), new URL("/", address).href));
    await page.reload();
    await isShown(page);
    await isRefused(await open(await newContext(), address));
  });

  it("leaves nothing in the browser that a server at another port gets", async () => {
    const address = await label(["--no-open"]);
    const context = await newContext();
    await isShown(await open(context, address));
    const got: string[] = [];
    const other = createServer(({ rawHeaders }, response) => {
      got.push(rawHeaders.join());
      response.setHeader("content-type", "text/html").end("<p>kittens</p>");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const page = await open(context, `http://127.0.0.1:${port}/`);
    await page.reload();
    const stored = await page.evaluate(() => JSON.stringify([document.cookie, localStorage, sessionStorage]));
    other.close();
    expect(got.join()).not.toMatch(/cookie|authorization/i);
    expect(stored).toBe('["",{},{}]');
    expect(await context.cookies()).toEqual([]);
  });
});
