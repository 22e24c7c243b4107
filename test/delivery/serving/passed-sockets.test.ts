import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { passedSockets } from "../../../src/delivery/serving/address.js";

describe("the sockets that systemd passes", () => {
  it("have numbers from 3 on, and the names of their units", () => {
    const env = { LISTEN_PID: "17", LISTEN_FDS: "3", LISTEN_FDNAMES: "spamd:filter:spamd" };
    expect(passedSockets(env, 17)).toEqual([
      { name: "spamd", fd: 3 },
      { name: "filter", fd: 4 },
      { name: "spamd", fd: 5 },
    ]);
  });

  it("are none if there are none, or those of another process", () => {
    expect(passedSockets({}, 17)).toEqual([]);
    expect(passedSockets({ LISTEN_PID: "16", LISTEN_FDS: "1", LISTEN_FDNAMES: "filter" }, 17)).toEqual([]);
  });

  it.each([
    ["thresher.socket", '"thresher.socket"'],
    [undefined, '""'],
  ])("need a known name, not %j", (names, shown) => {
    const env = { LISTEN_PID: "17", LISTEN_FDS: "1", LISTEN_FDNAMES: names };
    const read = () => passedSockets(env, 17);
    expect(read).toThrow(DataError);
    expect(read).toThrow(
      `systemd has passed a socket with the name ${shown}: set FileDescriptorName to filter, learn, spamd`,
    );
  });
});
