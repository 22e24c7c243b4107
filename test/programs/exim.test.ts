import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { execute } from "../helpers/command.js";
import { freePort } from "../helpers/dovecot.js";
import { temporaryFolder } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";
import { until } from "./postfix-server.js";
import { trainedModel } from "./programs.js";

const EXIM = "/opt/exim4/usr/sbin/exim4";
const SPAM = "From: a@example.com\nSubject: urgent\nX-Spam-Flag: NO\nX-Spam-Score: -9\n\nwinner of a cash prize\n";
const HAM = "From: a@example.com\nSubject: meeting\nX-Spam-Flag: YES\n\nlunch tomorrow, and a report\n";
const isRoot = process.getuid?.() === 0;

const ends: (() => Promise<unknown>)[] = [];
let model = "";
let owner = 0;
beforeAll(async () => {
  model = trainedModel();
  owner = Number((await execute("id", ["-u", "Debian-exim"])).stdout);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Parts of Exim's configuration. */
interface Parts {
  readonly main?: string;
  /** The result of the access list for a message. */
  readonly data?: string;
  readonly transport?: string;
}

/** The recipes of src/delivery/README.servers.md. */
const RECIPES = {
  "an access list": (port: number, isDelivered: boolean): Parts => ({
    main: `spamd_address = 127.0.0.1 ${port} tmo=2s\n`,
    data: `  warn  remove_header = X-Spam-Flag : X-Spam-Score
${isDelivered ? "" : "  deny  ! spam = nobody:true\n"}  warn  spam = nobody:true
        add_header = X-Spam-Score: $spam_score
  warn  condition = \${if >={\${if def:spam_score_int{$spam_score_int}{0}}}{50}}
        add_header = X-Spam-Flag: YES
`,
  }),
  "a transport filter": (port: number, isDelivered: boolean): Parts => ({
    transport: `  transport_filter = /usr/bin/spamc -d 127.0.0.1 -p ${port} -t 2 --connect-retries=1 ${isDelivered ? "" : "-x "}-u $local_part_data\n`,
  }),
} as const;

/** An Exim with everything of its own in a temporary folder. */
async function startExim({ main = "", data = "", transport = "" }: Parts) {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const at = (name: string) => join(folder, name);
  for (const name of ["spool", "log", "mail"]) {
    mkdirSync(at(name));
    chownSync(at(name), owner, 0);
  }
  const configuration = `primary_hostname = mx.example.org
spool_directory = ${at("spool")}
log_file_path = ${at("log/%slog")}
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
deliver_drop_privilege = true
tls_advertise_hosts =
keep_environment =
domainlist local_domains = example.org
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
${main}
begin acl
acl_rcpt:
  accept domains = +local_domains
acl_data:
${data}  accept

begin routers
box:
  driver = accept
  domains = +local_domains
  local_parts = box
  transport = box

begin transports
box:
  driver = appendfile
  directory = ${at("mail")}
  maildir_format
  create_directory
  user = Debian-exim
${transport}
begin retry
* * F,1d,1s
`;
  writeFileSync(at("exim.conf"), configuration);
  const daemon = spawn(EXIM, ["-C", at("exim.conf"), "-bdf"], { stdio: "ignore" });
  const ended = once(daemon, "exit");
  ends.unshift(async () => {
    daemon.kill("SIGTERM");
    await ended;
  });
  await until(async () => (await execute("bash", ["-c", `exec 3<> /dev/tcp/127.0.0.1/${port}`])).code === 0);
  return {
    send: async (message: string) => {
      writeFileSync(at("message"), message);
      await execute("smtp-source", [
        "-A",
        "-F",
        at("message"),
        "-f",
        "a@example.com",
        "-t",
        "box@example.org",
        `127.0.0.1:${port}`,
      ]);
    },
    /** Tries to deliver what waits. */
    runQueue: () => execute(EXIM, ["-C", at("exim.conf"), "-qff"]),
    delivered: () => {
      const box = at("mail/new");
      return existsSync(box) ? readdirSync(box).map((name) => readFileSync(join(box, name), "latin1")) : [];
    },
    log: () => (existsSync(at("log/mainlog")) ? readFileSync(at("log/mainlog"), "utf8") : ""),
  };
}

async function serving(port: number) {
  const server = await startServer(["-m", model, "--spamd", `127.0.0.1:${port}`, "--quiet"]);
  ends.push(() => server.end("SIGKILL"));
  return server;
}

describe.skipIf(!isRoot).each(Object.keys(RECIPES) as (keyof typeof RECIPES)[])("Exim with %s", (name) => {
  it("marks messages, and removes marks that they bring along", async () => {
    const port = await freePort();
    await serving(port);
    const exim = await startExim(RECIPES[name](port, true));
    await exim.send(HAM);
    await exim.send(SPAM);
    await until(() => exim.delivered().length === 2);
    const [ham, spam] = exim.delivered().sort((a, b) => a.indexOf("winner") - b.indexOf("winner"));
    expect(ham).toMatch(/^X-Spam-Score: -?\d+\.\d$/m);
    expect(ham).not.toMatch(/^X-Spam-Flag:/m);
    expect(spam?.match(/^X-Spam-(?:Flag|Score): .*$/gm)?.sort()).toEqual([
      "X-Spam-Flag: YES",
      expect.stringMatching(/^X-Spam-Score: \d+\.\d$/),
    ]);
  });

  it.each(["is not there", "hangs"])("delivers a message unmarked while the server %s", async (state) => {
    const port = await freePort();
    if (state === "hangs") (await serving(port)).child.kill("SIGSTOP");
    const exim = await startExim(RECIPES[name](port, true));
    await exim.send(SPAM);
    await until(() => exim.delivered().length === 1);
    expect(exim.delivered()[0]).toMatch(/winner of a cash prize/);
    expect(exim.delivered()[0]).not.toMatch(/^X-Spam-Flag: YES$/m);
  });

  it("keeps a message or defers it while the server is not there, if it is to, and then marks it", async () => {
    const port = await freePort();
    const exim = await startExim(RECIPES[name](port, false));
    await exim.send(SPAM);
    await until(() => / (?:temporarily rejected after DATA|== box)/.test(exim.log()));
    expect(exim.delivered()).toEqual([]);
    await serving(port);
    if (name === "an access list") await exim.send(SPAM);
    await until(async () => {
      await exim.runQueue();
      return exim.delivered().length > 0;
    });
    expect(exim.delivered()).toEqual([expect.stringMatching(/^X-Spam-Flag: YES$/m)]);
  });
});
