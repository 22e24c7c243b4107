import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILTER_STYLES, type FilterStyle } from "../../../../src/delivery/filter/filter-styles.js";
import { filterMessage } from "../../../../src/delivery/filter/mail-filter.js";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine, expectRefused, outputOf, type Refused } from "../../../helpers/expectations.js";
import { namesIn, temporaryFolder } from "../../../helpers/folder.js";
import { type RunningServer, startServer } from "../../../helpers/server.js";
import { trainedModel } from "../../../helpers/trained-model.js";
import { alone, ask, ENDED, LETTER, model, newSocket, request, setUp } from "./running-server.js";

setUp();

let socket = "";
let server: RunningServer;
beforeAll(async () => {
  socket = newSocket();
  server = await startServer(`-m ${model} --socket ${socket} --timeout 60`);
});
afterAll(async () => {
  expect(await server.end()).toEqual(ENDED);
  expect(namesIn(dirname(socket))).toEqual([]);
});

const filter = (words: string) => thresher(`filter ${words}`, { input: LETTER });

describe("thresher serve", () => {
  it("answers as the model alone does, two hundred messages of several clients at a time", async () => {
    const words = ["meeting", "cash", "lunch", "prize", "report", "letter", "ü", "\n"];
    const messages = Array.from({ length: 200 }, (_, i) =>
      Buffer.from(`Subject: ${words[i % 8]}\n\n${words[(i * 3) % 8]} ${words[(i * 5) % 7]} ${"x ".repeat(i * 20)}`),
    );
    const classify = alone();
    const clients = Array.from({ length: 20 }, (_, i) => messages.filter((_, n) => n % 20 === i));
    const answers = await Promise.all(clients.map((own) => each(own, (message) => ask(message, socket))));
    expect(answers).toEqual(clients.map((own) => own.map((message) => classify(message))));
  });

  it("does not replace a running server or anything that is not a socket", async () => {
    const port = await startServer(`-m ${model} --socket 0`);
    const cases: Refused[] = [
      [`--socket ${socket}`, `cannot listen at ${socket}: another server listens there`, 1],
      [`--socket ${model}`, /something that is not a socket has that name; remove it, or name another place/, 1],
      [`--socket ${model}.none/socket`, /cannot listen at .*: no such file or folder/, 1],
      [`--socket ${port.address}`, `cannot listen at ${port.address}: another program listens there`, 1],
    ];
    await expectRefused(cases, ["serve", "-m", model]);
    expect((await ask("lunch", port.address)).ranking[0].label).toBe("ham");
    expect(await port.end("SIGINT")).toEqual(ENDED);
    expect([namesIn(dirname(model)), namesIn(dirname(socket))]).toEqual([["mail.model"], ["socket"]]);
  });

  it("refuses a wrong command line, and a file that is not a model", async () => {
    const none = join(dirname(model), "none");
    const noMode = (mode: string) =>
      `--socket-mode "${mode}": give three octal digits, such as 660, or these and a group, such as 660:mail`;
    const cases: Refused[] = [
      [[], /choose where to listen: --socket PATH or PORT, or --spamd, --milter or --http ADDRESS/],
      ["--socket 65536", /a port must be a number from 0 to 65535/],
      [`--socket ${"x".repeat(200)}`, /the path of the socket/],
      ["--socket 0 --timeout 0", /--timeout "0": give seconds/],
      ["--socket 0 --save-every 5", /serve has no option --save-every any more: leave it out; a lesson is on disk/],
      ["--socket 0 --share redis://host/mail", /serve has no option --share any more: let one server answer all hosts/],
      ["--socket 0 --models x/%u.model", /--models needs --spamd/],
      ["--milter 0 --allow-tell", /--allow-tell needs --spamd or --http/],
      ["--socket 0 --cache 300M", /--cache needs --models/],
      ["--socket 0 --jobs 2 --learn-socket l", /--jobs cannot be combined with learning/],
      [`--spamd ${socket} --spam spam --models ${none}.model`, /--models: ".*none.model" must have one %u/],
      [`--spamd ${socket} --spam spam --models ${none}%u.model --cache 1M`, /--cache: 1.0 MB is too little/, 1],
      ["--socket s --socket-mode 888", noMode("888")],
      ["--socket s --socket-mode 4755", noMode("4755")],
      ["--socket s --socket-mode 660:none", /there is no group "none" in .etc.group; give its number instead/],
      ["--socket 0 --socket-mode 660", "--socket-mode is for sockets, not for ports"],
    ];
    await expectRefused(cases, ["serve", "-m", model]);
    expectFault(await thresher(["serve", "-m", none, "--socket", "0"]), 1, `${none}: cannot read the model`);
  });
});

