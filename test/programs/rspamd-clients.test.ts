import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { freePort, isListening } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { type RunningServer, startServer } from "../helpers/server.js";
import { HAM, SPAM, trainedModel } from "./programs.js";

/** Where `.ci/run` puts Haraka and its plugin. */
const HARAKA = "/opt/haraka/node_modules";
const folder = temporaryFolder();
const place = (name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
const [ham, spam, password] = [place("ham", HAM), place("spam", SPAM), place("password", "secret\n")];

describe("rspamc", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(`-m ${trainedModel({ remember: true })} --http 127.0.0.1:0 --allow-tell ${password}`);
    return () => server.end();
  });
  const rspamc = (...args: string[]) => {
    const { status, stdout } = spawnSync("rspamc", ["-h", `127.0.0.1:${server.address}`, ...args], {
      encoding: "utf8",
    });
    return { status, stdout };
  };

  it("gets the verdict with its reasons, and the message with new fields", () => {
    expect(rspamc("-d", "ann@example.org", "-r", "a@x", "-u", "bob", spam)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /Action: add header\nSpam: true\nScore: \d+\.\d\d \/ 5\.00\nSymbol: BAYES_\d+ .*label=spam/,
      ),
    });
    expect(rspamc(ham).stdout).toMatch(/Action: no action\nSpam: false\nScore: -\d/);
    expect(JSON.parse(rspamc("-j", "symbols", ham).stdout)).toMatchObject({ is_skipped: false, action: "no action" });
    expect(rspamc("--mime", spam).stdout).toContain("\nwinner of a cash prize\n");
  });

  it("teaches with the password alone, and shows what the server did", () => {
    const refused = /HTTP error: 403, the password is wrong: lessons need that of --allow-tell/;
    for (const wrong of [[], ["-P", "no"]]) {
      expect(rspamc(...wrong, "learn_spam", ham)).toMatchObject({ status: 1, stdout: expect.stringMatching(refused) });
    }
    expect(rspamc("-P", "secret", "learn_ham", ham)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("success = true"),
    });
    expect(rspamc("stat").stdout).toMatch(/Messages scanned: 4\n[\s\S]*Messages learned: 1\n/);
    expect(rspamc("-z", ham).stdout).toContain("HTTP error: 415, compression zstd: send it uncompressed");
    expect(rspamc("counters").stdout).toContain("HTTP error: 404, there is no /counters here");
  });
});

/** Starts Haraka, with rspamd's plugin as it is. Returns the port, and what it has delivered. */
async function startHaraka(http: number) {
  const [own, delivered, port] = [temporaryFolder(), temporaryFolder(), await freePort()];
  const program = join(HARAKA, "Haraka", "bin", "haraka");
  spawnSync(process.execPath, [program, "-i", own]);
  symlinkSync(HARAKA, join(own, "node_modules"));
  const files = {
    plugins: "rcpt_to.in_host_list\nrspamd\nqueue/test\n",
    host_list: "example.org\n",
    "smtp.ini": `listen=127.0.0.1:${port}\nnodes=0\n`,
    "rspamd.ini": `host = 127.0.0.1\nport = ${http}\n[check]\nlocal_ip = true\nprivate_ip = true\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, "config", name), text);
  const haraka = new Running(process.execPath, [program, "-c", own], { env: { TMPDIR: delivered } });
  await until(async () => haraka.child.exitCode !== null || (await isListening(port)));
  return {
    port,
    haraka,
    messages: () => readdirSync(delivered).map((name) => readFileSync(join(delivered, name), "utf8")),
  };
}

describe("Haraka with the plugin for rspamd", () => {
  it("marks, rejects from a score, and delivers unmarked without an answer", { timeout: 0 }, async () => {
    const http = await freePort();
    const start = (more = "") => startServer(`-m ${trainedModel()} --http 127.0.0.1:${http} --log text${more}`);
    const { port, messages } = await startHaraka(http);
    /** Sends messages in four sessions. */
    const send = (count: number, file: string) => {
      const many = ["-A", "-s", "4", "-m", `${count}`, "-F", file, "-t", "Ann@Example.org", `127.0.0.1:${port}`];
      return new Running("smtp-source", many).outcome;
    };
    const count = (field: RegExp) => messages().filter((message) => field.test(message)).length;
    const marking = await start();
    await Promise.all([send(20, ham), send(20, spam)]);
    expect([messages().length, count(/^X-Spam-Status: No, /m), count(/^X-Spam-Flag: YES$/m)]).toEqual([40, 20, 20]);
    expect(count(/^X-Rspamd-Score: \d/m)).toBe(20);
    await marking.end("SIGKILL");
    await send(10, spam);
    expect([messages().length, count(/^X-Spam-Status: /m)]).toEqual([50, 40]);
    const rejecting = await start(" --action reject=5");
    await Promise.all([send(10, spam), send(10, ham)]);
    expect([messages().length, count(/^X-Spam-Status: No, /m)]).toEqual([60, 30]);
    await rejecting.end();
  });
});
