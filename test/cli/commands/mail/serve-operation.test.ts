import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { socketAddress } from "../../../../src/delivery/serving/address.js";
import { askServer, serverTeacher } from "../../../../src/delivery/serving/ask-server.js";
import { thresherProcess } from "../../../helpers/command.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { type RunningServer, startServer } from "../../../helpers/server.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const MESSAGE = Buffer.from("From: b@example.com\nSubject: urgent\nMessage-ID: <1@host>\n\nwinner of a cash prize\n");
const trained = trainedModel({ remember: true });
let model = "";
let server: RunningServer | undefined;

beforeEach(() => {
  model = join(temporaryFolder(), "mail.model");
  copyFileSync(trained, model);
});
afterEach(async () => {
  await server?.end("SIGKILL");
});

/** Starts a server that is asked once and taught once. Returns its address for monitors. */
async function watched(log: readonly string[]): Promise<string> {
  const [socket, learn] = ["s", "s.learn"].map((name) => join(temporaryFolder(), name));
  const places = ["--socket", socket, "--learn-socket", learn, "--metrics", "0"];
  server = await startServer(["-m", model, ...places, ...log]);
  await expect.poll(() => server?.said()).toContain("serving model");
  await askServer(socketAddress(socket), MESSAGE, 60_000);
  await serverTeacher(socketAddress(learn), 60_000).teach({ kind: "learn", label: "spam" }, MESSAGE);
  const wrong = serverTeacher(socketAddress(learn), 60_000).teach({ kind: "learn", label: "" }, MESSAGE);
  await expect(wrong).rejects.toThrow("not a request of thresher");
  return /http:\S+(?=\/metrics)/.exec(server.said())?.[0] ?? "";
}

describe("a server with --metrics", () => {
  it("counts what it was asked and taught, and ends beside a monitor that stays", async () => {
    const address = await watched([]);
    const text = await (await fetch(`${address}/metrics`)).text();
    for (const line of [
      'thresher_requests_total{command="filter",verdict="spam"} 1',
      'thresher_requests_total{command="learn",verdict=""} 1',
      'thresher_learned_total{outcome="learned"} 1',
      'thresher_faults_total{side="client"} 1',
      "thresher_connections_total 3",
      "thresher_request_duration_seconds_count 2",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).toMatch(/^thresher_model_info\{id="[0-9a-f]{8}"\} 1$/m);
    expect(Number(/^thresher_model_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    expect(await (await fetch(`${address}/healthz`)).text()).toBe("ok\n");
    expect(await server?.end()).toEqual({ code: 0, signal: null });
  });

  it("says in one line that the port is taken", async () => {
    const address = await watched([]);
    const socket = join(temporaryFolder(), "s");
    const args = ["serve", "-m", model, "--socket", socket, "--metrics", new URL(address).port];
    const { code, stderr } = await thresherProcess(args);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `thresher: cannot listen at port ${new URL(address).port} for metrics: another program listens there\n`,
    });
  });
});

describe("a server with --log", () => {
  it("writes JSON alone, a line for each request, and nothing of a message but its Message-ID", async () => {
    await watched(["--log", "json"]);
    await server?.end();
    const lines = (server?.said() ?? "").trimEnd().split("\n");
    const facts = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(facts.filter(({ notice }) => notice === undefined)).toEqual([
      {
        ...{ time: expect.any(String), client: 1, at: expect.stringMatching(/s$/), command: "filter" },
        ...{ "message-id": "<1@host>", bytes: MESSAGE.length, label: "spam" },
        ...{ score: expect.stringMatching(/^0\.\d{3}$/), model: expect.stringMatching(/^[0-9a-f]{8}$/) },
        ...{ whose: "shared", file: model, saved: undefined },
        milliseconds: expect.any(Number),
      },
      {
        ...{ time: expect.any(String), client: 2, at: expect.stringMatching(/s\.learn$/), command: "learn" },
        ...{ "message-id": "<1@host>", bytes: MESSAGE.length, taught: "spam", outcome: "learned" },
        milliseconds: expect.any(Number),
      },
      {
        ...{ time: expect.any(String), client: 3, at: expect.stringMatching(/s\.learn$/) },
        ...{ fault: expect.stringContaining("not a request"), side: "client" },
      },
    ]);
    expect(lines.join()).not.toMatch(/urgent|winner|example\.com/);
  });

  it("writes text, in which notices are values", async () => {
    await watched(["--log", "text"]);
    expect(server?.said()).toMatch(/^\S+Z notice="serving model [0-9a-f]{8}, learning at [^"]*"$/m);
    expect(server?.said()).toMatch(
      /^\S+Z client=1 at=\S+ command=filter message-id=<1@host> bytes=\d+ label=spam score=0\.\d+ model=\w+ whose=shared file=\S+ milliseconds=\S+$/m,
    );
  });

  it("has only faults and requests with --quiet", async () => {
    const socket = join(temporaryFolder(), "s");
    server = await startServer(["-m", model, "--socket", socket, "--log", "text", "--quiet"]);
    await askServer(socketAddress(socket), MESSAGE, 60_000);
    await server.end();
    expect(server.said()).toMatch(/^\S+Z client=1 at=\S+ command=filter .*\n$/);
  });
});
