import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  dovecot: [
    "etc/dovecot/conf.d/95-thresher.conf",
    "etc/dovecot/sieve-pipe/thresher-learn",
    "etc/dovecot/sieve/thresher-ham.sieve",
    "etc/dovecot/sieve/thresher-spam.sieve",
  ],
  systemd: [
    "etc/systemd/system/thresher-filter.socket",
    "etc/systemd/system/thresher-http.socket",
    "etc/systemd/system/thresher-learn.socket",
    "etc/systemd/system/thresher-milter.socket",
    "etc/systemd/system/thresher-spamd.socket",
    "etc/systemd/system/thresher.service",
    "etc/sysusers.d/thresher.conf",
  ],
  docker: ["Dockerfile"],
};

/** Where a file goes, as it is printed. */
const placeOf = (name: string) => (name.startsWith("etc/") ? `/${name}` : name);

/** The files below a folder, without folders. */
const filesIn = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/"));

describe.each(Object.entries(NAMES))("thresher setup %s", (program, names) => {
  it("prints each file below the place where it goes, and what to do then", async () => {
    const stdout = await outputOf(`setup ${program}`);
    const places = names.map((name) => stdout.indexOf(`# ${placeOf(name)}\n`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBe(0);
    expect(stdout).toMatch(/\n\n# Then:\n(?:# {3}.+\n)+$/);
  });

  it("writes the same with --into, prints the same with --json, and overwrites no file of an earlier call", async () => {
    const folder = join(temporaryFolder(), "new");
    const setUp = `setup ${program} --into ${folder}`;
    const paths = names.map((name) => join(folder, name));
    expect((await outputOf(setUp)).split("\n").slice(0, names.length)).toEqual(paths);
    expect(filesIn(folder)).toEqual(names);
    const files = names.map((name, i) => ({ path: placeOf(name), content: readFileSync(paths[i], "utf8") }));
    expect(await jsonOf(`setup ${program}`)).toMatchObject({ program, into: null, files });
    const exists = `thresher: ${paths[0]} exists already, and nothing was written: move it away first\n`;
    expectFault(await thresher(setUp), 1, exists);
  });
});

describe("thresher setup", () => {
  it("makes scripts executable, and other files not", async () => {
    const folder = temporaryFolder();
    await outputOf(`setup dovecot --into ${folder}`);
    const executable = filesIn(folder).filter((name) => (statSync(join(folder, name)).mode & 0o111) !== 0);
    expect(executable).toEqual(["etc/dovecot/sieve-pipe/thresher-learn"]);
  });

  it("leaves a file of the user as it is, and writes none of the others", async () => {
    const folder = folderWith({ etc: { dovecot: { sieve: { "thresher-spam.sieve": "mine" } } } });
    const own = "etc/dovecot/sieve/thresher-spam.sieve";
    const exists = `thresher: ${folder}/${own} exists already, and nothing was written: move it away first\n`;
    expectFault(await thresher(`setup dovecot --into ${folder}`), 1, exists);
    expect(filesIn(folder)).toEqual([own]);
    expect(readFileSync(join(folder, own), "utf8")).toBe("mine");
  });
});
