import { describe, expect, it } from "vitest";
import { redisAddress } from "../../src/base/redis.js";

describe("the address of a Redis server", () => {
  it("has a host, a port, a name, and perhaps a user and a password", () => {
    const plain = { host: "localhost", port: 6379, name: "mail", isEncrypted: false };
    const shown = "redis://localhost:6379/mail";
    expect(redisAddress("redis://localhost/mail", "--workers")).toMatchObject({ ...plain, shown });
    const address = redisAddress("rediss://me:p%40ss@[::1]:7000/a.b-c_1", "--workers");
    expect(address).toMatchObject({ host: "::1", port: 7000, username: "me", password: "p@ss", isEncrypted: true });
    expect(address.shown).toBe("rediss://[::1]:7000/a.b-c_1");
    expect(redisAddress("redis://localhost", "--workers").name).toBe("");
    expect(redisAddress("redis://me:100%@localhost", "--workers").password).toBe("100%");
  });

  it.each([
    ...["localhost:6379", "http://localhost/mail", "redis://localhost/a/b", "redis://localhost/mail?db=1"],
    ...["redis://", "redis://localhost/%ff", "redis://localhost/{a}"],
  ])("is refused without a sound form: %s", (text) => {
    expect(() => redisAddress(text, "--workers")).toThrow(/^--workers: give the address of a Redis server, such as/);
  });

  it("is never shown with a password that is in it", () => {
    for (const url of [
      ...["redis://me:secret@localhost/a b/c", "redis://:secret@host:99999/m", "redis://me:se/secret@ho st/m"],
      ...[
        ":secret@host:6379",
        "me:secret@host:6379/mail",
        "secret@host",
        "host:6379@secret@host",
        "redis:/:secret@ho st",
      ],
    ]) {
      expect(() => redisAddress(url, "--workers"), url).toThrow(/^(?!.*secret)/);
    }
  });
});
