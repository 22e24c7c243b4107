import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { placesOfDovecot } from "../../../src/delivery/doctor/dovecot.js";
import { temporaryFolder } from "../../helpers/folder.js";

const SCRIPT = "../../../src/delivery/setup/dovecot/etc/dovecot/sieve-pipe/thresher-learn";
const SHIPPED = readFileSync(fileURLToPath(new URL(SCRIPT, import.meta.url)), "utf8");
let home = "";
beforeEach(() => {
  home = temporaryFolder();
});

/** What learns for a user, by a script with other values than the shipped one. */
function places(...changes: readonly (readonly [RegExp, string])[]) {
  const script = join(home, "thresher-learn");
  writeFileSync(
    script,
    changes.reduce((text, [from, to]) => text.replace(from, to), SHIPPED),
  );
  return placesOfDovecot(home, script);
}

describe("the script for Dovecot", () => {
  it("names nothing if it is not there", () => {
    expect(placesOfDovecot(home, join(home, "nowhere"))).toEqual([]);
  });

  it("names the model of the user, if there is one", () => {
    writeFileSync(join(home, "mail.model"), "");
    expect(places()).toEqual([["model", join(home, "mail.model")]]);
  });

  it("names the socket of a server if it is there, and otherwise the port", () => {
    const server = [/^server=.*/m, `server=${home}/learn`] as const;
    expect(places(server)).toEqual([["tell", "127.0.0.1:783"]]);
    expect(places(server, [/^spamd=.*\n/m, ""])).toEqual([["learnSocket", `${home}/learn`]]);
    mkdirSync(join(home, "learn"));
    expect(places(server)).toEqual([["learnSocket", `${home}/learn`]]);
  });
});