describe("a server that learns", () => {
  it("knows what it was taught after it was killed, and writes it to the model file", async () => {
    const own = temporaryFolder();
    const [path, place, learning] = ["m", "s", "s.learn"].map((name) => join(own, name));
    trainedModel({ remember: true }, path);
    const start = () => startServer(`-m ${path} --socket ${place} --learn-socket ${learning}`);
    const teach = (words: string, at = learning) => thresher(`${words} - --server ${at}`, { input: LETTER });
    const first = await start();
    expect(await teach("learn spam")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 learned\. The server knows \d+ documents \(ham \d+, spam \d+\)\.\n$/),
    });
    expect((await teach("relabel Spam")).stderr).toContain("--new-class");
    const misled = "this is not a socket for learning: name that of serve --learn-socket\n";
    expect((await teach("unlearn", place)).stderr).toContain(misled);
    const taught = await ask("Subject: other\n\nurgent cash\n", place);
    await first.end("SIGKILL");
    const again = await start();
    expect(await ask("Subject: other\n\nurgent cash\n", place)).toEqual(taught);
    expect((await teach("learn spam")).stdout).toMatch(/^1 known already\. /);
    expect(await again.end()).toEqual(ENDED);
    expect(namesIn(own)).toEqual(["m", "m.previous"]);
    expect(await outputOf(`learn spam - -m ${path}`, { input: LETTER })).toContain("1 known already");
  });
});

describe("thresher filter --server", () => {
  it("prints what the filter alone prints, in every style", async () => {
    for (const style of Object.keys(FILTER_STYLES)) {
      const { parts } = filterMessage(Buffer.from(LETTER), alone(), { style: style as FilterStyle });
      const args = `filter --server ${socket} --timeout 60 --style ${style}`;
      expect(await outputOf(args, { input: LETTER })).toBe(Buffer.concat(parts).toString());
    }
    expect(await filter(`--server=${socket} --timeout=60 --terse --cutoffs 0,1`)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^U 0\.\d+\n$/),
    });
  });

  it("classifies by itself if the server was killed, and a new server takes its place", async () => {
    const place = newSocket();
    const killed = await startServer(`-m ${model} --socket ${place}`);
    // It has the half of a message when it ends.
    const client = connect(place);
    client.on("error", () => undefined);
    client.write(request(LETTER).subarray(0, 20));
    expect(await killed.end("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    client.destroy();
    const [itself, unchanged, expected] = await Promise.all(
      [`--server ${place} -m ${model}`, `--server ${place}`, `-m ${model}`].map(filter),
    );
    expect(itself).toMatchObject({ code: 0, stdout: expected.stdout });
    expectOneLine(itself.stderr, /cannot ask the server: no server is listening there; the model is read instead$/m);
    expect(unchanged).toMatchObject({ code: 75, stdout: LETTER });
    expectOneLine(unchanged.stderr, /no server is listening there; the message goes through unchanged$/m);

    const next = await startServer(`-m ${model} --socket ${place}`);
    expect((await ask(LETTER, place)).model).toMatch(/^[0-9a-f]{8}$/);
    expect(await next.end()).toEqual(ENDED);
  });

  it("does the work itself if it meets something else", async () => {
    const servers: Server[] = [];
    /** Something that listens and does this. */
    const listening = (converse: (client: Socket) => void) => {
      const path = newSocket();
      servers.push(createServer((client) => converse(client.on("error", () => undefined))).listen(path));
      return path;
    };
    const { stdout } = await filter(`-m ${model}`);
    const cases: [string, RegExp, seconds?: string][] = [
      [newSocket(), /the server: no such file or folder; the model is read instead/],
      [listening((client) => client.end("HTTP/1.1 400 Bad Request\r\n")), /these bytes are not the protocol/],
      [
        listening((client) => client.resume().end(Buffer.from("THR\x02\0\0\0\x05"))),
        /the other side (?:hung up|closed the connection)/,
      ],
      [listening((client) => client.resume()), /the server: no answer after 0\.2 s/, "0.2"],
    ];
    for (const [place, message, seconds = "60"] of cases) {
      const outcome = await filter(`--server ${place} --timeout ${seconds} -m ${model}`);
      expect(outcome, String(message)).toMatchObject({ code: 0, stdout });
      expectOneLine(outcome.stderr, message, String(message));
    }
    for (const other of servers) other.close();
  });
});
