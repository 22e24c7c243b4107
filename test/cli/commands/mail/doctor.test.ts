import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Outcome, thresher } from "../../../helpers/command.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { TestImapServer } from "../../../helpers/imap-server.js";
import { type RunningServer, startServer } from "../../../helpers/server.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const model = trainedModel({ preset: "mail", remember: true });
chmodSync(model, 0o600);

/** A home folder with a configuration. */
function newHome(config?: object) {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, "config"), XDG_STATE_HOME: join(home, "state") };
  mkdirSync(join(home, "config/thresher"), { recursive: true });
  const path = join(home, "config/thresher/config.json");
  if (config !== undefined) writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return { home, path, env: { ...env, THRESHER_MODEL: "", THRESHER_PASSWORD: "secret" } };
}

async function serving(...args: string[]): Promise<RunningServer> {
  const server = await startServer(["-m", model, ...args]);
  ends.push(() => server.end());
  return server;
}

const doctor = (home: ReturnType<typeof newHome>, ...args: string[]) =>
  thresher(["doctor", ...args], { env: home.env, cwd: home.home });

/** The lines of an outcome that begin with a state, without the names of folders. */
const lines = ({ stdout }: Outcome, state: string) =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith(state))
    .map((line) => line.replace(/(?<=\s)\/\S*\/(?=\S)/g, "").replace(/ +/g, " "));

describe("thresher doctor", () => {
  it("finds all in order in a full setup", async () => {
    const folder = temporaryFolder();
    const [socket, learnSocket] = [join(folder, "s"), join(folder, "s.learn")];
    await serving("--socket", socket, "--learn-socket", learnSocket, "--spamd", join(folder, "spamd"));
    const mail = await TestImapServer.start({ capabilities: "IMAP4rev1 MOVE" });
    ends.push(() => mail.close());
    const { name, ...account } = mail.account();
    const home = newHome({
      model,
      accounts: { [name]: account },
      defaults: { serve: { socket, "learn-socket": learnSocket }, sort: { into: folder }, filter: { server: socket } },
    });
    const outcome = await doctor(home, "--spamd", join(folder, "spamd"));
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(lines(outcome, "fault")).toEqual([]);
    expect(lines(outcome, "ok")).toEqual([
      expect.stringMatching(
        /^ok mail\.model model \w{8}: 2 classes, 8 documents, newest of [-\d]{10}; written 0 minutes ago$/,
      ),
      expect.stringMatching(/^ok s answers with model \w{8}$/),
      "ok s.learn learns; it knows 8 documents of 2 classes",
      expect.stringMatching(/^ok spamd answers with model \w{8}$/),
      expect.stringMatching(/^ok home reaches me at 127\.0\.0\.1:\d+$/),
    ]);
    expect(outcome.stdout).toMatch(/\n\n0 faults, 0 notices, 5 ok\n$/);
  });

  it("prints faults first, only them with --quiet, and exits with 1", async () => {
    const home = newHome();
    const args = ["-m", model, "-m", join(home.home, "gone.model"), "--socket", join(home.home, "s")];
    const outcome = await doctor(home, ...args);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout.split("\n")[0]).toMatch(
      /^fault .*gone\.model {2}cannot read the model: no such file or folder$/,
    );
    expect(lines(outcome, "fault")[1]).toBe(
      "fault s cannot ask the server: no such file or folder (thresher serve --socket must run there)",
    );
    const quiet = await doctor(home, ...args, "--quiet");
    expect(quiet.code).toBe(1);
    expect(quiet.stdout.split("\n")).toEqual([...Array(2).fill(expect.stringMatching(/^fault/)), ""]);
    expect(await doctor(home, "-m", model, "--quiet")).toMatchObject({ code: 0, stdout: "" });
  });

  it("looks at what THRESHER_MODEL names, and says so if there is nothing", async () => {
    const home = newHome();
    const nothing = await doctor(home);
    expect(nothing).toMatchObject({ code: 0, stderr: "" });
    expect(nothing.stdout).toBe("Found no model, server or account: name a model with -m, or a server (see --help).\n");
    const env = { ...home.env, THRESHER_MODEL: model };
    expect(lines(await thresher(["doctor"], { env, cwd: home.home }), "ok")).toHaveLength(1);
  });
});
