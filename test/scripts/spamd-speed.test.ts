import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { mailCorpus } from "./fake-bogofilter.js";
import { runBuilt } from "./run-built.js";

const MAIL = Array.from({ length: 16 }, (_, n) =>
  n % 2 === 0 ? (["ham", "lunch with the team at noon"] as const) : (["spam", "cheap pills, buy now"] as const),
);

describe("spamd-speed", () => {
  it("asks thresher serve by each protocol, and gets the same answers", async () => {
    const args = ["--no-peers", "--messages", "8", "--rounds", "2", "--jobs", "1"];
    const { code, stdout, stderr } = await runBuilt("spamd-speed", [mailCorpus(MAIL), ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows = stdout.split("\n").filter((line) => line.includes(" MB"));
    const names = ["spamd's protocol", "milter, a connection each", "milter, one connection", "rspamd's protocol"];
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(names);
    expect(new Set(rows.map((row) => row.split(/ {2,}/).slice(1, 5).join()))).toEqual(
      new Set(["100.00 %,0,0,0.000 %"]),
    );
    expect(stdout).toMatch(/\nprocessor time beside spamd's protocol: .* \(milter, a connection each\), .*\n$/);
  });

  it("says which programs are missing, and what to install", async () => {
    const { code, stdout, stderr } = await runBuilt("spamd-speed", [mailCorpus(MAIL)], { PATH: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^spamd-speed: no sa-learn,.* rspamd, redis-server here: apt install spamassassin .*rspamd redis-server, or leave them out with --no-peers\n$/,
    );
  });
});
