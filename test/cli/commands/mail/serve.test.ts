import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FILTER_STYLES, type FilterStyle } from "../../../../src/delivery/filter/filter-styles.js";
import { filterMessage } from "../../../../src/delivery/filter/mail-filter.js";
import { answerFrame } from "../../../../src/delivery/serving/protocols/framed.js";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { alone, ask, filter, folder, LETTER, model, request, setUp, socket } from "./running-server.js";

setUp();

describe("thresher serve", () => {
  it("answers as the model alone does, two hundred messages of several clients at a time", async () => {
    const words = ["meeting", "cash", "lunch", "prize", "report", "letter", "ü", "\n"];
    const messages = Array.from({ length: 200 }, (_, i) =>
      Buffer.from(`Subject: ${words[i % 8]}\n\n${words[(i * 3) % 8]} ${words[(i * 5) % 7]} ${"x ".repeat(i * 20)}`),
    );
    const classify = alone();
    const clients = Array.from({ length: 20 }, (_, i) => messages.filter((_, n) => n % 20 === i));
    const answers = await Promise.all(clients.map((own) => each(own, (message) => ask(message))));
    expect(answers).toEqual(clients.map((own) => own.map((message) => classify(message))));
  });

  it("answers requests that have begun to arrive when a signal comes", async () => {
    const place = join(temporaryFolder(), "socket");
    const ending = await startServer(["-m", model, "--socket", place]);
    const client = connect(place);
    const bytes = request(LETTER);
    client.write(bytes.subarray(0, 20));
    await ask(LETTER, place);
    const answer = new Promise((resolve) => client.once("data", resolve));
    const ended = ending.end();
    await expect.poll(() => ask(LETTER, place).catch(() => undefined)).toBeUndefined();
    client.write(bytes.subarray(20));
    expect(await answer).toEqual(answerFrame(alone()(Buffer.from(LETTER))));
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it("does not replace a running server or anything that is not a socket", async () => {
    const port = await startServer(["-m", model, "--socket", "0"]);
    const cases: Refused[] = [
      [`--socket ${socket}`, `cannot listen at ${socket}: another server listens there`, 1],
      [`--socket ${model}`, /something that is not a socket has that name; remove it, or name another place/, 1],
      [`--socket ${folder}/none/socket`, /cannot listen at .*: no such file or folder/, 1],
      [`--socket ${port.address}`, `cannot listen at ${port.address}: another program listens there`, 1],
    ];
    await expectRefused(cases, ["serve", "-m", model]);
    expect((await ask("lunch", port.address)).ranking[0].label).toBe("ham");
    expect(await port.end("SIGINT")).toEqual({ code: 0, signal: null });
    expect(namesIn(folder)).toEqual(["mail.model", "socket"]);
  });

  it("refuses a wrong command line, and a file that is not a model", async () => {
    const none = join(folder, "none");
    const cases: Refused[] = [
      [[], /choose where to listen: --socket PATH, --socket PORT or --spamd ADDRESS/],
      ["--socket 65536", /a port must be a number from 0 to 65535/],
      [`--socket ${"x".repeat(200)}`, /the path of the socket/],
      ["--socket 0 --timeout 0", /--timeout "0": give seconds/],
      ["--socket 0 --save-every 5", /--save-every needs --learn-socket or --allow-tell/],
      ["--socket 0 --share redis://host/mail", /serve has no option --share any more: let one server answer all hosts/],
      ["--socket 0 --models x/%u.model", /--models needs --spamd/],
      ["--socket 0 --cache 300M", /--cache needs --models/],
      ["--socket 0 --jobs 2 --learn-socket l", /--jobs cannot be combined with learning/],
      [`--spamd ${socket} --spam spam --models ${none}.model`, /--models: ".*none.model" must have one %u/],
      [`--spamd ${socket} --spam spam --models ${folder}/%u.model --cache 1M`, /--cache: 1.0 MB is too little/, 1],
    ];
    await expectRefused(cases, ["serve", "-m", model]);
    expectFault(await thresher(["serve", "-m", none, "--socket", "0"]), 1, `${none}: cannot read the model`);
  });
});

describe("a server that learns", () => {
  it("knows what it was taught after it was killed, and writes it to the model file", async () => {
    const own = temporaryFolder();
    const [path, place, learning] = ["m", "s", "s.learn"].map((name) => join(own, name));
    await thresher(["train", folderWith(twoClasses()), "-m", path, "--remember"]);
    const start = () => startServer(["-m", path, "--socket", place, "--learn-socket", learning]);
    const teach = (...args: string[]) => thresher([...args, "--server", learning], { input: LETTER });
    const first = await start();
    expect(await teach("learn", "spam", "-")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 learned\. The server knows \d+ documents \(ham \d+, spam \d+\)\.\n$/),
    });
    expect((await teach("relabel", "Spam", "-")).stderr).toContain("--new-class");
    const misled = await thresher(["unlearn", "-", "--server", place], { input: LETTER });
    expect(misled.stderr).toContain("this is not a socket for learning: name that of serve --learn-socket\n");
    const taught = await ask("Subject: other\n\nurgent cash\n", place);
    await first.end("SIGKILL");
    const again = await start();
    expect(await ask("Subject: other\n\nurgent cash\n", place)).toEqual(taught);
    expect((await teach("learn", "spam", "-")).stdout).toMatch(/^1 known already\. /);
    expect(await again.end()).toEqual({ code: 0, signal: null });
    expect(namesIn(own)).toEqual(["m", "m.previous"]);
    expect((await thresher(["learn", "spam", "-", "-m", path], { input: LETTER })).stdout).toContain("1 known already");
  });
});

