import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Outcome, thresher } from "../../../helpers/command.js";
import { configured } from "../../../helpers/configured.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { TestImapServer } from "../../../helpers/imap-server.js";
import { startServer } from "../../../helpers/server.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const model = trainedModel({ preset: "mail", remember: true });
chmodSync(model, 0o600);

/** A function that runs the command in a home folder with a configuration. */
function doctorOf(home: object = {}) {
  const { cwd, env, config } = configured(model, { home });
  chmodSync(join(config, "thresher/config.json"), 0o600);
  const own = { HOME: config, XDG_STATE_HOME: join(config, "state"), THRESHER_PASSWORD: "secret" };
  return (words = "", more = {}) => thresher(`doctor ${words}`.trim(), { cwd, env: { ...env, ...own, ...more } });
}

/** The lines of an outcome that begin with a state, without the names of folders. */
const lines = ({ stdout }: Outcome, state: string) =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith(state))
    .map((line) => line.replace(/(?<=\s)\/\S*\/(?=\S)/g, "").replace(/ +/g, " "));

describe("thresher doctor", () => {
  it("finds all in order in a full setup", async () => {
    const folder = temporaryFolder();
    const [socket, learn, spamd] = ["s", "s.learn", "spamd"].map((name) => join(folder, name));
    const server = await startServer(`-m ${model} --socket ${socket} --learn-socket ${learn} --spamd ${spamd}`);
    const mail = await TestImapServer.start({ capabilities: "IMAP4rev1 MOVE" });
    ends.push(
      () => server.end(),
      () => mail.close(),
    );
    const { name, ...account } = mail.account();
    const serve = { socket, "learn-socket": learn };
    const defaults = { serve, sort: { into: folder }, filter: { server: socket } };
    const outcome = await doctorOf({ model, accounts: { [name]: account }, defaults })(`--spamd ${spamd}`);
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
    const doctor = doctorOf();
    const faulty = `-m ${model} -m gone.model --socket ./s`;
    const outcome = await doctor(faulty);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(/^fault {2}gone\.model +cannot read the model: no such file or folder\n/);
    expect(lines(outcome, "fault")[1]).toMatch(
      /^fault \S*s cannot ask the server: no such file or folder \(thresher serve --socket must run there\)$/,
    );
    expect(await doctor(`${faulty} --quiet`)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^(?:fault.*\n){2}$/),
    });
    expect(await doctor(`-m ${model} --quiet`)).toMatchObject({ code: 0, stdout: "" });
  });

  it("looks at what THRESHER_MODEL names, and says so if there is nothing", async () => {
    const doctor = doctorOf();
    const stdout = "Found no model, server or account: name a model with -m, or a server (see --help).\n";
    expect(await doctor()).toMatchObject({ code: 0, stdout, stderr: "" });
    expect(lines(await doctor("", { THRESHER_MODEL: model }), "ok")).toHaveLength(1);
  });
});
