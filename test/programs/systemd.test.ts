import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { namesIn, temporaryFolder } from "../helpers/folder.js";
import { freePort } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { installed, PATIENCE, SPAM, succeeded, trainedModel } from "./programs.js";

/** The exposure that `systemd-analyze security` may find at most, of 100 tenths. A service without hardening has 96. */
const MOST_EXPOSED = "15";
let root = "";
let units: string[] = [];

beforeAll(async () => {
  root = temporaryFolder();
  await succeeded(thresher(["setup", "systemd", "--into", root]));
  const folder = join(root, "etc/systemd/system");
  units = namesIn(folder).map((name) => join(folder, name));
});

describe("the units", () => {
  it("are sound", async () => {
    expect(units.length).toBeGreaterThan(3);
    const { code, stderr } = await execute("systemd-analyze", ["verify", "--man=no", ...units]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("leave the server little to misuse", async () => {
    const service = units.filter((name) => name.endsWith(".service"));
    const security = ["security", "--offline=true", "--no-pager", `--threshold=${MOST_EXPOSED}`];
    const { code, stdout } = await execute("systemd-analyze", [...security, ...service]);
    expect({ code, stdout: code === 0 ? "" : stdout }).toEqual({ code: 0, stdout: "" });
  });

  it("have a user", async () => {
    await succeeded(execute("systemd-sysusers", [`--root=${root}`, "thresher.conf"]));
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(/^thresher:/m);
  });

  it("name each socket as the server expects it", () => {
    const names = units
      .filter((name) => name.endsWith(".socket"))
      .map((name) => /^FileDescriptorName=(.*)$/m.exec(readFileSync(name, "utf8"))?.[1]);
    expect(names).toEqual(["filter", "http", "learn", "milter", "spamd"]);
  });
});

describe("a server that systemd starts for its first client", () => {
  /** Starts what listens in place of the server until a client comes. */
  function activated(listen: readonly string[], names: string, args: readonly string[]): Running {
    const addresses = listen.flatMap((address) => ["-l", address]);
    const serve = [process.execPath, COMMAND, "serve", ...args];
    return new Running("systemd-socket-activate", [...addresses, `--fdname=${names}`, ...serve]);
  }

  it("answers at each of its sockets, learns at one, and leaves them to systemd", async () => {
    const [folder, port, bin] = [temporaryFolder(), await freePort(), installed()];
    const [filter, learn] = ["filter", "learn"].map((name) => join(folder, name));
    const args = ["-m", trainedModel({ remember: true }), "--log", "text"];
    const server = activated([`127.0.0.1:${port}`, filter, learn], "spamd:filter:learn", args);
    await until(() => server.stderr.split("Listening on").length > 3);
    const asking = (...words: string[]) => succeeded(execute(join(bin, "thresher"), words, { input: SPAM }));
    expect(await asking("learn", "spam", "-", "--server", learn)).toContain("1 learned");
    const filtered = await asking("filter", "--server", filter, "--timeout", `${PATIENCE}`);
    expect(filtered).toMatch(/^X-Thresher: label=spam; /);
    const asked = await execute("spamc", ["-d", "127.0.0.1", "-p", String(port)], { input: SPAM });
    expect(asked.stdout).toMatch(/^X-Spam-Flag: YES$/m);
    const { code, stdout } = await server.end();
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${port}$`, "m"));
    expect(namesIn(folder)).toEqual(["filter", "learn"]);
  });

  it("starts for any of its sockets with the options of all", async () => {
    const folder = temporaryFolder();
    const filter = join(folder, "filter");
    const options = ["-m", trainedModel(), "--models", join(folder, "%u.model"), "--allow-tell"];
    const server = activated([filter], "filter", options);
    await until(() => server.stderr.includes("Listening on"));
    const asked = await thresher(["filter", "--server", filter, "--timeout", `${PATIENCE}`], { input: SPAM });
    expect(asked.stdout).toMatch(/^X-Thresher: label=spam; /);
    expect((await server.end()).code).toBe(0);
  });

  it("says what is wrong with a socket of another name", async () => {
    const [port, model] = [await freePort(), trainedModel()];
    const server = activated([`127.0.0.1:${port}`], "thresher.socket", ["-m", model]);
    await until(() => server.stderr.includes("Listening on"));
    await execute("spamc", ["-d", "127.0.0.1", "-p", String(port), "--connect-retries=1"], { input: SPAM });
    expect((await server.outcome).stderr).toMatch(
      /^thresher: systemd has passed a socket with the name "thresher.socket": /m,
    );
  });
});