setUp();

describe("thresher filter --server", () => {
  it("prints what the filter alone prints, in every style", async () => {
    for (const style of Object.keys(FILTER_STYLES)) {
      const outcome = await filter(["--server", socket, "--server-timeout", "60", "--style", style]);
      const { parts } = filterMessage(Buffer.from(LETTER), alone(), { style: style as FilterStyle });
      expect(outcome).toEqual({ code: 0, signal: null, stdout: Buffer.concat(parts).toString(), stderr: "" });
    }
    expect(await filter([`--server=${socket}`, "--server-timeout=60", "--terse", "--cutoffs", "0,1"])).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^U 0\.\d+\n$/),
    });
  });

  it("classifies by itself if the server was killed, and a new server takes its place", async () => {
    const place = join(temporaryFolder(), "socket");
    const killed = await startServer(["-m", model, "--socket", place]);
    // It has the half of a message when it ends.
    const client = connect(place);
    client.on("error", () => undefined);
    client.write(request(LETTER).subarray(0, 20));
    expect(await killed.end("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
    client.destroy();
    const [itself, unchanged, expected] = await Promise.all([
      filter(["--server", place, "-m", model]),
      filter(["--server", place]),
      filter(["-m", model]),
    ]);
    expect(itself).toMatchObject({ code: 0, stdout: expected.stdout });
    expectOneLine(itself.stderr, /cannot ask the server: no server is listening there; the model is read instead$/m);
    expect(unchanged).toMatchObject({ code: 75, stdout: LETTER });
    expectOneLine(unchanged.stderr, /no server is listening there; the message goes through unchanged$/m);

    const next = await startServer(["-m", model, "--socket", place]);
    expect((await ask(LETTER, place)).model).toMatch(/^[0-9a-f]{8}$/);
    expect(await next.end()).toEqual({ code: 0, signal: null });
  });

  describe("that meets something else", () => {
    const servers: Server[] = [];
    /** Something that listens and does this. */
    function listening(converse: (client: Socket) => void): string {
      const path = join(temporaryFolder(), "socket");
      servers.push(
        createServer((client) => {
          client.on("error", () => undefined);
          converse(client);
        }).listen(path),
      );
      return path;
    }
    afterAll(() => {
      for (const other of servers) other.close();
    });

    it("does the work itself", async () => {
      const { stdout } = await filter(["-m", model]);
      const cases: [string, RegExp, seconds?: string][] = [
        [join(folder, "none"), /the server: no such file or folder; the model is read instead/],
        [listening((client) => client.end("HTTP/1.1 400 Bad Request\r\n")), /these bytes are not the protocol/],
        [
          listening((client) => client.resume().end(Buffer.from("THR\x02\0\0\0\x05"))),
          /the other side (?:hung up|closed the connection)/,
        ],
        [listening((client) => client.resume()), /the server: no answer after 0\.2 s/, "0.2"],
      ];
      for (const [place, message, seconds = "60"] of cases) {
        const outcome = await filter(["--server", place, "--server-timeout", seconds, "-m", model]);
        expect(outcome, String(message)).toMatchObject({ code: 0, stdout });
        expectOneLine(outcome.stderr, message, String(message));
      }
    });
  });
});
