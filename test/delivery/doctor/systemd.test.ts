import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { placesOfSystemd } from "../../../src/delivery/doctor/usual-places.js";
import { temporaryFolder } from "../../helpers/folder.js";

it("names the model of the service and the sockets that are enabled", () => {
  const units = join(temporaryFolder(), "system");
  cpSync("src/delivery/setup/systemd/etc/systemd/system", units, { recursive: true });
  // Nobody but root and the user of the server may be able to look there.
  const service = readFileSync(join(units, "thresher.service"), "utf8");
  writeFileSync(join(units, "thresher.service"), service.replaceAll("/var/lib/thresher", "/no/such/folder"));
  expect(placesOfSystemd(units)).toEqual([]);
  writeFileSync(join(units, "thresher.service"), service.replaceAll("/var/lib/thresher", units));
  expect(placesOfSystemd(units)).toEqual([["model", join(units, "mail.model")]]);
  mkdirSync(join(units, "sockets.target.wants"));
  for (const name of ["spamd", "learn", "filter"]) {
    symlinkSync(`../thresher-${name}.socket`, join(units, `sockets.target.wants/thresher-${name}.socket`));
  }
  expect(placesOfSystemd(units).slice(1).toSorted()).toEqual([
    ["learnSocket", "/run/thresher/learn"],
    ["socket", "/run/thresher/filter"],
    ["spamd", "127.0.0.1:783"],
  ]);
});

it("names nothing where nothing is set up", () => {
  expect(placesOfSystemd(join(temporaryFolder(), "none"))).toEqual([]);
});
