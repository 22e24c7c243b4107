import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { Daemons } from "../helpers/imap-daemon.js";
import { freePort } from "../helpers/ports.js";
import { until } from "../helpers/running.js";
import { startServer } from "../helpers/server.js";
import { delivered, HAM, isRoot, PATIENCE, SPAM, trainedModel } from "./programs.js";

const EXIM = "/opt/exim4/usr/sbin/exim4";
/** Messages that bring marks along. */
const MARKED_HAM = `X-Spam-Flag: YES\n${HAM}`;
const MARKED_SPAM = `X-Spam-Flag: NO\nX-Spam-Score: -9\n${SPAM}`;

let model = "";
let owner = 0;
beforeAll(async () => {
  model = trainedModel();
  owner = Number((await execute("id", ["-u", "Debian-exim"])).stdout);
});

/** Parts of Exim's configuration. */
interface Parts {
  readonly main?: string;
  /** The result of the access list for a message. */
  readonly data?: string;
  readonly transport?: string;
}

/** The recipes of src/delivery/README.servers.md, for a server that answers within some seconds. */
const RECIPES = {
  "an access list": (port: number, isDelivered: boolean, seconds: number): Parts => ({
    main: `spamd_address = 127.0.0.1 ${port} tmo=${seconds}s\n`,
    data: `  warn  remove_header = X-Spam-Flag : X-Spam-Score
${isDelivered ? "" : "  deny  ! spam = nobody:true\n"}  warn  spam = nobody:true
        add_header = X-Spam-Score: $spam_score
  warn  condition = \${if >={\${if def:spam_score_int{$spam_score_int}{0}}}{50}}
        add_header = X-Spam-Flag: YES
`,
  }),
  "a transport filter": (port: number, isDelivered: boolean, seconds: number): Parts => ({
    transport: `  transport_filter = /usr/bin/spamc -d 127.0.0.1 -p ${port} -t ${seconds} --connect-retries=1 ${isDelivered ? "" : "-x "}-u $local_part_data\n`,
  }),
} as const;

/** An Exim with everything of its own in a temporary folder. */
async function startExim({ main = "", data = "", transport = "" }: Parts) {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const at = (name: string) => join(folder, name);
  for (const name of ["spool", "log", "mail", "mail/cur", "mail/new", "mail/tmp"]) {
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
  user = Debian-exim
${transport}
begin retry
* * F,1d,1s
`;
  writeFileSync(at("exim.conf"), configuration);
  const daemons = new Daemons();
  daemons.start(EXIM, ["-C", at("exim.conf"), "-bdf"]);
  await daemons.listening(port);
  const envelope = ["-f", "a@example.com", "-t", "box@example.org"];
  return {
    send: async (message: string) => {
      writeFileSync(at("message"), message);
      await execute("smtp-source", ["-A", "-F", at("message"), ...envelope, `127.0.0.1:${port}`]);
    },
    /** Tries to deliver what waits. */
    runQueue: () => execute(EXIM, ["-C", at("exim.conf"), "-qff"]),
    delivered: () => delivered(folder, "mail"),
    log: () => (existsSync(at("log/mainlog")) ? readFileSync(at("log/mainlog"), "utf8") : ""),
  };
}

const serving = (port: number) => startServer(["-m", model, "--spamd", `127.0.0.1:${port}`, "--quiet"]);

describe.skipIf(!isRoot).each(Object.keys(RECIPES) as (keyof typeof RECIPES)[])("Exim with %s", (name) => {
  it("marks messages, and removes marks that they bring along", async () => {
    const port = await freePort();
    await serving(port);
    const exim = await startExim(RECIPES[name](port, true, PATIENCE));
    await exim.send(MARKED_HAM);
    await exim.send(MARKED_SPAM);
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
    const exim = await startExim(RECIPES[name](port, true, 2));
    await exim.send(MARKED_SPAM);
    await until(() => exim.delivered().length === 1);
    expect(exim.delivered()[0]).toMatch(/winner of a cash prize/);
    expect(exim.delivered()[0]).not.toMatch(/^X-Spam-Flag: YES$/m);
  });

  it("keeps a message or defers it while the server is not there, if it is to, and then marks it", async () => {
    const port = await freePort();
    const exim = await startExim(RECIPES[name](port, false, PATIENCE));
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
