import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
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

afterEach(async () => {
  await server?.end("SIGKILL");
});

/** Starts a server that is asked once and taught once, and then wrongly. Returns its address for monitors. */
async function watched(log = ""): Promise<string> {
  const folder = temporaryFolder();
  const [socket, learn] = ["s", "s.learn"].map((name) => join(folder, name));
  model = join(folder, "mail.model");
  copyFileSync(trained, model);
  server = await startServer(`-m ${model} --socket ${socket} --learn-socket ${learn} --metrics 0${log}`);
  await expect.poll(() => server?.said()).toContain("serving model");
  await askServer(socketAddress(socket), MESSAGE, 60_000);
  const teach = (label: string) => serverTeacher(socketAddress(learn), 60_000).teach({ kind: "learn", label }, MESSAGE);
  await teach("spam");
  await expect(teach("")).rejects.toThrow("not a request of thresher");
  return /http:\S+(?=\/metrics)/.exec(server.said())?.[0] ?? "";
}

describe("a server with --metrics", () => {
  it("counts what it was asked and taught, and ends beside a monitor that stays", async () => {
    const address = await watched();
    const text = await (await fetch(`${address}/metrics`)).text();
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        'thresher_requests_total{command="filter",verdict="spam"} 1',
        'thresher_requests_total{command="learn",verdict=""} 1',
        'thresher_learned_total{outcome="learned",class="spam"} 1',
        "thresher_lessons_waiting 1",
        'thresher_faults_total{side="client"} 1',
        "thresher_connections_total 3",
        "thresher_request_duration_seconds_count 2",
      ]),
    );
    expect(text).toMatch(/^thresher_model_info\{id="[0-9a-f]{8}"\} 1$/m);
    expect(Number(/^thresher_model_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    expect(await (await fetch(`${address}/healthz`)).text()).toBe("ok\n");
    const { port } = new URL(address);
    const second = await thresherProcess(`serve -m ${model} --socket ${model}.s --metrics ${port}`);
    const stderr = `thresher: cannot listen at port ${port} for metrics: another program listens there\n`;
    expect(second).toMatchObject({ code: 1, stderr });
    expect(await server?.end()).toEqual({ code: 0, signal: null });
  });
});

describe("a server with --log", () => {
  it("writes JSON alone, a line for each request, and nothing of a message but its Message-ID", async () => {
    await watched(" --log json");
    await server?.end();
    const lines = (server?.said() ?? "").trimEnd().split("\n");
    const facts = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [time, milliseconds] = [expect.any(String), expect.any(Number)];
    const message = { "message-id": "<1@host>", bytes: MESSAGE.length };
    expect(facts.filter(({ notice }) => notice === undefined)).toEqual([
      {
        ...{ time, client: 1, at: expect.stringMatching(/s$/), command: "filter", ...message, label: "spam" },
        ...{ score: expect.stringMatching(/^0\.\d{3}$/), model: expect.stringMatching(/^[0-9a-f]{8}$/) },
        ...{ whose: "shared", file: model, saved: undefined, milliseconds },
      },
      {
        ...{ time, client: 2, at: expect.stringMatching(/s\.learn$/), command: "learn", ...message },
        ...{ taught: "spam", outcome: "learned", milliseconds },
      },
      {
        ...{ time, client: 3, at: expect.stringMatching(/s\.learn$/) },
        ...{ fault: expect.stringContaining("not a request"), side: "client" },
      },
    ]);
    expect(lines.join()).not.toMatch(/urgent|winner|example\.com/);
  });

  it("writes text, in which notices are values, and leaves these out with --quiet", async () => {
    const asked =
      /^\S+Z client=1 at=\S+ command=filter message-id=<1@host> bytes=\d+ label=spam score=[01]\.\d+ model=\w+ whose=shared file=\S+ milliseconds=\S+$/m;
    await watched(" --log text");
    expect(server?.said()).toMatch(/^\S+Z notice="serving model [0-9a-f]{8}, learning at [^"]*"$/m);
    expect(server?.said()).toMatch(asked);
    await server?.end();
    const socket = `${model}.s`;
    server = await startServer(`-m ${model} --socket ${socket} --log text --quiet`);
    await askServer(socketAddress(socket), MESSAGE, 60_000);
    await server.end();
    expect(server.said()).toMatch(asked);
    expect(server.said().trimEnd().split("\n")).toHaveLength(1);
  });
});
