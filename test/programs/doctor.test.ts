import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { execute, startThresher, thresher, thresherProcess } from "../helpers/command.js";
import { PASSWORD, USER } from "../helpers/dovecot.js";
import { temporaryFolder } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { startServer } from "../helpers/server.js";
import { TestMailbox } from "./mailboxes.js";
import { succeeded } from "./programs.js";

it("looks at an account that is watched, and at a server that spamc asks", async () => {
  const box = await TestMailbox.start({ format: "maildir" });
  await box.fill(12);
  const folder = temporaryFolder();
  const [home, model, socket] = [box.home, join(folder, "home.model"), join(folder, "spamd")];
  const env = { ...home, HOME: folder };
  const client = await box.server.client();
  await client.mailboxOpen("INBOX");
  await client.mailboxCreate("Junk");
  await client.messageMove("1:6", "Junk", { uid: true });
  await client.messageMove("7:12", "Work/Money", { uid: true });
  await succeeded(thresher(["mailbox", "train", "home", "-m", model, "--quiet"], { env }));

  const config = join(home.XDG_CONFIG_HOME, "thresher/config.json");
  const settings = { ...JSON.parse(readFileSync(config, "utf8")), model, defaults: { serve: { spamd: socket } } };
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
  const server = await startServer(["-m", model, "--spamd", socket]);
  expect(await execute("spamc", ["-U", socket, "-K"])).toMatchObject({ code: 0 });
  const watch = startThresher(["mailbox", "watch", "home"], { env });
  const doctor = async () => {
    const { code, stdout } = await thresherProcess(["doctor", "--json"], { env, cwd: folder });
    const found: { state: string; about: string; what: string }[] = JSON.parse(stdout).findings;
    return { code, text: found.map(({ state, about, what }) => `${state} ${about} ${what}`).join("\n") };
  };
  await until(async () => /^ok home .*watch home is running/m.test((await doctor()).text));
  const well = await doctor();
  expect(well.text).not.toMatch(/^fault/m);
  expect(well.code).toBe(0);
  expect(well.text).toMatch(/^ok \S+spamd answers with model [0-9a-f]{8}$/m);
  expect(well.text).toMatch(new RegExp(`^ok home reaches ${USER} at 127\\.0\\.0\\.1:\\d+$`, "m"));
  expect(well.text).not.toContain(PASSWORD);

  await watch.end("SIGKILL");
  await server.end();
  await box.server.stop();
  const ill = await doctor();
  expect(ill.code).toBe(1);
  expect(ill.text).toMatch(/^notice home .*watch home is not running/m);
  expect(ill.text).toMatch(/^fault home .* at 127\.0\.0\.1:\d+: /m);
  expect(ill.text).toMatch(/^fault \S+spamd no such file or folder \(thresher serve --spamd must run there\)$/m);
});
