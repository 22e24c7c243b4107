import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";

const NAMES = {
  dovecot: [
    "etc/dovecot/conf.d/95-thresher.conf",
    "etc/dovecot/sieve-pipe/thresher-learn",
    "etc/dovecot/sieve/thresher-ham.sieve",
    "etc/dovecot/sieve/thresher-spam.sieve",
  ],
  systemd: [
    "etc/systemd/system/thresher-filter.socket",
    "etc/systemd/system/thresher-learn.socket",
    "etc/systemd/system/thresher-spamd.socket",
    "etc/systemd/system/thresher.service",
    "etc/sysusers.d/thresher.conf",
  ],
  docker: ["Dockerfile"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Where a file goes, as it is printed. */
const placeOf = (name: string) => (name.startsWith("etc/") ? `/${name}` : name);

/** The files below a folder, without folders. */
const filesIn = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/"));

describe.each(Object.entries(NAMES))("thresher setup %s", (program, names) => {
  it("prints each file below the place where it goes, and what to do then", async () => {
    const { code, stdout, stderr } = await thresher(["setup", program]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const places = names.map((name) => stdout.indexOf(`# ${placeOf(name)}\n`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBe(0);
    expect(stdout).toMatch(/\n\n# Then:\n(?:# {3}.+\n)+$/);
  });

  it("writes the same with --into, and prints the same with --json", async () => {
    const folder = join(temporaryFolder(), "new");
    const { code, stdout } = await thresher(["setup", program, "--into", folder]);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, names.length)).toEqual(names.map((name) => join(folder, name)));
    expect(filesIn(folder)).toEqual(names);
    const json = JSON.parse((await thresher(["setup", program, "--json"])).stdout);
    const contents = names.map((name) => ({ path: placeOf(name), content: readFileSync(join(folder, name), "utf8") }));
    expect(json).toMatchObject({ program, into: null, files: contents });
  });

  it("overwrites no file of an earlier call", async () => {
    const folder = temporaryFolder();
    await thresher(["setup", program, "--into", folder]);
    const again = await thresher(["setup", program, "--into", folder]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toBe(
      `thresher: ${join(folder, names[0])} exists already, and nothing was written: move it away first\n`,
    );
  });
});

describe("thresher setup", () => {
  it("makes scripts executable, and other files not", async () => {
    const folder = temporaryFolder();
    await thresher(["setup", "dovecot", "--into", folder]);
    const executable = filesIn(folder).filter((name) => (statSync(join(folder, name)).mode & 0o111) !== 0);
    expect(executable).toEqual(["etc/dovecot/sieve-pipe/thresher-learn"]);
  });

  it("leaves a file of the user as it is, and writes none of the others", async () => {
    const folder = folderWith({ etc: { dovecot: { sieve: { "thresher-spam.sieve": "mine" } } } });
    const { code, stderr } = await thresher(["setup", "dovecot", "--into", folder]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `thresher: ${join(folder, "etc/dovecot/sieve/thresher-spam.sieve")} exists already, and nothing was written: move it away first\n`,
    });
    expect(filesIn(folder)).toEqual(["etc/dovecot/sieve/thresher-spam.sieve"]);
    expect(readFileSync(join(folder, "etc/dovecot/sieve/thresher-spam.sieve"), "utf8")).toBe("mine");
  });
});
