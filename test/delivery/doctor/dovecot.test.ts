import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { dovecotFiles, lookAtDovecot, placesOfDovecot } from "../../../src/delivery/doctor/dovecot.js";
import { remarked } from "../../../src/delivery/doctor/finding.js";
import { placesOf } from "../../../src/delivery/doctor/places.js";
import { temporaryFolder } from "../../helpers/folder.js";

const SHIPPED = fileURLToPath(new URL("../../../src/delivery/setup/dovecot", import.meta.url));
const SCRIPT = "etc/dovecot/sieve-pipe/thresher-learn";
let root = "";
let home = "";
beforeEach(() => {
  [root, home] = [temporaryFolder(), temporaryFolder()];
  cpSync(SHIPPED, root, { recursive: true });
  for (const path of dovecotFiles({ root })) chmodSync(path, path.endsWith(SCRIPT) ? 0o755 : 0o644);
  installed("1.2.3");
});

/** Puts a thresher there that prints a version. */
function installed(version: string): void {
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  writeFileSync(join(root, "usr/bin/thresher"), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
}

/** What is found in all files, without what is in order. */
async function looked(): Promise<string[]> {
  const surroundings = { places: placesOf([]), root, home, version: "1.2.3", now: 0, patience: 60_000 };
  const found = dovecotFiles({ root }).map(async (path) =>
    (await remarked(path, () => lookAtDovecot(path, surroundings))).map((remark) => ({ about: path, ...remark })),
  );
  const all = (await Promise.all(found)).flat().filter(({ state }) => state !== "ok");
  return all.map(({ state, about, what }) => `${state} ${about} ${what}`.replaceAll(root, ""));
}

describe("a look at the files of setup dovecot", () => {
  it("finds nothing wrong with files as they are shipped, and nothing to look at without them", async () => {
    expect(dovecotFiles({ root })).toHaveLength(4);
    expect(await looked()).toEqual([]);
    expect(dovecotFiles({ root: home })).toEqual([]);
    expect(placesOfDovecot({ root: home, home })).toEqual([]);
  });

  it("finds a file that is missing", async () => {
    rmSync(join(root, "etc/dovecot/conf.d/95-thresher.conf"));
    expect(await looked()).toEqual([
      "fault /etc/dovecot/conf.d/95-thresher.conf it is missing, so moves teach nothing: thresher setup dovecot prints it",
    ]);
  });

  it("finds a script that cannot be run, or that others can change", async () => {
    chmodSync(join(root, SCRIPT), 0o644);
    expect(await looked()).toEqual([`fault /${SCRIPT} not every user may run it: run chmod 755 /${SCRIPT}`]);
    chmodSync(join(root, SCRIPT), 0o777);
    expect(await looked()).toEqual([`fault /${SCRIPT} other users can change it: run chmod go-w /${SCRIPT}`]);
  });

  it("finds that the script finds no thresher, and notices another version", async () => {
    installed("1.2.2");
    expect(await looked()).toEqual([
      `notice /${SCRIPT} it runs /usr/bin/thresher, version 1.2.2, and this is 1.2.3: install one version`,
    ]);
    rmSync(join(root, "usr/bin/thresher"));
    expect(await looked()).toEqual([
      `fault /${SCRIPT} there is no thresher in /usr/local/bin:/usr/bin:/bin: write its folder into PATH`,
    ]);
  });

  it("names the server that the script asks, unless the user has a model", () => {
    const script = (spamd: string) =>
      writeFileSync(join(root, SCRIPT), `model=$HOME/mail.model\nserver=${home}/learn\n${spamd}PATH=/bin\n`);
    script("");
    expect(placesOfDovecot({ root, home })).toEqual([["learnSocket", `${home}/learn`]]);
    writeFileSync(join(home, "mail.model"), "");
    expect(placesOfDovecot({ root, home })).toEqual([]);
    script('spamd="-d 127.0.0.1 -p 783"\n');
    expect(placesOfDovecot({ root, home })).toEqual([["tell", "127.0.0.1:783"]]);
    writeFileSync(join(home, "learn"), "");
    expect(placesOfDovecot({ root, home })).toEqual([["learnSocket", `${home}/learn`]]);
  });
});
