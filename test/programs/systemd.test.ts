import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { freePort } from "../helpers/dovecot.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { until } from "./postfix-server.js";
import { installed, trainedModel } from "./programs.js";

const MESSAGE = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";
/** The exposure that `systemd-analyze security` may find at most, of 100 tenths. A service without hardening has 96. */
const MOST_EXPOSED = "15";
let root = "";
let units: string[] = [];

beforeAll(async () => {
  root = temporaryFolder();
  expect(await thresher(["setup", "systemd", "--into", root])).toMatchObject({ code: 0 });
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
    const { code } = await execute("systemd-sysusers", [`--root=${root}`, "thresher.conf"]);
    expect(code).toBe(0);
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(/^thresher:/m);
  });

  it("name each socket as the server expects it", () => {
    const names = units
      .filter((name) => name.endsWith(".socket"))
      .map((name) => /^FileDescriptorName=(.*)$/m.exec(readFileSync(name, "utf8"))?.[1]);
    expect(names).toEqual(["filter", "learn", "spamd"]);
  });
});

describe("a server that systemd starts for its first client", () => {
  /** Starts what listens in place of the server until a client comes. */
  function activated(listen: readonly string[], names: string, args: readonly string[]) {
    const addresses = listen.flatMap((address) => ["-l", address]);
    const activate = [...addresses, `--fdname=${names}`, process.execPath, COMMAND, "serve", ...args];
    const child = spawn("systemd-socket-activate", activate, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    const ended = once(child, "exit");
    return {
      said: () => said,
      end: async () => {
        child.kill("SIGTERM");
        return (await ended)[0];
      },
    };
  }

  it("answers at each of its sockets, learns at one, and leaves them to systemd", async () => {
    const [folder, port, bin, model] = [temporaryFolder(), await freePort(), installed(), join(temporaryFolder(), "m")];
    const [filter, learn] = ["filter", "learn"].map((name) => join(folder, name));
    const train = ["train", folderWith(twoClasses()), "-m", model, "--remember"];
    expect(await thresher(train)).toMatchObject({ code: 0 });
    const server = activated([`127.0.0.1:${port}`, filter, learn], "spamd:filter:learn", [
      "-m",
      model,
      "--log",
      "text",
    ]);
    await until(() => server.said().split("Listening on").length > 3);
    const lesson = await execute(join(bin, "thresher"), ["learn", "spam", "-", "--server", learn], { input: MESSAGE });
    expect(lesson).toMatchObject({ code: 0, stdout: expect.stringContaining("1 learned"), stderr: "" });
    const filtered = await execute(join(bin, "thresher"), ["filter", "--server", filter], { input: MESSAGE });
    expect(filtered).toMatchObject({ code: 0, stdout: expect.stringMatching(/^X-Thresher: label=spam; /) });
    const asked = await execute("spamc", ["-d", "127.0.0.1", "-p", String(port)], { input: MESSAGE });
    expect(asked.stdout).toMatch(/^X-Spam-Flag: YES$/m);
    expect(await server.end()).toBe(0);
    expect(server.said()).toContain(`\n${port}\n`);
    expect(namesIn(folder)).toEqual(["filter", "learn"]);
  });

  it("says what is wrong with a socket of another name", async () => {
    const [port, model] = [await freePort(), trainedModel()];
    const server = activated([`127.0.0.1:${port}`], "thresher.socket", ["-m", model]);
    await until(() => server.said().includes("Listening on"));
    await execute("spamc", ["-d", "127.0.0.1", "-p", String(port), "--connect-retries=1"], { input: MESSAGE });
    await until(() => server.said().includes("FileDescriptorName"));
    expect(server.said()).toMatch(/^thresher: systemd has passed a socket with the name "thresher.socket": /m);
  });
});
