import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { addressOf, addressText, passedSockets } from "../../../src/delivery/serving/address.js";

describe("addressOf", () => {
  it("reads digits as a port of this machine, and everything else as a path", () => {
    expect(addressOf("4321")).toEqual({ port: 4321, host: "127.0.0.1" });
    expect(addressOf("./4321")).toEqual({ path: "./4321" });
    for (const text of ["0", "65535", "/run/thresher"]) expect(addressText(addressOf(text))).toBe(text);
  });

  it("refuses addresses that the system would change", () => {
    for (const text of ["", "65536", "99999999999999999999", "a\0b", "x".repeat(108), "ü".repeat(54)]) {
      expect(() => addressOf(text), text).toThrow(UsageError);
    }
    // As long as can be: what sockaddr_un has room for, and a NUL.
    const most = process.platform === "linux" ? 107 : 103;
    expect(addressOf("x".repeat(most))).toEqual({ path: "x".repeat(most) });
    expect(() => addressOf("x".repeat(most + 1))).toThrow(`has ${most + 1} bytes: use one of at most ${most}`);
  });
});

describe("the sockets that systemd passes", () => {
  it("have numbers from 3 on, and the names of their units", () => {
    const env = { LISTEN_PID: "17", LISTEN_FDS: "3", LISTEN_FDNAMES: "spamd:filter:spamd" };
    const names = passedSockets(env, 17).map(({ name, fd }) => `${name} ${fd}`);
    expect(names).toEqual(["spamd 3", "filter 4", "spamd 5"]);
    expect(passedSockets({}, 17)).toEqual([]);
    // The variables were set for another process.
    expect(passedSockets({ LISTEN_PID: "16", LISTEN_FDS: "1", LISTEN_FDNAMES: "filter" }, 17)).toEqual([]);
  });

  it.each([
    ["thresher.socket", '"thresher.socket"'],
    [undefined, '""'],
  ])("need a known name, not %j", (names, shown) => {
    const env = { LISTEN_PID: "17", LISTEN_FDS: "1", LISTEN_FDNAMES: names };
    const message = `systemd has passed a socket with the name ${shown}: set FileDescriptorName to filter, learn, spamd`;
    expect(() => passedSockets(env, 17)).toThrow(message);
  });
});
