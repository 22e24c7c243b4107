import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FILTER_STYLES, type FilterStyle } from "../../../../src/delivery/filter/filter-styles.js";
import { filterMessage } from "../../../../src/delivery/filter/mail-filter.js";
import { expectOneLine } from "../../../helpers/expectations.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { alone, ask, filter, folder, LETTER, model, request, setUp, socket } from "./running-server.js";

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
