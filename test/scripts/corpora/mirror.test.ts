import { describe, expect, it } from "vitest";
import { atMirror, mirrorFrom } from "../../../scripts/corpora/mirror.js";
import { UsageError } from "../../../src/errors.js";

describe("a mirror", () => {
  it.each([
    ["https://mirror.example", "https://mirror.example/a/b.zip?v=1"],
    ["http://mirror.example:8080/corpora/", "http://mirror.example:8080/corpora/a/b.zip?v=1"],
  ])("%s replaces scheme and host of a home", (mirror, address) => {
    expect(atMirror("http://home.example/a/b.zip?v=1", mirrorFrom(mirror)).href).toBe(address);
  });

  it("is none if the variable is unset or empty", () => {
    expect(mirrorFrom(undefined)).toBeUndefined();
    expect(mirrorFrom("")).toBeUndefined();
    expect(atMirror("http://home.example/a", undefined).href).toBe("http://home.example/a");
  });

  it.each(["mirror.example", "ftp://mirror.example", "file:///srv"])("is not %s", (value) => {
    expect(() => mirrorFrom(value)).toThrow(UsageError);
  });
});
