import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { contents } from "./corpora/folder.js";
import { begin, file, type Loopback, serve } from "./corpora/loopback.js";
import { runBuilt, startBuilt } from "./run-built.js";

let server: Loopback | undefined;
afterEach(() => server?.close());

/** The server is a mirror. */
const environment = () => ({ THRESHER_CORPORA_MIRROR: server?.base ?? "" });
const run = (args: readonly string[]) => runBuilt("corpora", args, environment());

describe("npm run corpora", () => {
  it("lists the corpora when no name is given, and explains itself", async () => {
    const into = temporaryFolder();
    mkdirSync(join(into, "sms"));
    const { code, stdout, stderr } = await run(["--into", into]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^name +what it is +documents +download +here +home page\n/);
    expect(stdout).toMatch(/^20news-bydate .* 18,846 +14\.5 MB +no +http:/m);
    expect(stdout).toMatch(/^sms .* 5,574 +0\.2 MB +yes +https:/m);
    const help = await run(["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("THRESHER_CORPORA_MIRROR") });
  });

  it("refuses a wrong name or option, and tells the names there are", async () => {
    const names = "20news-bydate, 20news-19997, spamassassin, sms";
    const refused = (stderr: string) => ({ code: 2, stdout: "", stderr: `corpora: ${stderr}\n` });
    expect(await run(["sms", "reuters"])).toEqual(refused(`there is no corpus "reuters"; choose from ${names}`));
    expect(await run(["--fast"])).toEqual(refused("unknown option '--fast'"));
  });

  it("refuses a file that is not the archive, in one line with both digests", async () => {
    server = await serve(file(new TextEncoder().encode("<html>Please log in</html>")));
    const into = temporaryFolder();
    const { code, stdout, stderr } = await run(["sms", "--into", into]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toEqual([
      `downloading ${server.base}/static/public/228/sms+spam+collection.zip`,
      expect.stringMatching(
        /^corpora: sms-spam-collection.zip should have SHA-256 1587ea43[0-9a-f]{56}, .* has [0-9a-f]{64}/,
      ),
    ]);
    expect(contents(into)).toEqual({});
  });

  it("gives the command to use a corpus that is there already", async () => {
    const into = temporaryFolder();
    mkdirSync(join(into, "20news-bydate"));
    const folder = join(into, "20news-bydate");
    expect(await run(["20news-bydate", "20news-bydate", "--into", into])).toEqual({
      code: 0,
      stdout:
        `${folder}: already there, nothing done; to use it:\n` +
        `  npx thresher evaluate ${folder}/train --test ${folder}/test --encoding latin1\n`,
      stderr: "",
    });
  });

  it.skipIf(process.platform === "win32")("keeps what has come when Ctrl-C stops it", async () => {
    const archive = new Uint8Array(5_000);
    server = await serve(begin(archive, 2_000, () => {}));
    const into = temporaryFolder();
    const { running } = startBuilt("corpora", ["sms", "--into", into], environment());
    const part = join(into, ".download", "sms-spam-collection.zip.part");
    await until(() => existsSync(part) && statSync(part).size === 2_000);
    const { code, stderr } = await running.end("SIGINT");
    expect(code).toBe(130);
    expect(stderr).toMatch(/\ncorpora: stopped; run the same command again to continue\n$/);
    expect(statSync(part).size).toBe(2_000);
    expect(readdirSync(into)).toEqual([".download"]);
  });
});
